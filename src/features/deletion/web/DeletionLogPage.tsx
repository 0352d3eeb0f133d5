import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import { type Deletion, percentOf, removedKeys } from '../model.ts';
import classes from './Deletion.module.css';
import { deletionLogOptions } from './deletion-data.ts';

/** `/operator/tenant/deletion`: permanent deletions with person, time and progress (OP-02, OP-04). */
export function DeletionLogPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(deletionLogOptions);
  return (
    <>
      <PageTitleRow title={t('deletion.log')} onBack={() => void navigate({ to: '/operator/tenant' })} />
      {data === undefined && error !== null ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data?.deletions.length === 0 ? (
        <EmptyState title={t('deletion.log_none')}>{t('deletion.log_none_text')}</EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <section className="scroll" tabIndex={0} aria-label={t('deletion.log')} aria-busy={!data}>
          <ul className={classes.log}>
            {data?.deletions.map((deletion) => (
              <LogRow key={deletion.id} deletion={deletion} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function LogRow({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, name, first_day: first, last_day: last, operator_name: operator, removed } = deletion;
  const amounts = removedKeys.flatMap((key) => {
    const count = removed[key] ?? 0;
    return count === 0 ? [] : [`${t(`deletion.count.${key}`)}: ${format.quantity(count)}`];
  });
  return (
    <li>
      <div className={classes.head}>
        <strong>{name}</strong>
        <span>{t(`deletion.what.${kind}`)}</span>
        {first === null || last === null ? null : (
          <span>
            {format.day(first)} – {format.day(last)}
          </span>
        )}
        <StateBadge deletion={deletion} />
      </div>
      <p className={classes.facts}>
        <span>
          {t('deletion.column.started')}: {format.instant(deletion.started_at)}
        </span>
        <span>
          {t('deletion.column.operator')}: {operator}
        </span>
        {amounts.map((amount) => (
          <span key={amount}>{amount}</span>
        ))}
      </p>
      <Proof deletion={deletion} />
    </li>
  );
}

function StateBadge({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const { t } = useTranslation();
  const percent = percentOf(deletion);
  if (deletion.state === 'done')
    return (
      <MeaningBadge meaning="done" plain>
        {t('deletion.done')}
      </MeaningBadge>
    );
  return (
    <MeaningBadge meaning="waiting" plain>
      {t(deletion.has_problem ? 'deletion.stuck' : 'deletion.running', { percent })}
    </MeaningBadge>
  );
}

/** Evidence of a lawful deletion: the archive, the end of the audit, and the charged months. */
function Proof({ deletion }: { readonly deletion: Deletion }): ReactNode {
  const { t } = useTranslation();
  const { archive_sha256: archive, closing_link: link, closing_position: position, books } = deletion;
  return (
    <>
      {archive === null ? null : (
        <p className={classes.hash}>
          {t('deletion.archive_hash')}: <code>{archive}</code>
        </p>
      )}
      {link === null ? null : (
        <p className={classes.hash}>
          {t('deletion.audit_hash', { position })}: <code>{link}</code>
        </p>
      )}
      {books === null || books.bills.length === 0 ? null : (
        <p className={classes.hash}>
          {t('deletion.books')}:{' '}
          {books.bills.map((bill) => [bill.month, bill.document_number].filter(Boolean).join(' ')).join(', ')}
        </p>
      )}
    </>
  );
}
