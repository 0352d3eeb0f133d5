import type { ListStatement } from './list-statement.ts';

/** Amounts are added in hundredths, which numbers of the machine hold: there are many lines, and most of the work is this. */
const net = (kind: string): string =>
  `coalesce(sum(m.net_cents) filter (where m.kind = '${kind}'), 0)::bigint`;
const inCurrency = (hundredths: string): string => `${hundredths} / 100.0`;

/**
 * What was ordered, received, ended and invoiced by line until a day ($1), as `order_movement` has it, and what follows
 * from it. The lists of orders and open commitments are all cut from these rows, so that for every line
 * `committed = ordered - invoiced - released` and `received not invoiced - invoiced not received = received - invoiced`.
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

/** Of an order that was settled by the day nothing stands in any list. */
const figures = figuresOf('and m.settled_on > $1::date');

/** The cost center of a line on the day ($1). */
const costCenterOf = (line: string): string => `(
    select m.cost_center_id from order_movement m
    where m.procurement_id = ${line}.procurement_id and m.line = ${line}.line and m.day <= $1::date and m.kind = 'ordered' and m.net > 0
    order by m.id desc limit 1)`;

/**
 * A list of order lines with the figures that it shows, what they come to, and which lines stand in it. Orders are joined where the list
 * is narrowed by them, else not: their movements settle who sees them.
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

/** Goods that came and of which no invoice has come (DASH-07). */
export const receivedNotInvoiced = listOf(
  ['ordered', 'received', 'invoiced'],
  'f.received - f.invoiced',
  'f.received > f.invoiced',
);

/** Invoices of which the goods have not come, and what they charge beyond the order (DASH-07). */
export const invoicedNotReceived = listOf(
  ['ordered', 'received', 'invoiced', 'beyond'],
  'greatest(0, f.invoiced - f.received)',
  'not f.is_settled and (f.invoiced > f.received or f.beyond <> 0)',
);

/** What is still to be invoiced of orders (DASH-07); contracts come beside it. */
export const committedOrders = listOf(['ordered', 'invoiced', 'released'], 'f.committed', 'f.committed > 0');

/** Every line with all its figures, also of what is settled, for whoever wants to see that they add up. */
export const allFigures = `${figuresOf('')}
  select f.procurement_id, f.line, ${costCenterOf('f')} as cost_center_id, f.currency,
    ${['ordered', 'received', 'invoiced', 'beyond', 'released', 'committed'].map((name) => `round(${inCurrency(`f.${name}`)}, 2) as ${name}`).join(', ')},
    exists (select from order_movement m
      where m.procurement_id = f.procurement_id and m.settled_on <= $1::date) as is_settled
  from figures f order by f.procurement_id, f.line`;
