import { expect, it } from 'vitest';
import { shownBasics } from './shown-basics.ts';

const year = (number: number) => ({
  from: `${number}-01-01`,
  to: `${number}-12-31`,
  account_length: 4,
  has_payables: true,
});

it('EXP-11 the newest fiscal year of a company comes first', () => {
  const kept = { has_access: true, years: [year(2024), year(2025), year(2026)] };
  const shown = shownBasics(kept);
  expect(shown?.hasAccess).toBe(true);
  expect(shown?.years.map(({ from }) => from)).toEqual(['2026-01-01', '2025-01-01', '2024-01-01']);
});

it.each([null, {}, { has_access: true }, { has_access: true, years: [{ from: 'today' }] }, 'text'])(
  'EXP-11 unknown formats are not shown: %j',
  (kept) => {
    expect(shownBasics(kept)).toBeNull();
  },
);
