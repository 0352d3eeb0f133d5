import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { permitDashboard } from '../access.ts';
import { maxProducts, type ProductFigure } from '../model.ts';
import { filterInput, filterValues, narrowed } from './filter.ts';
import { fromSums, readSpans } from './sums.ts';

/**
 * Most ordered products by value and quantity. Quantities of different units are never added: a product ordered by
 * piece and by box has two rows.
 */
const productsSql = `
  with ${readSpans}, added as (
    select product_id, supplier_id, item_number, unit, currency, quantity, net, without_rate
      from (
        select array_agg(id) as ids, array_agg(company_currency) as currencies
          from (
            select d.id, d.company_currency
              from read r
              join document d on d.created_at >= r.lower and d.created_at < r.upper and d.kind = any (r.kinds)
              where d.kind = 'procurement' and ${narrowed}
            union all
            select d.id, d.company_currency
              from asked a
              join document d on d.created_at >= a.first and d.created_at < a.last
              where d.kind = 'procurement' and d.currency <> d.company_currency and d.status <> 'draft'
                and 'procurement' = any (a.summed)
          ) d
      ) o
      cross join lateral app.ordered_products(o.ids, o.currencies)
    union all
    select (parts ->> 0)::bigint, (parts ->> 1)::bigint, parts ->> 2, parts ->> 3, currency, quantity, net, 0
      from (
        select key::jsonb as parts, currency, sum(quantity) as quantity, sum(net) as net
          from ${fromSums} and dimension = 'product'
          group by key, currency having sum(count) <> 0
      ) s
  ), ordered as (
    select product_id, supplier_id, item_number, unit, currency, sum(quantity) as quantity, round(sum(net), 2) as net,
        sum(without_rate)::int as without_rate,
        row_number() over (partition by currency order by sum(net) desc, product_id, item_number) as by_value,
        row_number() over (partition by currency order by sum(quantity) desc, product_id, item_number) as by_quantity
      from added
      group by product_id, supplier_id, item_number, unit, currency
  )
  select jsonb_build_array(o.product_id, o.supplier_id, o.item_number, o.unit)::text as key, coalesce(p.name, concat_ws(' · ', s.name, o.item_number)) as name, coalesce(p.item_number, o.item_number) as item_number,
      o.unit, o.currency, o.quantity::text as quantity, o.net::text as net, o.without_rate, o.by_value::int as by_value,
      o.by_quantity::int as by_quantity
    from ordered o
    left join product p on p.id = o.product_id
    left join supplier s on s.id = o.supplier_id
    where o.by_value <= $6 or o.by_quantity <= $6
    order by o.currency, o.by_value`;

/** Products of visible orders, the most valuable and the most ordered ones (DASH-04). */
export const dashboardProducts: QueryFunction = queryFunction({
  name: 'dashboard_products',
  description: 'The most ordered products, by value and by quantity.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<readonly ProductFigure[]> => {
    permitDashboard(context);
    return await tx.fixed<ProductFigure & object>(productsSql, [...filterValues(filter), maxProducts]);
  },
});
