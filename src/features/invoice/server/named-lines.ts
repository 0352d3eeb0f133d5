import type { Tx } from '../../../platform/server/database.ts';

/** A line of an order as the shop received it; of any order of the invoice if it names none. */
export interface NamedLine {
  readonly order: string | null;
  readonly number: string;
}

interface SentLine {
  readonly order_number: string;
  readonly line_number: string;
  readonly procurement_line_id: number;
}

/** The lines of the orders as last sent to shops; a line deleted since then is left out. */
const selectSent = `select p.order_number_formatted as order_number, e.place::text as line_number, l.id as procurement_line_id
  from procurement_supplier_order o
  join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
  cross join lateral (
    select content from procurement_order_letter where supplier_order_id = o.id and state = 'sent' order by id desc limit 1
  ) letter
  cross join jsonb_array_elements(letter.content -> 'lines') with ordinality as e (line, place)
  join procurement_line l on l.tenant_id = o.tenant_id and l.id = (e.line ->> 'id')::bigint
  where o.procurement_id = any ($1) and o.supplier_id = $2 and o.marketplace_id is not null`;

/**
 * The order lines that invoice lines name by the numbers of the order sent to the shop (PUN-17); undefined for a line
 * that names none, or one that several orders have. Runs as writer.
 */
export async function namedLines(
  tx: Tx,
  {
    supplierId,
    orderIds,
    names,
  }: {
    readonly supplierId: number;
    readonly orderIds: readonly number[];
    readonly names: readonly (NamedLine | undefined)[];
  },
): Promise<readonly (number | undefined)[]> {
  if (orderIds.length === 0 || names.every((name) => name === undefined)) return [];
  const sent = await tx.fixed<SentLine>(selectSent, [orderIds, supplierId]);
  return names.map((name) => {
    const [line, ...others] = sent.filter(
      ({ order_number, line_number }) =>
        line_number === name?.number.replace(/^0+(?=\d)/, '') &&
        (name.order === null || name.order.trim() === order_number),
    );
    return others.length === 0 ? line?.procurement_line_id : undefined;
  });
}
