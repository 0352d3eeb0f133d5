import { expect, test } from 'vitest';
import type { Row } from '../../../entity/entity.ts';
import { problemsOf } from '../../../entity/problems.ts';
import { ledgerAccount } from '../../master-data/ledger-account.ts';
import { postingKey } from '../../master-data/posting-key.ts';
import { accountRow, chartNames, charts, deliveredPostingKeys, postingKeyRow } from './chart.ts';

test.each(chartNames)(
  'ONB-02 %s: 60 to 120 unique accounts that pass an administrator’s validation',
  (name) => {
    const chart = charts[name];
    expect(chart.length).toBeGreaterThanOrEqual(60);
    expect(chart.length).toBeLessThanOrEqual(120);
    expect(new Set(chart.map(([number]) => number)).size).toBe(chart.length);
    for (const language of ['de', 'en'] as const) {
      for (const account of chart) {
        expect(problemsOf(ledgerAccount, accountRow(account, language) as Row), account[0]).toEqual([]);
      }
    }
  },
);

test('ONB-02 both charts share most accounts by name, with other numbers', () => {
  const [names, others] = chartNames.map((name) => new Set(charts[name].map(([, german]) => german)));
  const shared = [...(names ?? [])].filter((name) => others?.has(name));
  expect(shared.length).toBeGreaterThan(70);
});

test('ONB-02 posting keys pass an administrator’s validation; other languages use the English names', () => {
  for (const key of deliveredPostingKeys) {
    expect(problemsOf(postingKey, postingKeyRow(key, 'de') as Row), key[0]).toEqual([]);
  }
  expect(deliveredPostingKeys.map((key) => postingKeyRow(key, 'it').name)[0]).toBe('Input tax 7 %');
});
