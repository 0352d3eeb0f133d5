import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';

/**
 * The quantity of an order line that all invoices charge together (INV-23), including those the person may not see.
 */
export const invoicedQuantity: SqlField = {
  table: 'procurement_line',
  name: 'invoiced_quantity',
  type: scalars.numeric,
  sql: (alias) => `app.invoiced_quantity(${alias}.id)`,
};
