import { expect, it } from 'vitest';
import { budgetedContract } from './budgeted-contract.ts';
import type { ContractCompanyReference } from './company.ts';
import { type ContractDraft, emptyDraft } from './draft.ts';

const office = { id: 8, number: '1000', name: 'Verwaltung' };

function shown(contracts_in_budgets: boolean, cost_center: typeof office | null = office) {
  const client = { id: 1, name: 'Nordfeld', currency: 'CHF', contracts_in_budgets };
  const head = { ...emptyDraft.head, client: client as ContractCompanyReference, cost_center };
  const draft: ContractDraft = { ...emptyDraft, head };
  const document = { id: 87, timeline: { updated_at: 'now' } };
  return budgetedContract({ document, editor: { draft, isDirty: false } });
}

it('BUD-05 DASH-09 shows the budgets of the cost center where the company counts contracts', () => {
  expect(shown(true)).toMatchObject({ costCenters: [office], currency: 'CHF', saved: { id: 87 } });
  expect(shown(false).costCenters).toEqual([]);
  expect(shown(true, null).costCenters).toEqual([]);
});
