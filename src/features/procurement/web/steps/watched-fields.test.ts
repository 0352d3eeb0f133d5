import { describe, expect, it } from 'vitest';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { procurementChanges as documentChanges } from './watched-fields.ts';

function line(id: number, changed: Partial<LineRow> = {}): LineRow {
  return { id, sort_no: id, description: 'Bohrer', quantity: 2, quantity_received: 0, ...changed } as LineRow;
}

function entry(no: number, name: string) {
  return { id: no, entry_no: no, lb_user: { id: name.length, name } };
}

const before = {
  status: 'approval',
  name: 'Werkzeug',
  notes: null,
  total_netto: 100,
  procurement_lines: [line(1), line(2)],
  timeline: { current_entry_no: 1, timeline_entries: [entry(0, 'Jonas'), entry(1, 'Torsten')] },
} as unknown as ProcurementDocument;

function withChanges(changed: object): ProcurementDocument {
  return { ...before, ...changed };
}

describe('LOCK-01 changes by another person', () => {
  it('ignore new comments', () => {
    const entries = [entry(0, 'Jonas'), entry(1, 'Katrin'), entry(2, 'Torsten')];
    expect(
      documentChanges(before, withChanges({ timeline: { current_entry_no: 2, timeline_entries: entries } })),
    ).toEqual([]);
  });

  it('name step and person', () => {
    const entries = [entry(0, 'Jonas'), entry(1, 'Torsten'), entry(2, 'Ina')];
    const moved = withChanges({
      status: 'approved',
      timeline: { current_entry_no: 2, timeline_entries: entries },
    });
    expect(documentChanges(before, moved)).toEqual([
      { kind: 'status', before: 'approval', after: 'approved' },
      { kind: 'assignee', name: 'Ina' },
    ]);
  });

  it('count lines and show the amount', () => {
    const changed = withChanges({ total_netto: 250, procurement_lines: [line(1, { quantity: 5 }), line(3)] });
    expect(documentChanges(before, changed)).toEqual([
      { kind: 'total', before: 100, after: 250 },
      { kind: 'lines_added', count: 1 },
      { kind: 'lines_removed', count: 1 },
      { kind: 'lines_changed', count: 1 },
    ]);
  });

  it('show no amounts to people without prices', () => {
    const hidden = { ...before, total_netto: null };
    expect(documentChanges(hidden, { ...hidden, notes: 'Eilt' })).toEqual([
      { kind: 'field', field: 'notes' },
    ]);
  });

  it('distinguish goods receipts from changed lines', () => {
    const received = withChanges({ procurement_lines: [line(1, { quantity_received: 1 }), line(2)] });
    expect(documentChanges(before, received)).toEqual([{ kind: 'received', count: 1 }]);
  });
});
