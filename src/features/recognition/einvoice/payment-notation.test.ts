import { describe, expect, test } from 'vitest';
import { tiersInNotation, tiersOfTerms } from './payment-notation.ts';

const nothing = { days: null, basisDate: null, dueDate: null, percentage: null, base: null, amount: null };

describe('DISC-06 the notation of XRechnung', () => {
  test('a tier with a base', () => {
    expect(tiersInNotation('#SKONTO#TAGE=10#PROZENT=3.00#BASISBETRAG=1190.00#\n', 'SKONTO')).toEqual([
      { ...nothing, days: 10, percentage: '3', base: '1190' },
    ]);
  });

  test('several tiers and interest with words between them', () => {
    const terms =
      'Zahlbar in 30 Tagen\n#SKONTO#TAGE=7#PROZENT=3.00#\n#SKONTO#TAGE=14#PROZENT=2.50#\n#VERZUG#TAGE=30#PROZENT=9.12#\n';
    expect(tiersInNotation(terms, 'SKONTO')).toEqual([
      { ...nothing, days: 7, percentage: '3' },
      { ...nothing, days: 14, percentage: '2.5' },
    ]);
    expect(tiersInNotation(terms, 'VERZUG')).toEqual([{ ...nothing, days: 30, percentage: '9.12' }]);
  });

  test('two on one line', () => {
    const terms = '#SKONTO#TAGE=7#PROZENT=3.00##SKONTO#TAGE=14#PROZENT=2.00#';
    expect(tiersInNotation(terms, 'SKONTO').map(({ days }) => days)).toEqual([7, 14]);
  });

  test('a comma, lower case and a negative base of a credit note', () => {
    expect(tiersInNotation('#Skonto#Tage=5#Prozent=2,00#Basisbetrag=-100.00#', 'SKONTO')).toEqual([
      { ...nothing, days: 5, percentage: '2', base: '-100' },
    ]);
  });

  test.each([null, '', '2 % Skonto bei Zahlung in 10 Tagen', '#SKONTO#', '#SKONTO#TAGE=10#PROZENT=viel#'])(
    'nothing in %s',
    (terms) => expect(tiersInNotation(terms, 'SKONTO')).toEqual([]),
  );

  test('a hostile text is read quickly', () => {
    const began = performance.now();
    tiersInNotation('#SKONTO#A=1'.repeat(100_000), 'SKONTO');
    tiersInNotation(`#SKONTO#${'A=1#'.repeat(100_000)}`, 'SKONTO');
    tiersInNotation(`#SKONTO#${'A'.repeat(400_000)}`, 'SKONTO');
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

test('DISC-06 payment discount terms of CII without a discount are left out', () => {
  const terms = { days: null, basisDate: null, dueDate: null, base: null, percentage: null, amount: null };
  expect(
    tiersOfTerms([
      { ...terms, days: '10', percentage: '2.00', base: { value: '250.00', currency: null } },
      { ...terms, dueDate: '2025-02-14', amount: { value: '5.10', currency: 'EUR' } },
      { ...terms, days: '30' },
      { ...terms, days: '1.5', percentage: '1' },
    ]),
  ).toEqual([
    { ...nothing, days: 10, percentage: '2', base: '250' },
    { ...nothing, dueDate: '2025-02-14', amount: '5.1' },
    { ...nothing, percentage: '1' },
  ]);
});
