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
import { mostHeld } from '../../features/overview/overview-search.ts';
import { gql } from '../../platform/web/api.ts';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import classes from './WaitingDialog.module.css';

/** Tells which open documents wait on what is to be deactivated or changed; where none does, nobody is asked (PROC-43). */
function WaitingDialog(props: SaveQuestionProps): ReactNode {
  const { entity, id, name, retired, changed, isSavedAfter, onDone, onClose } = props;
  const { t } = useTranslation();
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data, error } = useQuery(waitingOptions(entity, id, retired, steeringOf(entity.table, changed)));
  const run = async (): Promise<void> => {
    setPending(true);
    try {
      if (!isSavedAfter) {
        await setActive(entity, id, false, { isWaitingTold: true });
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
      actionLabel={t(retired.length === 0 ? 'entity.save' : 'entity.deactivate')}
      isPending={isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {data === undefined ? null : <Waiting kinds={data} isChange={retired.length === 0} />}
    </ConfirmDialog>
  );
}

interface WaitingProps {
  readonly kinds: readonly WaitingKind[];
  readonly isChange: boolean;
}

/** The documents by kind, each with the way to it, which leaves what is being edited where it is. */
function Waiting({ kinds, isChange }: WaitingProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting}>
      <p>{t(isChange ? 'entity.waiting.changed' : 'entity.waiting.text')}</p>
      {kinds.map((each) => (
        <WaitingOfKind key={each.kind} ofKind={each} />
      ))}
    </div>
  );
}

/** Where more rows are held than an address has room for, the newest documents are named without a way to the list. */
function WaitingOfKind({ ofKind }: { readonly ofKind: WaitingKind }): ReactNode {
  const { kind, count, documents, statuses, held } = ofKind;
  const { t } = useTranslation();
  const { route } = useShownKind(kind);
  const title = `${t(`overview.tab.${kind}`)}: ${count}`;
  const search = {
    tab: kind,
    status: statuses.join(','),
    ...(held.length === 0 ? {} : { held: held.join(',') }),
  };
  return (
    <section>
      {held.length > mostHeld ? (
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

/** What holds rows, or goes by settings: the rows that are deactivated, else what is changed of the record. */
function waitingOptions(
  entity: Entity,
  id: number,
  retired: readonly RetiredRows[],
  steering: readonly string[],
) {
  const rows = retired.length > 0 || isSettings(entity) ? retired : [{ table: entity.table, ids: [id] }];
  const settings = isSettings(entity) ? steering : [];
  return {
    queryKey: ['entity', 'waiting', rows, settings],
    gcTime: 0,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { waiting } = await gql<{ waiting: readonly WaitingKind[] }>(
        `query Waiting($rows: [documents_waiting_on_rows_input!]!, $settings: [String!]!) {
          waiting: documents_waiting_on(rows: $rows, settings: $settings) {
          kind statuses count held documents { id number name } } }`,
        { rows, settings },
        { signal },
      );
      return waiting;
    },
  };
}

export const waitingQuestion: SaveQuestion = {
  isAsked: ({ entity, changed, retired }) =>
    retired.length > 0 || steeringOf(entity.table, changed).length > 0,
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
