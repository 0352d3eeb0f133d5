import type { SqlField } from '../../graphql/extension.ts';
import { scalars } from '../../graphql/scalars.ts';

/** What budgets have left, for everybody who sees amounts (BUD-05); the sums cover documents of all people. */
export const budgetFields: readonly SqlField[] = [
  {
    table: 'cost_center',
    name: 'free_budget',
    type: scalars.numeric,
    sql: (alias) => `app.free_budget(${alias}.id)`,
  },
  {
    table: 'budget',
    name: 'consumed',
    type: scalars.numeric,
    sql: (alias) => `app.budget_consumed(${alias}.id)`,
  },
];
