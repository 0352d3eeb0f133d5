import { expect, test } from 'vitest';
import { type StartFacts, startProblem } from './startable.ts';

const facts: StartFacts = {
  month: '2026-10',
  today: '2026-11-01',
  createdOn: '2026-10-31',
  archivedOn: null,
  customerId: '77',
  gross: '0.01',
};

test.each<readonly [string, Partial<StartFacts>, string | undefined]>([
  ['a past month', {}, undefined],
  ['the current month', { today: '2026-10-31' }, 'billing_month'],
  ['a month before the tenant existed', { createdOn: '2026-11-01' }, 'billing_month'],
  ['the month of archiving', { archivedOn: '2026-10-01' }, undefined],
  ['a month after archiving', { archivedOn: '2026-09-30', createdOn: '2026-01-01' }, 'billing_month'],
  ['a tenant without its ID', { customerId: null }, 'billing_not_connected'],
  ['a month that costs zero', { gross: '0.00' }, 'billing_nothing'],
  ['a month with a negative total', { gross: '-1.00' }, 'billing_nothing'],
])('OP-03 OP-06 SET-10 %s', (_, change, code) => {
  expect(startProblem({ ...facts, ...change })?.code).toBe(code);
});
