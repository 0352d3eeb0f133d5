import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { permitDashboard } from '../access.ts';
import { type Figure, maxNamed } from '../model.ts';
import { documentsOf, filterInput, filterValues, narrowed } from './filter.ts';
import { fromSums, readSpans } from './sums.ts';

const dimension = `case grouping(d.status, d.department_id, d.cost_center_id, d.ledger_account_id)
          when 7 then 'status' when 11 then 'department' when 13 then 'cost_center' else 'ledger_account' end`;
const key = 'coalesce(d.status, d.department_id::text, d.cost_center_id::text, d.ledger_account_id::text)';
const sets = 'grouping sets ((d.status), (d.department_id), (d.cost_center_id), (d.ledger_account_id))';

/**
 * All dimensions in one pass. Each names its largest parts and sums the rest, so that the parts add up to the total.
 */
const figuresSql = `
  with ${readSpans}, added as (
    select d.kind, d.company_currency as currency,
        ${dimension} as dimension, ${key} as key,
        count(*) as count, coalesce(sum(d.company_netto), 0) as net, 0 as without_rate
      from read r
      join document d on d.created_at >= r.lower and d.created_at < r.upper and d.kind = any (r.kinds)
      where ${narrowed}
      group by d.kind, d.company_currency, ${sets}
    union all
    select kind, currency, dimension, key, count, net, 0 from ${fromSums} and dimension <> 'product'
    union all
    -- Counted above, but in no value (PRICE-07).
    select d.kind, d.company_currency, ${dimension}, ${key}, 0, 0, count(*)
      from document d where d.company_netto_cents is null and ${documentsOf}
      group by d.kind, d.company_currency, ${sets}
  ), parts as (
    select kind, currency, dimension, key, sum(count) as count, sum(net) as net, sum(without_rate) as without_rate
      from added group by kind, currency, dimension, key having sum(count) <> 0
  ), summed as (
    select * from parts
    union all
    select kind, currency, null, null, sum(count), sum(net), sum(without_rate) from parts where dimension = 'status' group by kind, currency
  ), ranked as (
    select *, row_number() over (
        partition by kind, currency, dimension order by key is null, net desc, count desc, key) > $6 as is_rest
      from summed
  ), shown as (
    select kind, currency, dimension, case when is_rest then null else key end as key, is_rest,
        sum(count)::int as count, sum(net) as net, sum(without_rate)::int as without_rate
      from ranked group by kind, currency, dimension, is_rest, case when is_rest then null else key end
  )
  select f.kind, f.currency, f.dimension, f.key, coalesce(k.number, a.number) as number,
      coalesce(e.shown_name, k.shown_name, a.name) as name, f.is_rest, f.count, f.net::text as net,
      f.without_rate
    from shown f
    left join department e on e.id = case f.dimension when 'department' then f.key::bigint end
    left join cost_center k on k.id = case f.dimension when 'cost_center' then f.key::bigint end
    left join ledger_account a on a.id = case f.dimension when 'ledger_account' then f.key::bigint end
    order by f.kind, f.currency, f.dimension, f.is_rest, f.key is null, f.net desc, f.count desc, f.key`;

/** Number and net value of visible documents by status, department, cost center and account (DASH-03). */
export const dashboardFigures: QueryFunction = queryFunction({
  name: 'dashboard_figures',
  description: 'Counts and net values of documents by status, department, cost center and ledger account.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<readonly Figure[]> => {
    permitDashboard(context);
    return await tx.fixed<Figure & object>(figuresSql, [...filterValues(filter), maxNamed]);
  },
});
