import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingKind } from '../../document/waiting.ts';
import { useShownKind } from '../../document/web/listed-kind.ts';
import type { RetiredRows } from '../../entity/draft.ts';
import type { Entity } from '../../entity/entity.ts';
import type { SaveQuestion, SaveQuestionProps } from '../../entity/web/entity-catalog.tsx';
import { setActive } from '../../entity/web/entity-data.ts';
import { groupsOffQuestion } from '../../features/configuration/web/GroupsOffDialog.tsx';
import { steeringOf } from '../../features/control/reach.ts';
import { gql } from '../../platform/web/api.ts';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import classes from './WaitingDialog.module.css';

/** Those tables whose filter of the lists finds every document that holds a row of them, by their lines as well. */
const filters = ['client', 'department', 'supplier'] as const;

/** Tells which open documents wait on what is to be deactivated or changed; where none does, nobody is asked (PROC-43). */
function WaitingDialog(props: SaveQuestionProps): ReactNode {
  const { entity, id, name, retired, changed, isSavedAfter, onDone, onClose } = props;
  const { t } = useTranslation();
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const held = retired ?? { table: entity.table, ids: [id] };
  const { data, error } = useQuery(waitingOptions(held, steeringOf(entity.table, changed)));
  const run = async (): Promise<void> => {
    setPending(true);
    try {
      if (!isSavedAfter) {
        await setActive(entity, id, false);
        toastSaved(t('entity.deactivated'));
      }
      onDone();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      onClose();
    }
  };
  const goOn = useEffectEvent(() => {
    // Whoever was asked answers himself, also where the documents are over by the time that they are read anew.
    if (isAsking || isPending) return;
    if (data !== undefined && data.length > 0) setAsking(true);
    else if (data !== undefined) void run();
    else {
      toastFailure(error);
      onClose();
    }
  });
  useEffect(() => {
    if (data !== undefined || error !== null) goOn();
  }, [data, error]);
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('entity.waiting.title', { name: isSettings(entity) ? t('settings.title') : name })}
      actionLabel={t(retired === null ? 'entity.save' : 'entity.deactivate')}
      isPending={isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {data === undefined ? null : <Waiting kinds={data} held={held} isChange={retired === null} />}
    </ConfirmDialog>
  );
}

interface WaitingProps {
  readonly kinds: readonly WaitingKind[];
  readonly held: RetiredRows;
  readonly isChange: boolean;
}

/** The documents by kind, each with the way to it, which leaves what is being edited where it is. */
function Waiting({ kinds, held, isChange }: WaitingProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting}>
      <p>{t(isChange ? 'entity.waiting.changed' : 'entity.waiting.text')}</p>
      {kinds.map((each) => (
        <WaitingOfKind key={each.kind} ofKind={each} held={held} />
      ))}
    </div>
  );
}

interface OfKindProps {
  readonly ofKind: WaitingKind;
  readonly held: RetiredRows;
}

function WaitingOfKind({ ofKind: { kind, count, documents, statuses }, held }: OfKindProps): ReactNode {
  const { t } = useTranslation();
  const { route } = useShownKind(kind);
  const filter = filters.find((table) => table === held.table);
  const title = `${t(`overview.tab.${kind}`)}: ${count}`;
  const search = filter && { tab: kind, [filter]: held.ids.join(','), status: statuses.join(',') };
  return (
    <section>
      {search === undefined ? (
        <strong>{title}</strong>
      ) : (
        <Link to="/overview" search={search} target="_blank">
          {title}
        </Link>
      )}
      <ul className={classes.documents}>
        {documents.map(({ id, number, name }) => (
          <li key={id}>
            <Link to={route} search={{ id }} target="_blank">
              {[number, name].filter(Boolean).join(' ') || id}
            </Link>
          </li>
        ))}
        {count > documents.length ? (
          <li>{t('entity.waiting.more', { count: count - documents.length })}</li>
        ) : null}
      </ul>
    </section>
  );
}

function isSettings({ table }: Entity): boolean {
  return table === 'configuration';
}

function waitingOptions({ table, ids }: RetiredRows, fields: readonly string[]) {
  return {
    queryKey: ['entity', table, 'waiting', ids, fields],
    gcTime: 0,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { waiting } = await gql<{ waiting: readonly WaitingKind[] }>(
        `query Waiting($table: String!, $ids: [bigint!]!, $fields: [String!]) {
          waiting: documents_waiting_on(table: $table, ids: $ids, fields: $fields) {
          kind statuses count documents { id number name } } }`,
        { table, ids, fields },
        { signal },
      );
      return waiting;
    },
  };
}

export const waitingQuestion: SaveQuestion = {
  isAsked: ({ entity, changed, retired }) => retired !== null || steeringOf(entity.table, changed).length > 0,
  Part: WaitingDialog,
};

/** Of the settings; that permission groups go on guarding without their module is said before all (ROLE-18). */
export const settingsQuestion: SaveQuestion = {
  isAsked: (change) => groupsOffQuestion.isAsked(change) || waitingQuestion.isAsked(change),
  Part: (props) =>
    props.changed.includes('module_permissions') ? (
      <groupsOffQuestion.Part {...props} />
    ) : (
      <WaitingDialog {...props} />
    ),
};
