import { expect, test } from 'vitest';
import { dayOfInstant } from '../../../../base/day.ts';
import { type RelatedRow, yearSums } from './related.ts';

const dayOf = (instant: string) => dayOfInstant(new Date(instant), 'Europe/Berlin');

const euro = { currency: 'EUR', exchange_rate: null };

const row = (changed: Partial<RelatedRow>): RelatedRow => ({
  kind: 'invoice',
  number: null,
  name: null,
  status: 'exported',
  created_at: '2025-02-01T08:00:00Z',
  invoice_date: null,
  currency: 'EUR',
  total_netto: 100,
  company_netto: 100,
  company_currency: 'EUR',
  procurement_id: null,
  invoice_id: 1,
  supplier: null,
  ...changed,
});

test('CON-07 invoices are summed by the year of their date, without discarded ones', () => {
  const rows = [
    row({ total_netto: 4620 }),
    row({ invoice_date: '2024-12-31', total_netto: 0.1 }),
    row({ invoice_date: '2024-10-04', total_netto: 0.2 }),
    row({ status: 'declined', total_netto: 9 }),
    row({ kind: 'procurement', total_netto: 9 }),
  ];
  expect(yearSums(rows, euro, dayOf)).toEqual([
    { year: '2024', total: '0.30', withoutRate: 0 },
    { year: '2025', total: '4620.00', withoutRate: 0 },
  ]);
});

test('CON-07 PRICE-07 foreign currency invoices are converted to that of the contract via the company currency', () => {
  const rows = [
    row({ currency: 'USD', total_netto: 100, company_netto: 95 }),
    row({ total_netto: 90, company_netto: 90 }),
    row({ currency: 'CHF', total_netto: 9, company_netto: 9.9 }),
  ];
  expect(yearSums(rows, { currency: 'USD', exchange_rate: '0.9' }, dayOf)).toEqual([
    { year: '2025', total: '211.00', withoutRate: 0 },
  ]);
});

test('CON-07 PRICE-07 a document of an unknown rate is in no total and counted apart', () => {
  const rows = [
    row({ total_netto: 90 }),
    row({ currency: 'GHS', total_netto: 500, company_netto: null }),
    row({ currency: 'GHS', total_netto: 700, company_netto: null, status: 'declined' }),
  ];
  expect(yearSums(rows, euro, dayOf)).toEqual([{ year: '2025', total: '90.00', withoutRate: 1 }]);
});

test('CON-07 without invoices, orders are summed', () => {
  const rows = [
    row({ kind: 'procurement', total_netto: 860 }),
    row({ kind: 'procurement', status: 'draft' }),
  ];
  expect(yearSums(rows, euro, dayOf)).toEqual([{ year: '2025', total: '860.00', withoutRate: 0 }]);
});

test('CON-07 GEN-14 an invoice of New Year’s Eve in UTC counts in the year of the tenant’s time zone', () => {
  const rows = [row({ created_at: '2025-12-31T23:30:00Z' })];
  expect(yearSums(rows, euro, dayOf)).toEqual([{ year: '2026', total: '100.00', withoutRate: 0 }]);
});
