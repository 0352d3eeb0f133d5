import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../base/money.ts';
import { requiredFields } from '../../../document/fields.ts';
import type { CompanyReference, SupplierReference } from '../../../document/web/draft/reference.ts';
import { CompanyFields } from '../../../document/web/head/CompanyFields.tsx';
import { CompanyValue, shownRate } from '../../../document/web/head/CompanyValue.tsx';
import { CurrencyFields } from '../../../document/web/head/CurrencyFields.tsx';
import { inCurrency } from '../../../document/web/head/company-head.ts';
import { DocumentFieldInput } from '../../../document/web/head/DocumentFieldInput.tsx';
import { Fact, FactList } from '../../../document/web/head/FactList.tsx';
import { FoldedFields } from '../../../document/web/head/FoldedFields.tsx';
import fields from '../../../document/web/head/HeadFields.module.css';
import { type EditedHead, useHeadField } from '../../../document/web/head/use-head-field.ts';
import { findCompanies, findSuppliers } from '../../../document/web/lookups.ts';
import { defaultCurrency } from '../../../platform/constants.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Reading } from '../../recognition/reading.ts';
import { invoiceFields } from '../fields.ts';
import { isOwed } from '../owed-tax.ts';
import { isAsInvoiceDate, statedDays } from '../proposed-days.ts';
import { requiredColumns } from '../required-selections.ts';
import { isRejected } from '../review.ts';
import { AccountingFacts, AccountingFields } from './accounting/AccountingFields.tsx';
import { headOfNoCompany, lineOfNoCompany } from './accounting/shown-particulars.ts';
import { CorrectedField, TypeField } from './accounting/TypeFields.tsx';
import { type InvoiceDraft, isBlankLine } from './draft.ts';
import classes from './InvoiceFields.module.css';
import { OrderField } from './orders/OrderField.tsx';
import { OpenValues } from './original/OpenValues.tsx';
import { UnsureField, useUnsureHints } from './original/UnsureField.tsx';
import { useDueHint } from './original/use-due-hint.ts';
import { UnknownSupplier } from './seller/UnknownSupplier.tsx';
import { useSupplierChoice } from './seller/use-supplier-choice.ts';
import type { InvoiceForm } from './use-invoice-form.ts';

type Head = InvoiceDraft['head'];

const plain = [
  'number_printed',
  'invoice_date',
  'delivery_date',
  'due_date',
  'total_brutto',
  'tax',
  'name',
  'notes',
] as const;
const further = ['number', 'service_from', 'service_to', 'vat_due_date', 'export_individual_items'] as const;

export interface InvoiceFieldsProps {
  readonly form: InvoiceForm;
  /** Marks the values that need a check. */
  readonly reading: Reading | null;
}

/** The fields of the invoice: inputs while it can be edited, else read-only. */
export function InvoiceFields({ form, reading }: InvoiceFieldsProps): ReactNode {
  const { t } = useTranslation();
  const { document, editor, saving, problems, isEditing, situation } = form;
  const unsureHint = useUnsureHints(editor.draft.head, reading);
  const due = useDueHint(editor.draft.head, reading);
  const onSupplier = useSupplierChoice(form, reading);
  const { settings } = situation.facts;
  const stated = statedDays(reading);
  if (document !== null && !isEditing) return <ReadInvoice form={form} />;
  return (
    <>
      {reading === null ? null : (
        <>
          <OpenValues reading={reading} form={form} isUnsure={(column) => unsureHint(column) !== undefined} />
          <UnknownSupplier form={form} reading={reading} />
        </>
      )}
      <Inputs
        form={form}
        head={editor.draft.head}
        fields={invoiceFields}
        required={requiredOf(form)}
        problems={problems}
        labels={{
          total_brutto: t('invoice.total_brutto'),
          delivery_date: t('invoice.delivery_date'),
          number: t('invoice.export_number'),
        }}
        isCurrencyRead={reading?.fields.currency != null}
        hasLines={editor.draft.lines.some((line) => !isBlankLine(line))}
        isReviewed={settings.isReviewed}
        asksVatId={form.situation.document.taxRows.some((row) => isOwed(row.tax_category))}
        unsureHint={unsureHint}
        hint={(column) => {
          const isAsInvoice = column === 'delivery_date' && isAsInvoiceDate(editor.draft.head, stated);
          if (isAsInvoice) return t('invoice.as_invoice_date');
          return unsureHint(column) ?? (column === 'due_date' ? due?.text : undefined);
        }}
        isProposed={(column) => column === 'due_date' && due?.isProposed === true}
        onSupplier={onSupplier}
        onChange={(change, typed) => {
          editor.change((draft) => withChangedHead(draft, change(draft.head)));
          saving.forgetProblems(typed.map((field) => `head.${field}`));
        }}
      />
    </>
  );
}

interface InputsProps extends EditedHead<Head> {
  readonly form: InvoiceForm;
  /** The document states its currency; choosing a company does not change it. */
  readonly isCurrencyRead: boolean;
  /** The lines carry the tax rates. */
  readonly hasLines: boolean;
  /** The company owes the tax, so the supplier's VAT ID is required (INV-18). */
  readonly asksVatId: boolean;
  /** The hint below a field whose reading is unsure. */
  readonly unsureHint: (column: string) => string | undefined;
  /** The hint below a field, of any kind. */
  readonly hint: (column: string) => string | undefined;
  /** The value is only a default (INV-27). */
  readonly isProposed: (column: string) => boolean;
  /** The form asks for the result of the check (INV-07). */
  readonly isReviewed: boolean;
  readonly onSupplier: (supplier: SupplierReference | null) => void;
}

/** The columns that are required in the current state (INV-15). */
function requiredOf({ situation: { document, facts } }: InvoiceForm): ReadonlySet<string> {
  const { head, lines } = document;
  const { settings } = facts;
  return new Set([
    ...requiredFields(invoiceFields),
    ...requiredColumns(settings.required, lines),
    ...(settings.isReviewed ? ['review_status'] : []),
    ...(isRejected(head, settings) ? ['notes'] : []),
  ]);
}

function Inputs(props: InputsProps): ReactNode {
  const {
    form,
    isCurrencyRead,
    hasLines,
    asksVatId,
    unsureHint,
    hint,
    isProposed: _,
    isReviewed,
    onSupplier,
    ...edited
  } = props;
  const { t } = useTranslation();
  const { onChange } = edited;
  const field = useHeadField(edited);
  const supplierHint = hint('supplier_id');
  const chooseCompany = (client: CompanyReference | null): void =>
    onChange((present) => ({ ...present, ...ofCompany(present, client, isCurrencyRead) }), ['client_id']);
  const { head } = edited;
  const own = head.client?.currency ?? defaultCurrency;
  const isForeign = head.currency !== own;
  const currency = (
    <CurrencyFields
      {...edited}
      own={own}
      day={head.vat_due_date ?? head.invoice_date}
      onChange={(change, typed) => onChange((present) => ({ ...present, ...change(present) }), typed)}
    />
  );
  return (
    <section className={`${fields.fields} ${classes.fields}`} aria-label={t('document.head')}>
      <UnsureField isUnsure={unsureHint('supplier_id') !== undefined}>
        <SearchSelect
          {...field('supplier', 'supplier_id')}
          {...(supplierHint !== undefined && { hint: supplierHint })}
          searchKey={['supplier']}
          search={findSuppliers}
          onChange={(supplier) => onSupplier(supplier as SupplierReference | null)}
        />
      </UnsureField>
      <ReadInputs
        {...props}
        names={[...plain, ...(isReviewed ? (['review_status'] as const) : [])].filter(
          (name) => !hasLines || name !== 'tax',
        )}
      />
      <CompanyFields
        {...edited}
        findCompanies={(text, signal) => findCompanies(() => [], text, signal)}
        onChange={(change, typed) => onChange((present) => ({ ...present, ...change(present) }), typed)}
        onCompany={chooseCompany}
      />
      {isForeign ? currency : null}
      <OrderField form={form} />
      <CorrectedField {...edited} documentId={form.document?.id ?? null} />
      <FoldedFields columns={[...further, 'document_type', 'currency']} problems={edited.problems}>
        <TypeField {...edited} />
        {isForeign ? null : currency}
        <ReadInputs {...props} names={further} />
      </FoldedFields>
      <AccountingFields
        {...edited}
        asksVatId={asksVatId}
        target={form.situation.facts.settings.exportTarget}
      />
    </section>
  );
}

interface ReadInputsProps extends EditedHead<Head>, Pick<InputsProps, 'unsureHint' | 'hint' | 'isProposed'> {
  readonly names: readonly ((typeof plain | typeof further)[number] | 'review_status')[];
}

/** Inputs of declared fields, marked where their values need a check. */
function ReadInputs({ names, unsureHint, hint, isProposed, ...edited }: ReadInputsProps): ReactNode {
  const field = useHeadField(edited);
  return names.map((name) => {
    const text = hint(name);
    return (
      <UnsureField key={name} isUnsure={unsureHint(name) !== undefined} isProposed={isProposed(name)}>
        <DocumentFieldInput
          field={invoiceFields[name]}
          {...field(name)}
          {...(text !== undefined && { hint: text })}
        />
      </UnsureField>
    );
  });
}

/** Resets the fields that depend on the company. */
function ofCompany(head: Head, client: CompanyReference | null, isCurrencyRead: boolean): Partial<Head> {
  const isKept = client === null || isCurrencyRead;
  return { client, ...(isKept ? {} : inCurrency(head, client.currency)), ...headOfNoCompany };
}

function ReadInvoice({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { document } = form;
  if (document === null) return null;
  const rate = shownRate(document);
  const { currency, cost_center: center, ledger_account: account } = document;
  const named = (row: { readonly number: string; readonly name: string } | null): string =>
    row === null ? '–' : `${row.number} ${row.name}`;
  return (
    <FactList notes={document.notes}>
      <Fact label={t('field.supplier_id')}>{document.supplier?.name ?? '–'}</Fact>
      <Fact label={t('field.number_printed')}>{document.number_printed ?? '–'}</Fact>
      <Fact label={t('field.invoice_date')}>
        <DayText day={document.invoice_date} />
      </Fact>
      <Fact label={t('invoice.delivery_date')}>
        <DayText day={document.delivery_date} />
      </Fact>
      <Fact label={t('field.due_date')}>
        <DayText day={document.due_date} />
      </Fact>
      {form.situation.facts.settings.isReviewed ? (
        <Fact label={t('field.review_status')}>
          {document.review_status === null ? '–' : t(`invoice.review_status.${document.review_status}`)}
        </Fact>
      ) : null}
      <Fact label={t('invoice.total_brutto')}>
        <Amount value={document.total_brutto} currency={currency} decimals={2} />
      </Fact>
      <Fact label={t('document.rate.label')} isRare={rate === null}>
        {rate === null || document.total_brutto === null ? null : (
          <CompanyValue amount={amountOf(document.total_brutto)} rate={rate} format={format} />
        )}
      </Fact>
      <Fact label={t('field.client_id')}>{document.client?.name ?? '–'}</Fact>
      <Fact label={t('field.cost_center_id')}>{named(center)}</Fact>
      <Fact label={t('field.ledger_account_id')}>{named(account)}</Fact>
      <AccountingFacts document={document} target={form.situation.facts.settings.exportTarget} />
    </FactList>
  );
}

/** Clears references of the lines to records of the former company (VAL-21). */
function withChangedHead(draft: InvoiceDraft, head: Head): InvoiceDraft {
  const before = draft.head.client;
  const isMoved = before !== null && before.id !== head.client?.id;
  const lines = isMoved ? draft.lines.map((line) => ({ ...line, ...lineOfNoCompany })) : draft.lines;
  return { head, lines };
}
