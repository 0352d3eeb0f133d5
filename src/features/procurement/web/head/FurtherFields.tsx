import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencyFields } from '../../../../document/web/head/CurrencyFields.tsx';
import { FoldedFields } from '../../../../document/web/head/FoldedFields.tsx';
import classes from '../../../../document/web/head/HeadFields.module.css';
import { type EditedHead, useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { paymentTimings, procurementTypes, usageTypes } from '../../model.ts';
import type { HeadDraft } from '../draft/draft.ts';

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

/** What rarely differs from its default. */
export function FurtherFields(props: EditedHead<HeadDraft>): ReactNode {
  return (
    <FoldedFields columns={furtherFields} problems={props.problems}>
      <OpenedFields {...props} />
    </FoldedFields>
  );
}

function OpenedFields(props: EditedHead<HeadDraft>): ReactNode {
  const { head, problems, onChange } = props;
  const { t } = useTranslation();
  const field = useHeadField(props);
  const usages = usageTypes.map((id) => ({ id, name: t(`procurement.usage.${id}`) }));
  const timings = paymentTimings.map((id) => ({ id, name: t(`procurement.payment.${id}`) }));
  // Only a contract makes an order from one (PROC-24).
  const types = procurementTypes
    .filter((id) => id !== 'recurring_contract' || head.contract !== null || head.type === id)
    .map((id) => ({ id, name: t(`procurement.type.${id}`) }));
  return (
    <>
      <SearchSelect
        {...field('usage_type')}
        value={chosenOf(usages, head.usage_type)}
        options={usages}
        onChange={(option) => field('usage_type').onChange(option?.id ?? null)}
      />
      <SearchSelect
        {...field('payment_timing')}
        value={chosenOf(timings, head.payment_timing)}
        options={timings}
        onChange={(option) => field('payment_timing').onChange(option?.id ?? null)}
      />
      <SearchSelect
        {...field('type')}
        required
        value={chosenOf(types, head.type)}
        options={types}
        onChange={(option) => field('type').onChange(option?.id ?? 'single_invoice')}
      />
      <TextField {...field('external_order_number')} maxLength={60} />
      <CurrencyFields
        {...props}
        own={head.client?.currency ?? defaultCurrency}
        onChange={(change, typed) => onChange((present) => ({ ...present, ...change(present) }), typed)}
      />
      <div className={classes.wide}>
        <TextField {...field('notes')} rows={2} maxLength={4000} />
      </div>
      <BillingAddress
        text={head.client?.billingText ?? null}
        problem={problems.get('head.billing_address_text')}
      />
      <div className={classes.checks}>
        {(['show_notes_in_pdf', 'payment_in_advance', 'no_product_selection'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`field.${name}`)}
            checked={head[name]}
            onChange={(event) => field(name).onChange(event.currentTarget.checked)}
          />
        ))}
      </div>
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
