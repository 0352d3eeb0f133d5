import { expect, test } from 'vitest';
import { type ListedRow, listedDocument } from './listed-document.ts';

const row: ListedRow = {
  kind: 'invoice',
  ...{ id: 1, number: 'IN-26-1', name: 'Steinbach GmbH', status: 'check', currency: 'EUR' },
  ...{ total_netto: 100, company_currency: 'EUR', company_netto: 100, created_at: '2026-11-02T08:00:00Z' },
  ...{ delivery_date: null, due_date: null, waiting_since: null, asked_ids: [], reminded_ids: [] },
  ...{ supplier: { name: 'Steinbach GmbH' }, content_version: 1, step: null, step_kind: null },
  ...{ step_user: null, step_for_user: null },
};
const payment = {
  ...{ number_printed: 'RE-4711', paid: false, due_date: null, amount_due: null },
  ...{ discount_1_date: null, discount_1_amount: null, discount_2_date: null, discount_2_amount: null },
};
const secondaryName = (change: Partial<ListedRow>) => listedDocument({ ...row, ...change }, []).secondaryName;

test('OVW-10 a row names an invoice once: its supplier and the number of the supplier', () => {
  expect(secondaryName({ payment })).toBe('RE-4711');
  expect(secondaryName({})).toBeNull();
  expect(secondaryName({ name: 'Handschuhe', payment })).toBe('Steinbach GmbH');
  expect(secondaryName({ supplier: null, payment })).toBeNull();
});
