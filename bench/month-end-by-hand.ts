import type { MonthEndList } from '../src/features/month-end/search.ts';

/**
 * The number of rows of a list and their sums in hand-written SQL; the first rows with their names are left out. The
 * values are the tenant and the day. Lists that the date engine computes, and those of one company or product, have
 * none.
 */
export const monthEndByHand = {
  received_not_invoiced: ofOrders('f.received - f.invoiced', 'f.received > f.invoiced'),
  invoiced_not_received: ofOrders(
    'greatest(0, f.invoiced - f.received)',
    'not f.is_settled and (f.invoiced > f.received or f.beyond <> 0)',
  ),
  commitments: ofOrders('f.committed', 'f.committed > 0'),
  not_exported: counted(`
    select round(i.total_netto * coalesce(i.exchange_rate, 1), 2) as net from invoice i
    where i.tenant_id = $1 and i.invoice_date <= $2::date and i.status not in ('declined', 'declined-exported')
      and (i.status <> 'open' or i.created_at < ($2::date + 1)::timestamp at time zone 'Europe/Berlin')
      and (i.exported_at is null or i.exported_at >= ($2::date + 1)::timestamp at time zone 'Europe/Berlin')`),
  // Early payment gains the first discount, unpaid ones lose it; the bench has no second one.
  discounts: counted(`
    select i.discount_1_amount as net from invoice i
    where i.tenant_id = $1 and i.status not in ('declined', 'declined-exported') and i.invoice_date <= $2::date
      and (i.status <> 'open' or i.created_at < ($2::date + 1)::timestamp at time zone 'Europe/Berlin')
      and i.discount_1_date >= date_trunc('month', $2::date)::date - 1
      and (i.paid_on is null or i.paid_on > $2::date or i.paid_on >= date_trunc('month', $2::date)::date)`),
  // The number of steps.
  throughput: `
    select json_build_object('count', sum(s.count), 'seconds', json_agg(s.seconds))::text as body from (
    select count(*) as count, avg(extract(epoch from e.completed_at - b.completed_at)) as seconds
    from timeline_entry e
    join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
    left join timeline_entry b on b.tenant_id = e.tenant_id and b.timeline_id = e.timeline_id and b.entry_no = e.entry_no - 1
    where e.tenant_id = $1 and e.status in ('approved', 'declined') and e.type <> 'start'
      and e.completed_at >= date_trunc('month', $2::date)::timestamp at time zone 'Europe/Berlin'
      and e.completed_at < ($2::date + 1)::timestamp at time zone 'Europe/Berlin'
    group by e.type, u.department_id) s`,
} as const satisfies Partial<Readonly<Record<MonthEndList, string>>>;

export type MeasuredList = keyof typeof monthEndByHand;
export const measuredLists = Object.keys(monthEndByHand) as readonly MeasuredList[];

function ofOrders(net: string, condition: string): string {
  return counted(`
    select ${net} as net
    from (
      select sum(m.net) filter (where m.kind = 'ordered') as ordered, sum(m.net) filter (where m.kind = 'received') as came,
        sum(m.net) filter (where m.kind = 'ended') as ended, sum(m.net) filter (where m.kind = 'invoiced') as charged
      from order_movement m where m.tenant_id = $1 and m.day <= $2::date and m.settled_on > $2::date group by m.line
    ) m
    cross join lateral app.line_figures(coalesce(ordered, 0), coalesce(came, 0), coalesce(ended, 0), coalesce(charged, 0)) f
    where ${condition}`);
}

function counted(rows: string): string {
  return `select json_build_object('count', count(*), 'net', sum(net))::text as body from (${rows}) r`;
}
