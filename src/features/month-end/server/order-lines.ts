import type { ListStatement } from './list-statement.ts';

/** Amounts are summed as integer cents, which is much faster for many lines. */
const net = (kind: string): string =>
  `coalesce(sum(m.net_cents) filter (where m.kind = '${kind}'), 0)::bigint`;
const inCurrency = (hundredths: string): string => `${hundredths} / 100.0`;

/**
 * Ordered, received, ended and invoiced amounts per line until a day ($1), from `order_movement`, and derived ones.
 * All order lists use these rows, so that for every line `committed = ordered - invoiced - released` and `received
 * not invoiced - invoiced not received = received - invoiced`.
 */
const figuresOf = (movements: string): string => `
  with movements as (
    select m.procurement_id, m.line, min(m.currency) as currency, min(m.day) filter (where m.kind = 'ordered') as ordered_on,
      ${net('ordered')} as ordered, ${net('received')} as came, ${net('ended')} as ended, ${net('invoiced')} as charged
    from order_movement m where m.day <= $1::date ${movements} group by m.procurement_id, m.line
  ), figures as (
    select m.procurement_id, m.line, m.currency, m.ordered_on, m.ordered, f.*
    from movements m cross join lateral app.line_figures(m.ordered, m.came, m.ended, m.charged) f
  )`;

/** Orders settled by the day appear in no list. */
const figures = figuresOf('and m.settled_on > $1::date');

/** A line's cost center on the day ($1). */
const costCenterOf = (line: string): string => `(
    select m.cost_center_id from order_movement m
    where m.procurement_id = ${line}.procurement_id and m.line = ${line}.line and m.day <= $1::date and m.kind = 'ordered' and m.net > 0
    order by m.id desc limit 1)`;

/**
 * A list of order lines with shown figures, amount and condition. Orders are joined only for filters; visibility is
 * already decided by their movements.
 */
const listOf = (shown: readonly string[], due: string, condition: string): ListStatement => ({
  narrowed: `${figures}
  select f.procurement_id, f.line, f.currency, f.ordered_on, ${shown.map((name) => `f.${name}`).join(', ')}, ${due} as net
  from figures f left join procurement p on p.id = f.procurement_id
  where ($2::bigint is null or p.client_id = $2) and ($3::bigint is null or p.department_id = $3)
    and ($4::bigint is null or ${costCenterOf('f')} = $4) and ${condition}`,
  inCurrency,
  order: 'l.ordered_on, l.procurement_id, l.line',
  named: (rows) => `
  select 'procurement' as kind, 'procurement' as document, p.id, p.order_number_formatted as number, p.name,
    s.name as supplier, l.description as line, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center, f.ordered_on::text as ordered_on, null as ends_on,
    f.currency, ${[...shown, 'net'].map((name) => `${inCurrency(`f.${name}`)} as ${name}`).join(', ')}
  from ${rows} f
  join procurement p on p.id = f.procurement_id
  left join procurement_line l on l.id = f.line
  left join supplier s on s.id = l.supplier_id
  left join client c on c.id = p.client_id
  left join department d on d.id = p.department_id
  left join cost_center z on z.id = ${costCenterOf('f')}
  order by f.ordered_on, p.number, f.line`,
});

/** Goods received without an invoice (DASH-07). */
export const receivedNotInvoiced = listOf(
  ['ordered', 'received', 'invoiced'],
  'f.received - f.invoiced',
  'f.received > f.invoiced',
);

/** Invoices whose goods have not arrived, and amounts beyond the order (DASH-07). */
export const invoicedNotReceived = listOf(
  ['ordered', 'received', 'invoiced', 'beyond'],
  'greatest(0, f.invoiced - f.received)',
  'not f.is_settled and (f.invoiced > f.received or f.beyond <> 0)',
);

/** Amounts still to be invoiced for orders (DASH-07); contracts are added separately. */
export const committedOrders = listOf(['ordered', 'invoiced', 'released'], 'f.committed', 'f.committed > 0');

/**
 * The commitment of orders by month of delivery, from $5 to $6, each as `YYYY-MM` (DASH-09). Overdue deliveries count
 * in $5.
 */
const committedInMonths = (shown: string): string => `${figures}
  select ${shown}
  from figures f
  join procurement p on p.id = f.procurement_id
  left join procurement_line l on l.id = f.line
  left join cost_center z on z.id = ${costCenterOf('f')}
  cross join lateral (select concat_ws(' ', z.number, shown_name(z)) as cost_center) place
  cross join lateral (
    select greatest($5::text, to_char(coalesce(l.confirmed_delivery_date, l.delivery_date, p.delivery_date), 'YYYY-MM')) as period) due
  where ($2::bigint is null or p.client_id = $2) and ($3::bigint is null or p.department_id = $3)
    and ($4::bigint is null or z.id = $4) and f.committed > 0 and due.period <= $6::text`;

/** By cost center and month. */
export const committedByMonth = `${committedInMonths(`z.id as cost_center_id, place.cost_center, f.currency, due.period,
    round(${inCurrency('sum(f.committed)')}, 2)::text as orders`)}
  group by z.id, place.cost_center, f.currency, due.period`;

/** The lines of one month ($7) and cost center ($8). */
export const committedOfMonth = `${committedInMonths(`'procurement' as kind, 'procurement' as document, p.id,
    p.order_number_formatted as number, p.name, (select s.name from supplier s where s.id = l.supplier_id) as supplier,
    l.description as line, (select c.name from client c where c.id = p.client_id) as client,
    (select shown_name(d) from department d where d.id = p.department_id) as department, place.cost_center,
    f.ordered_on::text as ordered_on, f.currency, round(${inCurrency('f.committed')}, 2)::text as orders`)}
    and due.period = $7::text and z.id is not distinct from $8::bigint
  order by f.ordered_on, p.number, f.line`;

/**
 * Goods received without an invoice per order, account and cost center, to accrue them (DASH-08), without the lines of
 * $5. The account is null where the line has none.
 */
export const accruedGoods = `${figures}
  select 'procurement' as kind, p.id, f.currency, p.order_number_formatted as number, p.name, s.name as supplier,
    c.name as client, shown_name(d) as department, concat_ws(' ', z.number, shown_name(z)) as cost_center,
    a.number as account, coalesce(a.automatic, false)::int as is_automatic, z.number as cost_center_number,
    string_agg(f.line::text, ',') as lines, round(${inCurrency('sum(f.received - f.invoiced)')}, 2)::text as net
  from figures f
  join procurement p on p.id = f.procurement_id
  left join procurement_line l on l.id = f.line
  left join supplier s on s.id = l.supplier_id
  left join client c on c.id = p.client_id
  left join department d on d.id = p.department_id
  left join ledger_account a on a.id = coalesce(l.ledger_account_id, p.ledger_account_id)
  left join cost_center z on z.id = ${costCenterOf('f')}
  where p.client_id = $2 and ($3::bigint is null or p.department_id = $3) and ($4::bigint is null or z.id = $4)
    and f.received > f.invoiced and f.line <> all ($5::bigint[])
  group by p.id, p.number, p.order_number_formatted, p.name, f.currency, s.name, c.name, shown_name(d), a.number, a.automatic,
    z.number, shown_name(z)
  order by p.number, a.number, z.number`;

/** Every line with all figures, including settled orders, to check that they add up. */
export const allFigures = `${figuresOf('')}
  select f.procurement_id, f.line, ${costCenterOf('f')} as cost_center_id, f.currency,
    ${['ordered', 'received', 'invoiced', 'beyond', 'released', 'committed'].map((name) => `round(${inCurrency(`f.${name}`)}, 2) as ${name}`).join(', ')},
    exists (select from order_movement m
      where m.procurement_id = f.procurement_id and m.settled_on <= $1::date) as is_settled
  from figures f order by f.procurement_id, f.line`;
