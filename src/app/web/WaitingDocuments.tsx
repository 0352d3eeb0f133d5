import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingKind } from '../../document/waiting.ts';
import { useShownKind } from '../../document/web/listed-kind.ts';
import type { RetiredRows } from '../../entity/draft.ts';
import type { ChangedRowsProps } from '../../entity/web/entity-catalog.tsx';
import { maxHeld } from '../../features/overview/overview-search.ts';
import { gql } from '../../platform/web/api.ts';
import classes from './WaitingDialog.module.css';

interface WaitingDocumentsProps {
  readonly kinds: readonly WaitingKind[];
  readonly isChange: boolean;
}

/** The documents by kind, each with a link that does not leave the current edit. */
export function WaitingDocuments({ kinds, isChange }: WaitingDocumentsProps): ReactNode {
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

interface WaitingOfKindProps {
  readonly ofKind: WaitingKind;
}

/** If there are more rows than fit in an address, the newest documents are listed without a link to the list. */
function WaitingOfKind({ ofKind }: WaitingOfKindProps): ReactNode {
  const { kind, count, clients, documents, statuses, held } = ofKind;
  const { t } = useTranslation();
  const { route } = useShownKind(kind);
  const title = `${t(`overview.tab.${kind}`)}: ${count}`;
  const search = {
    tab: kind,
    status: statuses.join(','),
    ...(held.length === 0 ? {} : { held: held.join(',') }),
    ...(clients.length === 0 ? {} : { client: clients.join(',') }),
  };
  return (
    <section>
      {held.length > maxHeld ? (
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

/** The server's maximum of rows. */
const maxRows = 5_000;

/** The open documents that use rows or depend on settings. */
export function waitingOptions(rows: readonly RetiredRows[], settings: readonly string[] = []) {
  const asked = rows.map((each) => ({ ...each, ids: each.ids.slice(0, maxRows) }));
  return {
    queryKey: ['entity', 'waiting', asked, settings],
    gcTime: 0,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { waiting } = await gql<{ waiting: readonly WaitingKind[] }>(
        `query Waiting($rows: [documents_waiting_on_rows_input!]!, $settings: [String!]!) {
          waiting: documents_waiting_on(rows: $rows, settings: $settings) {
          kind statuses count clients held documents { id number name } } }`,
        { rows: asked, settings },
        { signal },
      );
      return waiting;
    },
  };
}

/** The open documents that use rows changed by a table view or a file, as part of another question. */
export function WaitingOfRows({ rows, onReported }: ChangedRowsProps): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useQuery(waitingOptions(rows));
  const reported = useEffectEvent((isReported: boolean) => onReported(isReported));
  useEffect(() => {
    if (data !== undefined || error !== null) reported(data !== undefined);
  }, [data, error]);
  if (data === undefined || data.length === 0) return null;
  return (
    <section>
      <strong>{t('entity.waiting.rows')}</strong>
      <WaitingDocuments kinds={data} isChange />
    </section>
  );
}
