import { expect, test } from 'vitest';
import { bankChecks, bankProblems } from './mandate-rules.ts';

const given = {
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  sepa_agreement: true,
  sepa_agreement_date: '2026-11-01',
  sepa_mandate_reference: 'M-1',
  sepa_last_use: null,
};
const none = {
  iban: null,
  bic: null,
  sepa_agreement: false,
  sepa_mandate_reference: null,
  sepa_last_use: null,
};
const fields = (problems: readonly { readonly field: string }[]) => problems.map(({ field }) => field);

test('DATA-07 SET-04 a mandate needs an account, a date that is not in the future, and a reference', () => {
  expect(bankProblems(none, given, '2026-11-01')).toEqual([]);
  expect(fields(bankProblems(none, { ...none, sepa_agreement: true }, '2026-11-01'))).toEqual([
    'iban',
    'sepa_agreement_date',
    'sepa_mandate_reference',
  ]);
  expect(bankProblems(none, given, '2026-10-31')).toMatchObject([
    { field: 'sepa_agreement_date', values: { rule: 'day_in_future' } },
  ]);
});

test('DATA-07 older gaps are accepted, and an account under a mandate cannot be removed', () => {
  const incomplete = { ...given, sepa_mandate_reference: null };
  expect(bankProblems(incomplete, { ...incomplete, bic: null }, '2026-11-01')).toEqual([]);
  expect(fields(bankProblems(given, { ...given, iban: null }, '2026-11-01'))).toEqual(['iban']);
  expect(bankProblems(given, { ...given, iban: 'DE89370400440532013000' }, '2026-11-01')).toEqual([]);
});

test('DATA-07 a mandate withdrawn after its use needs a new reference', () => {
  const withdrawn = { ...given, sepa_agreement: false, sepa_last_use: '2026-10-15' };
  expect(bankProblems(withdrawn, { ...withdrawn, sepa_agreement: true }, '2026-11-01')).toMatchObject([
    { field: 'sepa_mandate_reference', values: { rule: 'mandate_used' } },
  ]);
  const renewed = { ...withdrawn, sepa_agreement: true, sepa_mandate_reference: 'M-2' };
  expect(bankProblems(withdrawn, renewed, '2026-11-01')).toEqual([]);
});

test('VAL-02 VAL-03 reports a bank of another country than the account', () => {
  expect(bankChecks({ ...given, bic: 'RZTIAT22274' })).toMatchObject([
    { field: 'bic', values: { rule: 'bic_country' } },
  ]);
  expect(bankChecks({ ...given, bic: null })).toEqual([]);
});
