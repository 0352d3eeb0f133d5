import { expect, test } from 'vitest';
import { isToBeSetUp, keptReason } from './model.ts';

test('ONB-04 the onboarding shows without a company, unless mode "none" was chosen', () => {
  expect(isToBeSetUp({ mode: null, has_company: false })).toBe(true);
  expect(isToBeSetUp({ mode: 'custom', has_company: false })).toBe(true);
  expect(isToBeSetUp({ mode: 'none', has_company: false })).toBe(false);
  expect(isToBeSetUp({ mode: 'full', has_company: true })).toBe(false);
  expect(isToBeSetUp({ mode: null, has_company: true })).toBe(false);
});

test('ONB-03 a kept record has a reason: documents or other master data', () => {
  expect(keptReason('invoice', 'invoice')).toBe('continued');
  expect(keptReason('product', 'procurement_line')).toBe('documents');
  expect(keptReason('department', 'document')).toBe('documents');
  expect(keptReason('supplier', 'product')).toBe('records');
  expect(keptReason('client', 'department')).toBe('records');
});
