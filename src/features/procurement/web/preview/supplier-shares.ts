import { type Amount, amountOrNull } from '../../../../base/money.ts';
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

/** The figures of a line as input for totals. */
export function pricesOf(line: SharedLine) {
  return {
    quantity: amountOrNull(line.quantity),
    price_netto: amountOrNull(line.price_netto),
    price_brutto: amountOrNull(line.price_brutto),
    price_unit: amountOrNull(line.price_unit),
    tax: amountOrNull(line.tax),
  };
}

/** The lines by supplier, in the order in which the suppliers appear. */
export function supplierShares(lines: readonly SharedLine[]): readonly SupplierShare[] {
  const bySupplier = Map.groupBy(lines, (line) => line.supplier?.name ?? null);
  return [...bySupplier].map(([supplier, own]) => {
    const priced = own.map((line) => ({ ...line, ...pricesOf(line) }));
    const isPriced = own.every((line) => line.price_netto !== null);
    return { supplier, lines: own.length, netto: isPriced ? totals(priced).total_netto : null };
  });
}
