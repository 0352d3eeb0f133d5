import type { ListStatement } from './list-statement.ts';

/**
 * What was ordered, received, ended and invoiced by line until a day ($1), as `order_movement` has it, and what follows
 * from it. The lists of orders and open commitments are all cut from these rows, so that for every line
 * `committed = ordered - invoiced - released` and `received not invoiced - invoiced not received = received - invoiced`.
 */
const figuresOf = (movements: string): string => `
  with movements as (
    select m.procurement_id, m.line, min(m.currency) as currency,
      min(m.day) filter (where m.kind = 'ordered') as ordered_on,
      coalesce(sum(m.net) filter (where m.kind = 'ordered'), 0) as ordered,
      coalesce(sum(m.net) filter (where m.kind = 'received'), 0) as came,
      coalesce(sum(m.net) filter (where m.kind = 'ended'), 0) as ended,
      coalesce(sum(m.net) filter (where m.kind = 'invoiced'), 0) as charged,
      (array_agg(m.cost_center_id order by m.id desc) filter (where m.kind = 'ordered' and m.net > 0))[1] as cost_center_id
    from order_movement m where m.day <= $1::date ${movements} group by m.procurement_id, m.line
  ), figures as (
    select m.procurement_id, m.line, m.currency, m.ordered_on, m.cost_center_id, m.ordered, f.*
    from movements m cross join lateral app.line_figures(m.ordered, m.came, m.ended, m.charged) f
  )`;

/** Of an order that was settled by the day nothing stands in any list. */
const figures = figuresOf('and m.settled_on > $1::date');

const narrowed = (net: string, condition: string): string => `${figures}
  select f.*, p.number, ${net} as net from figures f join procurement p on p.id = f.procurement_id
  where ($2::bigint is null or p.client_id = $2) and ($3::bigint is null or p.department_id = $3)
    and ($4::bigint is null or f.cost_center_id = $4) and ${condition}
  order by f.ordered_on, p.number, f.line`;

/** The document of a row and where it belongs, by the columns of all lists of order lines. */
const named = (rows: string): string => `
  select 'procurement' as kind, 'procurement' as document, p.id, f.currency, p.order_number_formatted as number, p.name,
    s.name as supplier, l.description as line, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center, f.ordered_on::text as ordered_on, null as ends_on,
    f.ordered, f.received, f.invoiced, f.beyond, f.released, f.net
  from ${rows} f
  join procurement p on p.id = f.procurement_id
  left join procurement_line l on l.id = f.line
  left join supplier s on s.id = l.supplier_id
  left join client c on c.id = p.client_id
  left join department d on d.id = p.department_id
  left join cost_center z on z.id = f.cost_center_id
  order by f.ordered_on, p.number, f.line`;

/** Goods that came and of which no invoice has come (DASH-07). */
export const receivedNotInvoiced: ListStatement = {
  narrowed: narrowed('f.received - f.invoiced', 'f.received > f.invoiced'),
  named,
};

/** Invoices of which the goods have not come, and what they charge beyond the order (DASH-07). */
export const invoicedNotReceived: ListStatement = {
  narrowed: narrowed(
    'greatest(0, f.invoiced - f.received)',
    'not f.is_settled and (f.invoiced > f.received or f.beyond <> 0)',
  ),
  named,
};

/** What is still to be invoiced of orders (DASH-07); contracts come beside it. */
export const committedOrders: ListStatement = {
  narrowed: narrowed('f.committed', 'f.committed > 0'),
  named,
};

/** Every line with all its figures, also of what is settled, for whoever wants to see that they add up. */
export const allFigures = `${figuresOf('')}
  select f.procurement_id, f.line, f.cost_center_id, f.currency, f.ordered, f.received, f.invoiced, f.beyond, f.released,
    f.committed, exists (select from order_movement m
      where m.procurement_id = f.procurement_id and m.settled_on <= $1::date) as is_settled
  from figures f order by f.procurement_id, f.line`;
