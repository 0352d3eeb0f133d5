import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { BudgetPanel } from '../../src/document/web/budget/BudgetPanel.tsx';
import type { BudgetedDocument } from '../../src/document/web/budget/use-budgets.ts';
import { procurementKind } from '../../src/features/procurement/kind.ts';
import { formatOf } from '../../src/platform/web/format.ts';
import { htmlOf, showTexts } from '../support/rendered.tsx';

const stock = { id: 7, number: '4210', name: 'Prüffeld' };
const office = { id: 8, number: '1000', name: 'Verwaltung' };
const budget = {
  ...{ id: 1, name: 'Jahr', value: '60000', consumed: '10000', start: '2000-01-01', end: '2999-12-31' },
  ...{ not_allocated: false, ledger_account_id: null },
};
const part = (net: string) => ({ cost_center_id: 7, ledger_account_id: null, net });
const document: BudgetedDocument = {
  ...{
    currency: 'EUR',
    aboveId: null,
    costCenters: [stock],
    day: null,
    planned: [part('2500')],
    isDirty: false,
    isOver: false,
  },
  saved: { kind: procurementKind, id: 5, stamp: 'after the save' },
};
let client: QueryClient;

beforeEach(async () => {
  await showTexts();
  client = new QueryClient();
});

/** Sets the server's response for a document and its stamp. */
function answers(
  id: number | undefined,
  stamp: string,
  counted: readonly object[],
  above: readonly object[] = [],
): void {
  const today = formatOf('de', 2, 'Europe/Berlin').dayOf(new Date());
  const key = [
    'cost-center-budgets',
    7,
    today,
    id === undefined ? undefined : procurementKind.name,
    ...[id, stamp, null],
  ];
  client.setQueryData(key, { budgets: [budget], counted, above });
}

const shown = (of: Partial<BudgetedDocument> = {}): string =>
  htmlOf(<BudgetPanel document={{ ...document, ...of }} />, client);

it('PROC-15 keeps the budget in place during a reload after a save, with the saved amounts of the document', () => {
  answers(5, 'before the save', [{ ...part('1000'), day: '2026-01-01' }]);
  const page = shown();
  // 10,000 were used, 1,000 of them by this document, which now takes 2,500.
  for (const figure of ['9.000,00', '2.500,00']) expect(page).toContain(figure);
  expect(page).not.toContain('>1.000,00');
});

it('PROC-15 BUD-04 never uses the counted amounts of another document', () => {
  answers(6, 'before the save', [{ ...part('1000'), day: '2026-01-01' }]);
  expect(shown()).not.toContain('9.000,00');
});

it('PROC-15 keeps the figures on the first save of a draft', () => {
  answers(undefined, '', []);
  for (const figure of ['10.000,00', '2.500,00']) expect(shown()).toContain(figure);
});

it('DASH-09 takes off what the contract of a draft counts in the budget', () => {
  answers(undefined, '', [], [{ ...part('4000'), day: '2026-01-01' }]);
  for (const figure of ['7.500,00', '2.500,00']) expect(shown()).toContain(figure);
});

it('PROC-15 keeps the place of a new cost center while its budgets load', () => {
  answers(5, 'after the save', []);
  const page = shown({ costCenters: [stock, office] });
  expect(page).toContain('aria-busy="true"');
  expect(page.match(/<section/g)).toHaveLength(2);
});

it('PRICE-04 shows no planned amounts without an exchange rate', () => {
  answers(5, 'after the save', []);
  const page = shown({ planned: null });
  expect(page).toContain('document.budget.rate_missing');
  expect(page).not.toContain('2.500,00');
});
