import { describe, expect, it } from 'vitest';
import { formatDocumentNumber, nextDocumentNumber } from './document-number.ts';

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

  it('NUM-02 begins at 1, or at the initial order number', () => {
    expect(nextDocumentNumber(0)).toBe(1);
    expect(nextDocumentNumber(0, 0)).toBe(1);
    expect(nextDocumentNumber(0, null)).toBe(1);
    expect(nextDocumentNumber(0, 500)).toBe(500);
  });

  it('NUM-03 raising the initial number jumps forward, lowering has no effect', () => {
    expect(nextDocumentNumber(41, 1000)).toBe(1000);
    expect(nextDocumentNumber(1000, 1000)).toBe(1001);
    expect(nextDocumentNumber(1001, 5)).toBe(1002);
  });
});
