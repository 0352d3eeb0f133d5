import { type Amount, grossOf, minus, round } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { InvoiceFields, TaxCategory, TaxRow } from './model.ts';

/** Categories under which the recipient owes the tax: reverse charge and intra-community acquisition (INV-18). */
const owed: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);

/** The default rate of owed tax for companies without a rate of their own, in percent. */
export const usualRate: Amount = '19';

/** Whether we owe the tax of a line or row of this category. */
export function isOwed(category: TaxCategory | null): boolean {
  return category !== null && owed.has(category);
}

/** The tax that we owe on a row, at a rate in percent, in the currency of the invoice. */
export function owedTax({ net }: Pick<TaxRow, 'net'>, rate: Amount): Amount {
  return round(minus(grossOf(net, rate, 2), net), 2);
}

/** If we owe the tax, the VAT ids of both the supplier and our company are required (INV-18). */
export function vatIdProblems(
  { vat_number }: Pick<InvoiceFields, 'vat_number'>,
  rows: readonly Pick<TaxRow, 'tax_category'>[],
  companyVatId: string | null,
): readonly FieldProblem[] {
  if (!rows.some((row) => isOwed(row.tax_category))) return [];
  const field = 'vat_number';
  return [
    ...(vat_number === null ? [{ field, code: 'specific_field_required' as const, values: { field } }] : []),
    ...(companyVatId === null ? [{ field: 'client_id', code: 'company_without_vat_id' as const }] : []),
  ];
}
