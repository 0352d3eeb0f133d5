import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../tests/support/timeline-notation.ts';
import { documentStatus } from './document-status.ts';
import {
  contractStatuses,
  type DocumentKind,
  type EntryType,
  entrySizes,
  entryStatuses,
  entryTypes,
  entryTypesOf,
  invoiceStatuses,
  isRemark,
  isStep,
  procurementStatuses,
  textTypes,
} from './kinds.ts';

function statusAt(kind: DocumentKind, type: EntryType): string {
  return documentStatus(kind, timelineOf(`0 start U approved\n1* ${type} A`));
}

describe('TL-18 the status follows the current entry', () => {
  it.each([
    ['procurement', 'select-product', 'open'],
    ['procurement', 'approval', 'approval'],
    ['procurement', 'send-order', 'approved'],
    ['procurement', 'delivery', 'ordered'],
    ['procurement', 'clearing', 'clearing'],
    ['invoice', 'invoice-recognition', 'open'],
    ['invoice', 'invoice-manual-check', 'approval'],
    ['invoice', 'invoice-financial-approval', 'financial-approval'],
    ['invoice', 'invoice-clearing', 'clearing'],
    ['invoice', 'invoice-accounting', 'accounting'],
    ['invoice', 'invoice-export', 'export'],
    ['contract', 'contract-check', 'check'],
    ['contract', 'contract-approval', 'contract-approval'],
    ['contract', 'contract-signing', 'signature'],
    ['contract', 'contract-clearing', 'clearing'],
  ] as const)('%s at %s is %s', (kind, type, status) => {
    expect(statusAt(kind, type)).toBe(status);
  });

  it('TL-24 at the start, when done and when cancelled', () => {
    const done = timelineOf('0 start U approved\n1 delivery D approved');
    const cancelled = timelineOf(
      '0 start U approved\n1 clearing K canceled\n2 cancellation K canceled\n3 delivery D -',
    );
    expect(documentStatus('procurement', timelineOf('0* start U'))).toBe('draft');
    expect(documentStatus('contract', timelineOf('0* contract-start U'))).toBe('pending');
    expect(
      (['procurement', 'invoice', 'contract'] as const).map((kind) => documentStatus(kind, done)),
    ).toEqual(['completed', 'completed', 'completed']);
    expect(
      (['procurement', 'invoice', 'contract'] as const).map((kind) => documentStatus(kind, cancelled)),
    ).toEqual(['declined', 'declined', 'cancelled']);
  });

  it('an entry of another document cannot be current', () => {
    expect(() => statusAt('procurement', 'invoice-export')).toThrow('invoice-export');
    expect(() => statusAt('procurement', 'comment')).toThrow('comment');
  });
});

describe('enumerations', () => {
  it('ENUM-01 to ENUM-04, ENUM-07, ENUM-08, ENUM-12 hold the literal values', () => {
    expect([
      procurementStatuses.length,
      invoiceStatuses.length,
      contractStatuses.length,
      entryStatuses.length,
      entrySizes.length,
      textTypes.length,
    ]).toEqual([8, 9, 10, 11, 3, 6]);
    expect(invoiceStatuses).toContain('declined-exported');
    expect(contractStatuses).toContain('contract-approval');
    expect(entryStatuses).toContain('auditLog');
  });

  it('ENUM-09 to ENUM-11 every entry type belongs to a document, and is a step or a remark or an end', () => {
    const used = new Set(Object.values(entryTypesOf).flat());
    expect([...used].toSorted()).toEqual([...entryTypes].toSorted());
    expect([
      entryTypesOf.procurement.length,
      entryTypesOf.invoice.length,
      entryTypesOf.contract.length,
    ]).toEqual([13, 11, 9]);
    expect(entryTypes.some((type) => isStep(type) && isRemark(type))).toBe(false);
  });
});
