import type { ChangeQuestion } from '../../../graphql/server/engine.ts';

/**
 * Asks whoever leaves budgets with less than what is used of them, also where somebody else has to confirm it (BUD-08, AUTH-37).
 * Names no figures, because not every administrator sees amounts.
 */
export const usedBudgetQuestion: ChangeQuestion = {
  code: 'budget_in_use',
  sql: `select jsonb_build_object('count', count(distinct b ->> 'id'), 'names', left(string_agg(distinct b ->> 'name', '; '), 500)) as values,
      jsonb_agg(b - 'name' order by b)::text as subject
    from jsonb_array_elements(nullif(current_setting('app.undercut_budgets', true), '')::jsonb) b having count(*) > 0`,
};
