import { describe, expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { timelineOf } from '../../tests/support/timeline-notation.ts';
import { documentStatus } from './document-status.ts';
import {
  cancelledStatuses,
  type DocumentKind,
  type EntryType,
  entrySizes,
  entryStatuses,
  entryTypes,
  entryTypesOf,
  isRemark,
  isStep,
  statusesOf,
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

  it('TL-24 has fixed values at the start, when done and when cancelled', () => {
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

  it('an entry type of another kind of document cannot be current', () => {
    expect(() => statusAt('procurement', 'invoice-export')).toThrow('invoice-export');
    expect(() => statusAt('procurement', 'comment')).toThrow('comment');
  });
});

it('TASK-09 TL-18 cancelled documents have the status of their kind, an exported invoice its own', () => {
  expect([
    cancelledStatuses('procurement'),
    cancelledStatuses('invoice'),
    cancelledStatuses('contract'),
  ]).toEqual([['declined'], ['declined', 'declined-exported'], ['cancelled']]);
});

describe('enumerations', () => {
  /** The stored values with their German labels, as in the tables of the specification. */
  it.each([
    [
      'ENUM-01',
      'procurement',
      {
        draft: 'Entwurf',
        open: 'Produktauswahl',
        approval: 'Freigabe',
        approved: 'Beauftragung',
        ordered: 'Warten auf Lieferung',
        clearing: 'Klärung Einkauf',
        declined: 'Abgewiesen',
        completed: 'Abgeschlossen',
      },
    ],
    [
      'ENUM-02',
      'invoice',
      {
        open: 'Erkennung',
        approval: 'Rechnungsprüfung',
        'financial-approval': 'Kaufmännische Freigabe',
        clearing: 'Klärung Buchhaltung',
        accounting: 'Kontierung',
        export: 'Bereit zur Übergabe',
        completed: 'Übergeben',
        declined: 'Verworfen',
        'declined-exported': 'Nach Übergabe storniert',
      },
    ],
    [
      'ENUM-03 ENUM-04',
      'contract',
      {
        active: 'Aktiv',
        inactive: 'Ruhend',
        cancelled: 'Gekündigt',
        expired: 'Abgelaufen',
        pending: 'In Anlage',
        completed: 'Unterzeichnet',
        check: 'Prüfung',
        clearing: 'Klärung',
        signature: 'Unterzeichnung',
        'contract-approval': 'Vertragsfreigabe',
        // For amendments (CON-38).
        incorporated: 'Eingearbeitet',
      },
    ],
  ] as const)('%s the statuses of a %s and their labels', (_, kind, labels) => {
    expect(statusesOf[kind].toSorted()).toEqual(Object.keys(labels).toSorted());
    expect(german.status[kind]).toEqual(labels);
  });

  it('ENUM-07 ENUM-08 ENUM-12 hold the literal values', () => {
    const literal =
      'approved declined reassigned comment upload reassignment skip repeat system auditLog canceled';
    expect(entryStatuses.toSorted()).toEqual(literal.split(' ').toSorted());
    expect(entrySizes.toSorted()).toEqual(['size-l', 'size-m', 'size-s']);
    const variants = 'present past past-unsuccessful future finished-unsuccessful assignment';
    expect(textTypes.toSorted()).toEqual(variants.split(' ').toSorted());
  });

  it.each([
    [
      'ENUM-09',
      'procurement',
      'start select-product approval clearing send-order order-sent-internal order-sent-punchout delivery product-received',
    ],
    [
      'ENUM-10',
      'invoice',
      'invoice-upload invoice-recognition invoice-manual-check invoice-financial-approval invoice-clearing invoice-accounting invoice-export',
    ],
    [
      'ENUM-11',
      'contract',
      'contract-start contract-check contract-approval contract-signing contract-clearing',
    ],
  ] as const)('%s the entry types of a %s', (_, kind, own) => {
    const everywhere = ['comment', 'reassignment', 'cancellation', 'skip'];
    expect(entryTypesOf[kind].toSorted()).toEqual([...own.split(' '), ...everywhere].toSorted());
  });

  it('ENUM-09 to ENUM-11 every entry type belongs to a document and is at most one of step and remark', () => {
    const used = new Set(Object.values(entryTypesOf).flat());
    expect([...used].toSorted()).toEqual([...entryTypes].toSorted());
    expect(entryTypes.some((type) => isStep(type) && isRemark(type))).toBe(false);
  });
});
