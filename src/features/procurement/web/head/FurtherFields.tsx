import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencyFields } from '../../../../document/web/head/CurrencyFields.tsx';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import { FoldedFields } from '../../../../document/web/head/FoldedFields.tsx';
import classes from '../../../../document/web/head/HeadFields.module.css';
import { useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { procurementTypes } from '../../enumerations.ts';
import { procurementFields } from '../../fields.ts';
import type { HeadDraft } from '../draft/draft.ts';
import type { EditedRequest } from './edited-head.ts';

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

/** Fields that rarely differ from their defaults. */
export function FurtherFields(props: EditedRequest): ReactNode {
  return (
    <FoldedFields columns={furtherFields} problems={props.problems}>
      <OpenedFields {...props} />
    </FoldedFields>
  );
}

function OpenedFields(props: EditedRequest): ReactNode {
  const { head, problems, onChange } = props;
  const field = useHeadField(props);
  const input = (name: PlainField, offered?: readonly string[]): ReactNode => (
    <DocumentFieldInput key={name} field={procurementFields[name]} {...field(name)} offered={offered} />
  );
  // Only orders from a contract can have this type (PROC-24).
  const types = procurementTypes.filter(
    (id) => id !== 'recurring_contract' || head.contract !== null || head.type === id,
  );
  return (
    <>
      {input('usage_type')}
      {input('payment_timing')}
      {input('type', types)}
      {input('external_order_number')}
      <CurrencyFields
        {...props}
        own={head.client?.currency ?? defaultCurrency}
        day={null}
        onChange={(change, typed) => onChange((present) => ({ ...present, ...change(present) }), typed)}
      />
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

/** The company's address, which is edited in the company (PROC-06). */
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
