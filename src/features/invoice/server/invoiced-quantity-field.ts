import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';

/** How many units of a line of an order all invoices charge together (INV-23), whoever sees them. */
export const invoicedQuantity: SqlField = {
  table: 'procurement_line',
  name: 'invoiced_quantity',
  type: scalars.numeric,
  sql: (alias) => `app.invoiced_quantity(${alias}.id)`,
};
