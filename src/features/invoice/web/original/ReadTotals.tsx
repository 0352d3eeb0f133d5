import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountText, isZero, minus } from '../../../../base/money.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading, ReadValue } from '../../../recognition/reading.ts';
import type { ReadLinesProps } from './ReadLines.tsx';
import classes from './ReadPage.module.css';

/** Allowances, charges, taxes and totals, in the order of a printed invoice. */
export function ReadTotals({ reading, currency }: ReadLinesProps): ReactNode {
  const { t } = useTranslation();
  const { fields } = reading;
  return (
    <dl className={classes.totals}>
      <Adjustments reading={reading} />
      <Total label={t('invoice.read.field.totalNet')} value={fields.totalNet} />
      <Taxes reading={reading} />
      <Total
        label={t('invoice.read.field.totalGross')}
        value={fields.totalGross}
        currency={currency}
        isMain
      />
      <Total label={t('invoice.read.field.prepaid')} value={unlessZero(fields.prepaid)} />
      <Total label={t('invoice.read.field.rounding')} value={unlessZero(fields.rounding)} />
      <Total
        label={t('invoice.read.field.duePayable')}
        value={fields.duePayable}
        currency={currency}
        isMain
      />
    </dl>
  );
}

/** Hides zero amounts, which printed invoices omit as well. */
function unlessZero(value: ReadValue<AmountText> | null): ReadValue<AmountText> | null {
  return value !== null && isZero(value.value) ? null : value;
}

function Adjustments({ reading: { adjustments } }: Pick<ReadLinesProps, 'reading'>): ReactNode {
  const { t } = useTranslation();
  return adjustments.map(({ kind, reason, amount }, index) => (
    <Total
      // biome-ignore lint/suspicious/noArrayIndexKey: totals have no other identity.
      key={index}
      label={[t(`invoice.read.adjustment.${kind}`), reason?.value].filter(Boolean).join(': ')}
      value={kind === 'allowance' ? { ...amount, value: minus('0', amount.value) } : amount}
    />
  ));
}

function Taxes({ reading: { taxRows } }: { readonly reading: Reading }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return taxRows.map(({ category, ratePercent, basis, tax }, index) => (
    <Total
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
      key={index}
      label={t('invoice.read.tax_on', {
        rate: ratePercent === null ? (category?.value ?? '–') : `${format.quantity(ratePercent.value)} %`,
        basis: basis === null ? '–' : format.amount(basis.value, { decimals: 2 }),
      })}
      value={tax}
    />
  ));
}

interface TotalProps {
  readonly label: string;
  readonly value: ReadValue<AmountText> | null;
  readonly currency?: string;
  readonly isMain?: boolean;
}

function Total({ label, value, currency = '', isMain = false }: TotalProps): ReactNode {
  if (value === null) return null;
  return (
    <div className={classes.total} data-main={isMain}>
      <dt>{label}</dt>
      <dd>
        <Amount value={value.value} currency={currency} decimals={2} />
      </dd>
    </div>
  );
}
