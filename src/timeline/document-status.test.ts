import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../tests/support/timeline-notation.ts';
import {
  contractStatuses,
  documentStatus,
  invoiceStatuses,
  isContractFixed,
  isInvoiceFixed,
  procurementStatuses,
} from './document-status.ts';
import {
  type DocumentKind,
  type EntryType,
  entrySizes,
  entryStatuses,
  entryTypes,
  entryTypesOf,
  isRemark,
  isStep,
  textTypes,
} from './entry-types.ts';

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

describe('TL-10 texts are fixed', () => {
  it('for an invoice that is paid and archived', () => {
    expect(isInvoiceFixed({ status: 'completed', paid: true })).toBe(true);
    expect(isInvoiceFixed({ status: 'declined-exported', paid: true })).toBe(true);
    expect(isInvoiceFixed({ status: 'completed', paid: false })).toBe(false);
    expect(isInvoiceFixed({ status: 'export', paid: true })).toBe(false);
  });

  it('for a contract that is cancelled and over', () => {
    const contract = { status: 'cancelled', end_date: '2025-05-20' } as const;
    expect(isContractFixed(contract, '2025-05-21')).toBe(true);
    expect(isContractFixed(contract, '2025-05-20')).toBe(false);
    expect(isContractFixed({ ...contract, end_date: null }, '2025-05-21')).toBe(false);
    expect(isContractFixed({ ...contract, status: 'active' }, '2025-05-21')).toBe(false);
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
