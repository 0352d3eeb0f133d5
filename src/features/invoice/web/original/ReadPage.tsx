import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { ReadLines } from './ReadLines.tsx';
import classes from './ReadPage.module.css';
import { ReadTotals } from './ReadTotals.tsx';
import { readSort } from './read-values.ts';
import { useDocumentType, useReadText } from './use-read-text.ts';

const dates = [
  'invoiceDate',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'orderReference',
  'buyerReference',
  'contractReference',
  'precedingInvoice',
] as const;

const payment = ['dueDate', 'sellerIban', 'sellerBic', 'paymentTermsText'] as const;

/** Shows a data-only invoice as a page that reads like a printed one (REC-11). */
export function ReadPage({ reading }: { readonly reading: Reading }): ReactNode {
  const { t } = useTranslation();
  const typeName = useDocumentType();
  const { fields } = reading;
  const currency = fields.currency?.value ?? '';
  return (
    <article className={classes.page} aria-label={t('invoice.original.as_page')}>
      <div className={classes.parties}>
        <Party
          role={t('invoice.read.field.sellerName')}
          name={fields.sellerName?.value}
          facts={[
            [t('invoice.read.field.sellerVatId'), fields.sellerVatId?.value],
            [t('invoice.read.field.sellerTaxNumber'), fields.sellerTaxNumber?.value],
          ]}
        />
        <Party
          role={t('invoice.read.field.buyerName')}
          name={fields.buyerName?.value}
          facts={[[t('invoice.read.field.buyerVatId'), fields.buyerVatId?.value]]}
        />
      </div>
      <h2 className={classes.title}>
        {typeName(fields.documentTypeCode?.value)} {fields.invoiceNumber?.value}
      </h2>
      <Facts reading={reading} names={dates} />
      <ReadLines label={t('invoice.original.lines')} reading={reading} currency={currency} />
      <ReadTotals reading={reading} currency={currency} />
      <h3 className={classes.part}>{t('invoice.read.payment')}</h3>
      <Facts reading={reading} names={payment} />
      <Discounts reading={reading} />
    </article>
  );
}

interface PartyProps {
  readonly role: string;
  readonly name: string | undefined;
  readonly facts: readonly (readonly [label: string, value: string | undefined])[];
}

function Party({ role, name, facts }: PartyProps): ReactNode {
  return (
    <div>
      <p className={classes.label}>{role}</p>
      <p className={classes.name}>{name ?? '–'}</p>
      {facts.map(([label, value]) =>
        value === undefined ? null : (
          <p key={label} className={classes.quiet}>
            {label} {value}
          </p>
        ),
      )}
    </div>
  );
}

interface FactsProps {
  readonly reading: Reading;
  readonly names: readonly ((typeof dates)[number] | (typeof payment)[number])[];
}

function Facts({ reading: { fields }, names }: FactsProps): ReactNode {
  const { t } = useTranslation();
  const text = useReadText();
  return (
    <dl className={classes.facts}>
      {names.map((name) => {
        const value = fields[name]?.value;
        return value === undefined ? null : (
          <div key={name} data-wide={name === 'paymentTermsText'}>
            <dt className={classes.label}>{t(`invoice.read.field.${name}`)}</dt>
            <dd>{text(readSort(name), value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The discounts for early payment. */
function Discounts({ reading: { discounts } }: { readonly reading: Reading }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return discounts.map(({ days, until, percentage }) => {
    const end = days ?? until;
    if (!end || percentage === null) return null;
    const granted = { percentage: format.quantity(percentage.value) };
    return (
      <p key={end.value}>
        {days === null
          ? t('invoice.read.discount_until', { ...granted, day: format.day(end.value) })
          : t('invoice.read.discount', { ...granted, days: end.value })}
      </p>
    );
  });
}
