import { GraphQLInt } from 'graphql';
import type { SqlField } from '../../graphql/extension.ts';
import { scalars } from '../../graphql/scalars.ts';
import type { Kind } from '../kind.ts';

/**
 * The remaining budget, for everybody who sees amounts (BUD-05), and the number of documents that it leaves out because
 * their rate is unknown (PRICE-07); both include documents that the reader does not see.
 */
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
  {
    table: 'budget',
    name: 'without_rate',
    type: GraphQLInt,
    sql: (alias) => `app.budget_without_rate(${alias}.id)`,
  },
];

/**
 * The amounts of the document that budget consumption includes (BUD-04), so that its page can show them separately.
 */
export function countedAmountsField({ name }: Kind): SqlField {
  return {
    table: name,
    name: 'counted_amounts',
    type: scalars.jsonb,
    sql: (alias) => `app.counted_amounts('${name}', ${alias}.id)`,
  };
}
