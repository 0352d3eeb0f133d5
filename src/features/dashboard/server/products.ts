import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { permitDashboard } from '../access.ts';
import { mostProducts, type ProductFigure } from '../model.ts';
import { documentsOf, filterInput, filterValues } from './filter.ts';

/**
 * What was ordered most, by value and by quantity. Quantities of different units are never added, so a product that is
 * ordered by the piece and by the box has two rows.
 */
const productsSql = `
  with ordered as (
    select product_id, supplier_id, item_number, unit, currency, quantity, round(net, 2) as net,
        row_number() over (partition by currency order by net desc, product_id, item_number) as by_value,
        row_number() over (partition by currency order by quantity desc, product_id, item_number) as by_quantity
      from (
        select array_agg(d.id) as ids, array_agg(d.company_currency) as currencies
          from document d where d.kind = 'procurement' and ${documentsOf}
      ) o
      cross join lateral app.ordered_products(o.ids, o.currencies)
  )
  select coalesce(p.name, concat_ws(' · ', s.name, o.item_number)) as name, coalesce(p.item_number, o.item_number) as item_number,
      o.unit, o.currency, o.quantity::text as quantity, o.net::text as net, o.by_value::int as by_value,
      o.by_quantity::int as by_quantity
    from ordered o
    left join product p on p.id = o.product_id
    left join supplier s on s.id = o.supplier_id
    where o.by_value <= $6 or o.by_quantity <= $6
    order by o.currency, o.by_value`;

/** The products of the orders that the person sees, the most valuable and the most ordered ones (DASH-04). */
export const dashboardProducts: QueryFunction = queryFunction({
  name: 'dashboard_products',
  description: 'The products that were ordered most, by value and by quantity.',
  isPlannedOnce: true,
  input: filterInput,
  run: async (tx, context, filter): Promise<readonly ProductFigure[]> => {
    permitDashboard(context);
    return await tx.fixed<ProductFigure & object>(productsSql, [...filterValues(filter), mostProducts]);
  },
});
