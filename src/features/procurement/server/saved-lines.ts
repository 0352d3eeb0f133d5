import { emptyStored } from '../../../document/fields.ts';
import { mergedLines } from '../../../document/server/lines-store.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { TypedLine } from '../editing.ts';
import { lineFields } from '../fields.ts';
import type { LinePrice, ProcurementLine } from '../model.ts';
import type { SaveInput } from './input.ts';

type LineInput = NonNullable<SaveInput['lines']>[number];

/** The catalogue data of a product in a line. */
export interface CatalogueProduct extends LinePrice {
  readonly id: number;
  readonly cost_center_id: number | null;
  readonly is_cost_center_fixed: boolean;
  readonly product_group_id: number | null;
  readonly supplier_id: number | null;
}

/**
 * The products of the lines, without deactivated records (PROC-43). Runs as writer, so that people without
 * `user-price` get lines with prices (ROLE-07).
 */
export async function loadCatalogue(
  tx: Tx,
  lines: readonly LineInput[],
): Promise<ReadonlyMap<number, CatalogueProduct>> {
  const ids = [...new Set(lines.map((line) => line.product_id).filter((id) => typeof id === 'number'))];
  if (ids.length === 0) return new Map();
  const rows = await tx.fixed<CatalogueProduct>(
    `select id, price_netto, price_brutto, 'net' as price_mode, price_unit, tax, is_cost_center_fixed,
            (select c.id from cost_center c where c.id = p.cost_center_id and c.active) as cost_center_id,
            (select g.id from product_group g where g.id = p.product_group_id and g.active) as product_group_id,
            (select s.id from supplier s where s.id = p.supplier_id and s.active) as supplier_id
     from product p where id = any ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const emptyLine: ProcurementLine = {
  ...emptyStored(lineFields),
  id: null,
  quantity_received: '0',
  is_cost_center_fixed: false,
  marketplace_id: null,
  punchout_cart_id: null,
  sort_no: 0,
};

/** The lines as typed; none if one of them is not on the request, which `mergeLines` refuses. */
export function typedLines(
  stored: readonly ProcurementLine[],
  wanted: readonly LineInput[],
): readonly ProcurementLine[] {
  const known = new Set(stored.map(({ id }) => id));
  const named = wanted.flatMap(({ id }) => id ?? []);
  const isKnown = named.every((id) => known.has(id)) && new Set(named).size === named.length;
  return isKnown ? mergedLines({ fields: lineFields, empty: emptyLine }, stored, wanted) : [];
}

/** The lines to save; products set their fixed cost center (PROC-09). */
export function mergeLines(
  stored: readonly ProcurementLine[],
  wanted: readonly LineInput[],
  catalogue: ReadonlyMap<number, CatalogueProduct>,
  agreed: ReadonlyMap<number, LinePrice>,
): TypedLine[] {
  const merged = mergedLines({ fields: lineFields, empty: emptyLine }, stored, wanted);
  return merged.map((line, position) => {
    const supplied = withProduct(line, catalogue.get(line.product_id ?? 0));
    const contractLineId = wanted[position]?.contract_line_id ?? 0;
    return { ...supplied, agreed: line.id === null ? agreed.get(contractLineId) : undefined };
  });
}

function withProduct(line: ProcurementLine, product: CatalogueProduct | undefined): ProcurementLine {
  if (!product) return line;
  return {
    ...line,
    is_cost_center_fixed: product.is_cost_center_fixed,
    cost_center_id: product.is_cost_center_fixed ? product.cost_center_id : line.cost_center_id,
    product_group_id: line.product_group_id ?? product.product_group_id,
    supplier_id: line.supplier_id ?? product.supplier_id,
  };
}
