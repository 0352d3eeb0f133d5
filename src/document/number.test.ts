import { describe, expect, it } from 'vitest';
import { formatDocumentNumber } from './number.ts';

describe('document numbers', () => {
  it.each([
    ['PO', 42, 'PO-000042'],
    ['IN', 7, 'IN-000007'],
    ['DR', 15, 'DR-000015'],
    ['CT', 3, 'CT-000003'],
    ['DN', 120, 'DN-000120'],
    ['PO', 12_345_678, 'PO-12345678'],
  ] as const)('NUM-01 %s %i is %s', (abbreviation, number, text) => {
    expect(formatDocumentNumber(abbreviation, number)).toBe(text);
  });
});
