import type { ChangeQuestion } from '../../../graphql/server/engine.ts';

/**
 * Asks for confirmation when a change leaves budgets below their used amount, even if a second administrator has to
 * confirm it (BUD-08, AUTH-37). It contains no amounts, because not every administrator may see them.
 */
export const usedBudgetQuestion: ChangeQuestion = {
  code: 'budget_in_use',
  sql: `select jsonb_build_object('count', count(distinct b ->> 'id'), 'names', left(string_agg(distinct b ->> 'name', '; '), 500)) as values,
      jsonb_agg(b - 'name' order by b)::text as subject
    from jsonb_array_elements(nullif(current_setting('app.undercut_budgets', true), '')::jsonb) b having count(*) > 0`,
};
