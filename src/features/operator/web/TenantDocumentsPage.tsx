import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../../base/month.ts';
import { StatusBadge } from '../../../document/web/StatusBadge.tsx';
import { formatOf } from '../../../platform/web/format.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import type { OperatorSearch } from '../address.ts';
import type { DocumentListAnswer, ListedDocument, ListedKind } from '../model.ts';
import { More } from './HealthList.tsx';
import classes from './Operator.module.css';
import { Waiting } from './TenantListPage.tsx';
import { documentsOptions } from './tenant-data.ts';

/** `/operator/tenant/procurement`: a tenant's purchase orders (OP-05). */
export function TenantOrdersPage(): ReactNode {
  return <TenantDocuments kind="procurement" />;
}

/** `/operator/tenant/list-invoice`: a tenant's invoices (OP-05, NAV-11). */
export function TenantInvoicesPage(): ReactNode {
  return <TenantDocuments kind="invoice" />;
}

const pathOf = {
  procurement: '/operator/tenant/procurement',
  invoice: '/operator/tenant/list-invoice',
} as const;

const deletionOf = {
  procurement: '/operator/tenant/delete-procurement',
  invoice: '/operator/tenant/delete-invoice',
} as const;

function TenantDocuments({ kind }: { readonly kind: ListedKind }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = 0, month }: OperatorSearch = useSearch({ strict: false });
  const query = useInfiniteQuery(documentsOptions(id, kind, month ?? null));
  const first = query.data?.pages[0];
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <>
      <PageTitleRow
        title={[t(`operator.list.${kind}`), first?.tenant.name].filter(Boolean).join(' · ')}
        onBack={() => void navigate({ to: '/operator/tenant/form', search: { id } })}
      >
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={deletionOf[kind]} search={{ id }} />}
        >
          {t('deletion.by_days')}
        </Button>
      </PageTitleRow>
      {query.error !== null && first === undefined ? (
        <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
      ) : first === undefined ? (
        <Waiting />
      ) : (
        <>
          <MonthSelect kind={kind} first={first} />
          {documents.length === 0 ? (
            <EmptyState title={t(`operator.none.${kind}`)} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
            <section className={classes.scroll} tabIndex={0} aria-label={t(`operator.list.${kind}`)}>
              <DocumentTable kind={kind} timeZone={first.time_zone} documents={documents} />
              <More query={query} className={classes.more} />
            </section>
          )}
        </>
      )}
    </>
  );
}

interface MonthSelectProps {
  readonly kind: ListedKind;
  readonly first: DocumentListAnswer;
}

function MonthSelect({ kind, first }: MonthSelectProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const { id = 0, month }: OperatorSearch = useSearch({ strict: false });
  return (
    <search className={classes.bar}>
      <NativeSelect
        className={classes.month}
        aria-label={t('operator.month')}
        value={month ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            to: pathOf[kind],
            search: { id, ...(value === '' ? {} : { month: value }) },
            replace: true,
          })
        }
        data={[
          { value: '', label: t('operator.all_months') },
          ...monthsOf(first, month).map(({ month: value, count }) => ({
            value,
            label: t('operator.month_count', { month: monthText(value, language), number: count }),
          })),
        ]}
      />
    </search>
  );
}

/** Includes the month of the address even if it has no documents. */
function monthsOf({ months }: DocumentListAnswer, shown: string | undefined): DocumentListAnswer['months'] {
  if (shown === undefined || months.some(({ month }) => month === shown)) return months;
  return [{ month: shown, count: 0 }, ...months];
}

interface TableProps {
  readonly kind: ListedKind;
  /** Time zone of the tenant. */
  readonly timeZone: string;
  readonly documents: readonly ListedDocument[];
}

function DocumentTable({ kind, timeZone, documents }: TableProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = formatOf(language, 2, timeZone);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {(['number', 'company', 'created', 'status'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`operator.column.${name}`)}
            </th>
          ))}
          <th scope="col" className={classes.number}>
            {t('operator.column.gross')}
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map(({ id, number, company, created_at, status, gross, currency }) => (
          <tr key={id}>
            <td>{number ?? t('operator.unnumbered')}</td>
            <td data-label={t('operator.column.company')} title={company ?? undefined}>
              {company}
            </td>
            <td data-label={t('operator.column.created')}>{format.instant(created_at)}</td>
            <td data-label={t('operator.column.status')}>
              <StatusBadge kind={kind} status={status} plain />
            </td>
            <td data-label={t('operator.column.gross')} className={classes.number}>
              {gross === null ? null : format.amount(gross, { currency })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
