import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, amountOf, compareAmounts } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { UndercutBudget } from '../budget-rules.ts';

interface UsedBudget {
  readonly id: number;
  readonly name: string;
  readonly used: Amount;
}

/** Those of the budgets that are left with less than what is used of them. */
export function usedBudgetsOptions(undercut: readonly UndercutBudget[]) {
  return {
    queryKey: ['entity', 'used-budgets', undercut],
    gcTime: 0,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly UsedBudget[]> => {
      if (undercut.length === 0) return [];
      const { budget } = await gql<{
        budget: readonly { id: number; name: string; consumed: number | null }[];
      }>(
        'query ($ids: [bigint!]!) { budget(where: { id: { _in: $ids } }) { id name consumed } }',
        { ids: undercut.map(({ id }) => id) },
        { signal },
      );
      const values = new Map(undercut.map(({ id, value }) => [id, value]));
      return budget
        .map(({ id, name, consumed }) => ({ id, name, used: amountOf(consumed ?? 0) }))
        .filter(({ id, used }) => compareAmounts(used, values.get(id) ?? amountOf(0)) > 0);
    },
  };
}

/** What is used of budgets that a change leaves with less, also where nobody else has to confirm it (BUD-08, AUTH-37). */
export function UsedBudgets({ budgets }: { readonly budgets: readonly UsedBudget[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section>
      <p>{t('entity.waiting.budgets_text')}</p>
      <ul>
        {budgets.map(({ id, name, used }) => (
          <li key={id}>{t('entity.waiting.budget_used', { name, amount: format.amount(used) })}</li>
        ))}
      </ul>
    </section>
  );
}
