import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isVatNumber } from '../../../../base/vat-number.ts';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import fields from '../../../../document/web/head/HeadFields.module.css';
import { useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { isTransferred } from '../../bank-data.ts';
import { invoiceFields } from '../../fields.ts';
import { isOwed } from '../../owed-tax.ts';
import { amountDue } from '../../rules.ts';
import { UnsureField, useUnsureHints } from '../original/UnsureField.tsx';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './PaymentData.module.css';

/** Input length; an IBAN or VAT ID may contain blanks and separators (VAL-29). */
const typedLength = 50;

export interface PaymentFieldsProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
}

/** The payment data as inputs. */
export function PaymentFields({ form, reading }: PaymentFieldsProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { editor, saving, problems, situation, document } = form;
  const { head } = editor.draft;
  const typed = situation.document.head;
  const unsureHint = useUnsureHints(head, reading);
  const field = useHeadField({
    head,
    fields: invoiceFields,
    required: new Set(isTransferred(typed) ? ['iban'] : []),
    problems,
    onChange: (change, columns) => {
      editor.change((draft) => ({ ...draft, head: change(draft.head) }));
      saving.forgetProblems(columns.map((column) => `head.${column}`));
    },
  });
  const hintOf = (column: string) => {
    const isOdd = column === 'vat_number' && typed.vat_number !== null && !isVatNumber(typed.vat_number);
    const hint = unsureHint(column) ?? (isOdd ? t('entity.problem.vat_number_doubtful') : undefined);
    return hint === undefined ? {} : { hint };
  };
  const read = (column: string, input: ReactNode): ReactNode => (
    <UnsureField key={column} isUnsure={unsureHint(column) !== undefined}>
      {input}
    </UnsureField>
  );
  // If the company owes the tax, the VAT ID is asked for beside the accounting fields.
  const isVatIdAsked = situation.document.taxRows.some((row) => isOwed(row.tax_category));
  const amounts = seesPrices ? (['prepaid_amount', 'rounding_amount'] as const) : [];
  return (
    <div className={fields.fields}>
      <DocumentFieldInput field={invoiceFields.payment_method} {...field('payment_method')} />
      <div className={fields.wide}>
        {read('iban', <TextField {...field('iban')} {...hintOf('iban')} maxLength={typedLength} />)}
      </div>
      {(isVatIdAsked ? (['bic'] as const) : (['bic', 'vat_number'] as const)).map((name) =>
        read(name, <TextField {...field(name)} {...hintOf(name)} maxLength={typedLength} />),
      )}
      {amounts.map((name) =>
        read(name, <DocumentFieldInput field={invoiceFields[name]} {...field(name)} {...hintOf(name)} />),
      )}
      {seesPrices ? (
        <div>
          <span className={fields.label}>{t('field.amount_due')}</span>
          <div className={classes.due} aria-live="polite">
            <Amount value={amountDue(typed)} currency={typed.currency} decimals={2} />
          </div>
        </div>
      ) : null}
      <div className={fields.checks}>
        {(['paid', 'payment_in_advance'] as const).map((name) => (
          <DocumentFieldInput key={name} field={invoiceFields[name]} {...field(name)} />
        ))}
      </div>
      <OrderNotes notes={document?.ordered?.notes ?? null} />
    </div>
  );
}

function OrderNotes({ notes }: { readonly notes: string | null }): ReactNode {
  const { t } = useTranslation();
  if (notes === null || notes === '') return null;
  return (
    <div className={classes.notes}>
      <span className={fields.label}>{t('field.order_notes')}</span>
      <p>{notes}</p>
    </div>
  );
}
