import { manyRowsQuestions } from '../../features/control/server/many-rows.ts';
import { usedBudgetQuestion } from '../../features/master-data/server/used-budgets.ts';
import type { ChangeQuestions } from '../../graphql/server/engine.ts';

/** The confirmation questions for changes of master data, by table. */
export const changeQuestions: ChangeQuestions = new Map([
  ['budget', usedBudgetQuestion],
  ...manyRowsQuestions,
]);
