import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countedOn } from '../../../../document/under-contract.ts';
import { useShownKind } from '../../../../document/web/listed-kind.ts';
import { StatusBadge } from '../../../../document/web/StatusBadge.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../../platform/web/kit/DayText.tsx';
import { EmptyState, ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { yearlyTotal } from '../../intervals.ts';
import type { ContractForm } from '../use-contract-form.ts';
import { IntervalSpending } from './IntervalSpending.tsx';
import classes from './Related.module.css';
import { maxRelated, type RelatedRow, relatedQuery, yearSums } from './related.ts';

export interface RelatedProps {
  readonly form: ContractForm;
  /** Most documents shown. */
  readonly limit?: number;
}

/** The orders and invoices of a contract, with yearly sums (CON-07). */
export function Related({ form, limit }: RelatedProps): ReactNode {
  const { t } = useTranslation();
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    ...relatedQuery(form.document?.id ?? 0),
    enabled: form.document !== null,
  });
  if (rows === undefined) {
    return error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />;
  }
  if (rows.length === 0) {
    return limit === undefined ? (
      <EmptyState
        icon={<IconFileInvoice size={24} stroke={1.6} aria-hidden />}
        title={t('contract.no_related.title')}
      >
        {t('contract.no_related.text')}
      </EmptyState>
    ) : null;
  }
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  return (
    <section className={classes.section} aria-label={t('contract.tab.related')}>
      <YearSums form={form} rows={rows} />
      {limit === undefined ? <IntervalSpending form={form} rows={rows} /> : null}
      <ul>
        {shown.map((row) => (
          <Row key={`${row.kind}-${row.procurement_id ?? row.invoice_id}`} row={row} />
        ))}
      </ul>
      {rows.length === maxRelated ? <p className={classes.note}>{t('contract.related_cut')}</p> : null}
    </section>
  );
}

function YearSums({
  form,
  rows,
}: {
  readonly form: ContractForm;
  readonly rows: readonly RelatedRow[];
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { head, lines } = form.situation.document;
  const sums = yearSums(rows, head, format.dayOf);
  if (!useHasRole('user-price') || sums.length === 0) return null;
  const yearly = yearlyTotal(lines, head.usage_type);
  const money = { currency: head.currency, decimals: 2 };
  return (
    <p className={classes.sums}>
      {sums.map(({ year, total, withoutRate }) => (
        <span key={year}>
          {year}: <b className="tabular">{format.amount(total, money)}</b>
          {withoutRate === 0 ? null : ` (${t('overview.without_rate', { count: withoutRate })})`}
        </span>
      ))}
      {yearly === null ? null : (
        <span>{t('contract.of_yearly', { amount: format.amount(yearly, money) })}</span>
      )}
    </p>
  );
}

function Row({ row }: { readonly row: RelatedRow }): ReactNode {
  const { dayOf } = useFormat();
  const { kind, number, name, status, currency, total_netto, supplier } = row;
  const { route, icon: Icon } = useShownKind(kind);
  const id = row.procurement_id ?? row.invoice_id ?? 0;
  return (
    <li className={classes.row}>
      <Link to={route} search={{ id }} className={classes.link}>
        <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.number}>{number ?? '–'}</span>
        <span className={classes.name}>{name ?? supplier?.name}</span>
      </Link>
      <span className={classes.day}>
        <DayText day={countedOn(row, dayOf)} />
      </span>
      <span>
        <StatusBadge kind={kind} status={status} plain />
      </span>
      <span className={classes.amount}>
        <Amount value={total_netto} currency={currency} decimals={2} />
      </span>
    </li>
  );
}
