import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { AmountField } from '../../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { procurementFields } from '../../fields.ts';
import { procurementTypes } from '../../model.ts';
import { type HeadDraft, inCurrency } from '../draft/draft.ts';
import classes from './HeadFields.module.css';
import { type EditedHead, useHeadField } from './use-head-field.ts';

/** Offered beside the company's own; others stay when a document has them. */
const currencies = ['EUR', 'CHF', 'CZK', 'GBP', 'PLN', 'USD'];

const furtherFields = [
  'usage_type',
  'payment_timing',
  'external_order_number',
  'currency',
  'exchange_rate',
  'rate_date',
  'billing_address_text',
  'notes',
] as const;

type PlainField = keyof HeadDraft & keyof typeof procurementFields;

/** What rarely differs from its default, folded away until it is asked for or wrong. */
export function FurtherFields(props: EditedHead): ReactNode {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  const isWrong = furtherFields.some((name) => props.problems.has(`head.${name}`));
  if (isOpened || isWrong) return <OpenedFields {...props} />;
  return (
    <button type="button" className={classes.further} aria-expanded={false} onClick={() => setOpened(true)}>
      <IconChevronRight size={14} stroke={1.6} aria-hidden />
      {t('procurement.further')}
    </button>
  );
}

function OpenedFields(props: EditedHead): ReactNode {
  const { head, problems } = props;
  const field = useHeadField(props);
  const input = (name: PlainField, offered?: readonly string[]): ReactNode => (
    <DocumentFieldInput key={name} field={procurementFields[name]} {...field(name)} offered={offered} />
  );
  // Only a contract makes an order from one (PROC-24).
  const types = procurementTypes.filter(
    (id) => id !== 'recurring_contract' || head.contract !== null || head.type === id,
  );
  return (
    <>
      {input('usage_type')}
      {input('payment_timing')}
      {input('type', types)}
      {input('external_order_number')}
      <CurrencyFields {...props} />
      <div className={classes.wide}>{input('notes')}</div>
      <BillingAddress
        text={head.client?.billingText ?? null}
        problem={problems.get('head.billing_address_text')}
      />
      <div className={classes.checks}>
        {input('show_notes_in_pdf')}
        {input('payment_in_advance')}
        {input('no_product_selection')}
      </div>
    </>
  );
}

/** Another currency than the company's needs its rate (PRICE-04). */
function CurrencyFields(props: EditedHead): ReactNode {
  const { head, onChange } = props;
  const field = useHeadField(props);
  const own = head.client?.currency ?? defaultCurrency;
  const choices = [...new Set([own, head.currency, ...currencies])].map((id) => ({ id, name: id }));
  return (
    <>
      <SearchSelect
        {...field('currency')}
        required
        value={chosenOf(choices, head.currency)}
        options={choices}
        onChange={(option) =>
          onChange(
            (present) => ({ ...present, ...inCurrency(present, option?.id ?? own) }),
            ['currency', 'exchange_rate'],
          )
        }
      />
      {head.currency === own ? null : (
        <>
          <AmountField {...field('exchange_rate')} required decimals={6} />
          <DayField {...field('rate_date')} />
        </>
      )}
    </>
  );
}

/** Comes from the company and is changed there (PROC-06). */
function BillingAddress(props: {
  readonly text: string | null;
  readonly problem: string | undefined;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.label}>{t('field.billing_address_text')}</p>
      <p className={classes.address}>{props.text ?? t('procurement.no_billing_address')}</p>
      {props.problem === undefined ? null : <p className={classes.problem}>{props.problem}</p>}
    </div>
  );
}

function chosenOf<Choice extends { readonly id: string }>(
  choices: readonly Choice[],
  id: Choice['id'] | null,
) {
  return choices.find((choice) => choice.id === id) ?? null;
}
