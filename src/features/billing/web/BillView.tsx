import { Button, NativeSelect } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces, round } from '../../../base/money.ts';
import { type Month, monthText } from '../../../base/month.ts';
import { defaultTimeZone } from '../../../platform/constants.ts';
import { formatOf } from '../../../platform/web/format.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { type Meaning, MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import note from '../../../platform/web/kit/PageNote.module.css';
import { type Bill, type BillItem, countedKinds } from '../bill.ts';
import type { BilledMonth } from '../model.ts';
import type { BillingState } from '../state.ts';
import classes from './Billing.module.css';

/** Bills show cents, whatever the tenant's decimal places are. */
export function useBillFormat() {
  return formatOf(useLanguage(), 2, defaultTimeZone);
}

export function useEuros(): (amount: string) => string {
  const format = useBillFormat();
  return (amount) => format.amount(amount, { currency: 'EUR' });
}

export interface MonthSelectProps {
  readonly months: readonly Month[];
  readonly month: Month;
  readonly onChange: (month: Month) => void;
}

export function MonthSelect({ months, month, onChange }: MonthSelectProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const all = months.includes(month) ? months : [month, ...months];
  return (
    <NativeSelect
      className={classes.month}
      aria-label={t('billing.month')}
      value={month}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={all.map((value) => ({ value, label: monthText(value, language) }))}
    />
  );
}

const meanings: Readonly<Record<BillingState, Meaning>> = {
  open: 'progress',
  done: 'done',
  refused: 'clearing',
  cancelling: 'progress',
  cancelled: 'declined',
};

/** Null for a preview. */
export function BillingStateBadge({ state }: { readonly state: BillingState | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <MeaningBadge meaning={state === null ? 'draft' : meanings[state]} plain>
      {state === null ? t('billing.preview') : t(`billing.state.${state}`)}
    </MeaningBadge>
  );
}

/** Why a month cannot be charged, shown at the top (SET-10). */
export function BillingNote({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={note.note} aria-label={title}>
      <IconAlertCircle size={16} stroke={1.6} className={note.icon} aria-hidden />
      <div className={note.text}>
        <p className={note.title}>{title}</p>
        <p>{children}</p>
      </div>
    </section>
  );
}

const columns = ['quantity', 'price', 'net'] as const;

/** A bill's items and sums, and the counts behind them (OP-07). */
export function BillView({ bill }: { readonly bill: Bill }): ReactNode {
  const { t } = useTranslation();
  const format = useBillFormat();
  return (
    <>
      <section className={classes.counts} aria-label={t('billing.counts')}>
        <dl>
          {countedKinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`billing.count.${kind}`)}</dt>
              <dd>{format.quantity(bill.counts[kind])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {bill.items.length === 0 ? (
        <p className={classes.empty}>{t('billing.nothing')}</p>
      ) : (
        <ItemTable bill={bill} />
      )}
    </>
  );
}

function ItemTable({ bill }: { readonly bill: Bill }): ReactNode {
  const { t } = useTranslation();
  const euros = useEuros();
  const sums = [
    ['net', t('billing.net'), bill.net],
    ['vat', t('billing.vat', { rate: bill.vatRate }), bill.vat],
    ['gross', t('billing.gross'), bill.gross],
  ] as const;
  return (
    <table className={classes.table} aria-label={t('billing.items')}>
      <thead>
        <tr>
          <th scope="col">{t('billing.column.item')}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {t(`billing.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(bill.items).map(([place, item]) => (
          <ItemRow key={place} item={item} />
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, label, amount]) => (
          <tr key={name} className={name === 'gross' ? classes.total : undefined}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td className={classes.number}>{euros(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function ItemRow({ item }: { readonly item: BillItem }): ReactNode {
  const { t } = useTranslation();
  const format = useBillFormat();
  const price = round(item.price, Math.max(2, decimalPlaces(item.price)));
  return (
    <tr>
      <td>
        {item.description ?? t(`billing.item.${item.kind}`)}
        {item.days ? `, ${t('billing.days', { charged: item.days.charged, of: item.days.of })}` : null}
      </td>
      <td className={classes.number} data-label={t('billing.column.quantity')}>
        {format.quantity(item.quantity)}
      </td>
      <td className={classes.number} data-label={t('billing.column.price')}>
        {format.amount(price, { currency: 'EUR', decimals: Math.max(2, decimalPlaces(price)) })}
      </td>
      <td className={classes.number} data-label={t('billing.column.net')}>
        {format.amount(item.net, { currency: 'EUR' })}
      </td>
    </tr>
  );
}

export interface BillingHistoryProps {
  readonly history: readonly BilledMonth[];
  /** Downloads a document; absent if not possible. */
  readonly onPdf?: (billed: BilledMonth) => void;
}

/** All charged months and credit notes, newest first. */
export function BillingHistory({ history, onPdf }: BillingHistoryProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const euros = useEuros();
  return (
    <section className={classes.section}>
      <h2>{t('billing.history')}</h2>
      {history.length === 0 ? (
        <p className={classes.empty}>{t('billing.history_empty')}</p>
      ) : (
        <ul className={classes.lines}>
          {history.map((billed) => {
            const { id, kind, month, state, gross, document_number: number } = billed;
            return (
              <li key={id}>
                <span>{monthText(month, language)}</span>
                {kind === 'credit' ? <span>{t('billing.item.credit')}</span> : null}
                <BillingStateBadge state={state} />
                <span>{number}</span>
                <span className={classes.number}>{euros(gross)}</span>
                {number === null || onPdf === undefined ? null : (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={t('billing.pdf_of', { number })}
                    onClick={() => onPdf(billed)}
                  >
                    {t('billing.pdf')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
