import { type Amount, amountOf } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';

export interface SharedLine {
  readonly quantity: number | null;
  readonly price_netto: number | null;
  readonly price_brutto: number | null;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit: number | null;
  readonly tax: number | null;
  readonly supplier: { readonly id: number; readonly name: string } | null;
}

export interface SupplierShare {
  readonly supplier: string | null;
  readonly lines: number;
  /** Null while a price is missing or hidden. */
  readonly netto: Amount | null;
}

/** The lines by supplier, in the order in which the suppliers appear. */
export function supplierShares(lines: readonly SharedLine[]): readonly SupplierShare[] {
  const text = (value: number | null): Amount | null => (value === null ? null : amountOf(value));
  const bySupplier = Map.groupBy(lines, (line) => line.supplier?.name ?? null);
  return [...bySupplier].map(([supplier, own]) => {
    const priced = own.map((line) => ({
      ...line,
      quantity: text(line.quantity),
      price_netto: text(line.price_netto),
      price_brutto: text(line.price_brutto),
      price_unit: text(line.price_unit),
      tax: text(line.tax),
    }));
    const isPriced = own.every((line) => line.price_netto !== null);
    return { supplier, lines: own.length, netto: isPriced ? totals(priced).total_netto : null };
  });
}
