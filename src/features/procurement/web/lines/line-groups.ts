import { type Amount, amountOrNull, sum } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';
import type { LineRow, ProcurementDocument, SupplierOrderRow } from '../document.ts';

/** By what the lines stand together (PROC-03, PROC-10). */
export const groupings = ['supplier', 'cost_center', 'product_group'] as const;
export type Grouping = (typeof groupings)[number];

export interface ShownLine {
  readonly row: LineRow;
  /** Counted from 1 over the whole document. */
  readonly position: number;
  /** Null where prices are hidden. */
  readonly net: Amount | null;
}

export interface LineGroup {
  readonly key: string;
  /** Null for the lines without supplier, cost center or group. */
  readonly name: string | null;
  readonly lines: readonly ShownLine[];
  readonly net: Amount | null;
  /** The order of a supplier's block (PROC-16); undefined where lines stand together by something else. */
  readonly order: SupplierOrderRow | undefined;
  readonly supplierId: number | null;
}

/** The lines in bands with subtotals, in the order of their first lines. */
export function groupLines(
  document: ProcurementDocument,
  grouping: Grouping,
  seesPrices: boolean,
): readonly LineGroup[] {
  const { lines: nets } = totals(document.procurement_lines.map(pricedLine));
  const shown = document.procurement_lines.map(
    (row, index): ShownLine => ({
      row,
      position: index + 1,
      net: seesPrices ? (nets[index]?.total_netto ?? null) : null,
    }),
  );
  const groups = Map.groupBy(
    shown,
    ({ row }) => (row[grouping] ?? commonCostCenter(document, grouping))?.id ?? null,
  );
  return [...groups].map(([id, lines]) => {
    const reference = lines[0]?.row[grouping] ?? commonCostCenter(document, grouping);
    return {
      key: `${grouping} ${id}`,
      name:
        reference === null
          ? null
          : 'number' in reference
            ? `${reference.number} ${reference.name}`
            : reference.name,
      lines,
      net: seesPrices ? sum(lines.map((line) => line.net ?? '0')) : null,
      order:
        grouping === 'supplier' && id !== null
          ? document.procurement_supplier_orders.find((order) => order.supplier?.id === id)
          : undefined,
      supplierId: grouping === 'supplier' ? id : null,
    };
  });
}

/** A line of the API as the totals read it. */
export function pricedLine(row: LineRow) {
  return {
    quantity: amountOrNull(row.quantity),
    price_netto: amountOrNull(row.price_netto),
    price_brutto: amountOrNull(row.price_brutto),
    price_mode: row.price_mode,
    price_unit: amountOrNull(row.price_unit),
    tax: amountOrNull(row.tax),
  };
}

/** A line without its own cost center counts on that of the document. */
function commonCostCenter(document: ProcurementDocument, grouping: Grouping) {
  return grouping === 'cost_center' ? document.cost_center : null;
}
