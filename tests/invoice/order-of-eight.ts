import type { DemoWeb, WebCaller } from '../support/demo-web.ts';

/** An order with its only line. */
export interface Order {
  readonly id: number;
  readonly line: number;
}

/** An order of eight pieces at 10.00, partly received. */
export async function orderOfEight(
  { web }: Pick<DemoWeb, 'web'>,
  { context }: WebCaller,
  { clients, suppliers }: { readonly clients: readonly number[]; readonly suppliers: readonly number[] },
  { status = 'ordered', received = 8, supplier = 0, client = 0, approved = '80.00' } = {},
): Promise<Order> {
  const [row] = await web.sql<{ id: string; line: string }>(
    `with begun as (insert into timeline (tenant_id) values ($1) returning id),
       made as (insert into procurement (tenant_id, timeline_id, creator_id, name, status, client_id, number, total_netto,
           total_brutto, approved_netto)
         select $1, id, $2, 'Papier', $3, $4, case when $3 <> 'draft' then 90000 + id end, 80, 80, $7 from begun returning id),
       line as (insert into procurement_line (tenant_id, procurement_id, sort_no, description, supplier_id, quantity, price_netto,
           total_netto, total_brutto, quantity_received)
         select $1, id, 0, 'Papier', $5, 8, 10, 80, 80, $6 from made returning id)
     select made.id, line.id as line from made, line`,
    [context.tenantId, context.userId, status, clients[client], suppliers[supplier], received, approved],
  );
  return { id: Number(row?.id), line: Number(row?.line) };
}
