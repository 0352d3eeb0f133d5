import { manyRowsQuestions } from '../../features/control/server/many-rows.ts';
import { usedBudgetQuestion } from '../../features/master-data/server/used-budgets.ts';
import type { ChangeQuestions } from '../../graphql/server/engine.ts';

/** What whoever changes master data is asked, by table. */
export const changeQuestions: ChangeQuestions = new Map([
  ['budget', usedBudgetQuestion],
  ...manyRowsQuestions,
]);
