import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../../base/refusal.ts';
import { readBasics, yearOf } from './basics.ts';

const year = (start: string, end: string, payables: unknown = true) => ({
  fiscal_year_start: start,
  fiscal_year_end: end,
  account_length: 5,
  ledgers: { is_accounts_payable_ledger_available: payables },
});
const payload = (years: readonly unknown[], access: unknown = true) => ({
  is_document_management_available: access,
  basic_accounting_information: years,
});

/** The fiscal year of a booking day, or the code of the refusal. */
function booked(day: string, years: readonly unknown[]) {
  const basics = readBasics(payload(years));
  if (!basics) return null;
  const found = yearOf(basics, day, 'Muster GmbH');
  return isRefusal(found) ? found.code : found.from;
}

describe("EXP-09 EXP-11 DATEV's facts about a company", () => {
  test('accepts booleans as texts', () => {
    expect(readBasics(payload([year('2026-01-01', '2026-12-31', 'true')], 'true'))).toEqual({
      has_access: true,
      years: [{ from: '2026-01-01', to: '2026-12-31', account_length: 5, has_payables: true }],
    });
    expect(readBasics(payload([], 'false'))).toEqual({ has_access: false, years: [] });
    expect(readBasics(payload([year('2026-01-01', '2026-12-31', 'false')]))?.years[0]?.has_payables).toBe(
      false,
    );
  });

  test.each([null, [], 'text', { basic_accounting_information: 3 }])('%j is no valid answer', (answer) => {
    const basics = readBasics(answer);
    expect(basics === null || !basics.has_access).toBe(true);
  });

  const years = [year('2025-07-01', '2026-06-30', false), year('2026-07-01', '2027-06-30')];

  test('a day is booked in the fiscal year that contains it, which may differ from the calendar year', () => {
    expect(booked('2026-07-01', years)).toBe('2026-07-01');
    expect(booked('2027-06-30', years)).toBe('2026-07-01');
  });

  test('a year that is not released or unknown is refused', () => {
    expect(booked('2026-06-30', years)).toBe('export_payables_missing');
    expect(booked('2025-06-30', years)).toBe('export_year_unknown');
    expect(booked('2026-06-30', [])).toBe('export_year_unknown');
  });

  test('DATEV opens the following year, but none after it', () => {
    expect(booked('2027-07-01', years)).toBe('2027-07-01');
    expect(booked('2028-07-01', years)).toBe('export_year_unknown');
  });
});
