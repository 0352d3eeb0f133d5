import { describe, expect, test } from 'vitest';
import { columnsFor, listColumns } from '../overview/export-columns.ts';
import { exportColumns, exportLines } from './export-columns.ts';
import { procurementKind } from './kind.ts';

const row = {
  order_number_formatted: 'PO-000012',
  draft_number_formatted: 'DR-000003',
  name: 'Bohrer',
  status: 'approval',
  type: 'single_invoice',
  client: { name: 'Nordfeld' },
  department: null,
  cost_center: { number: '4210', name: 'Prüffeld' },
  ledger_account: null,
  procurement_lines: [{ supplier: { name: 'Falk' } }, { supplier: null }, { supplier: { name: 'Falk' } }],
  creator: { name: 'Mira Wolff' },
  consignee: null,
  timeline_entries: [{ lb_user: { name: 'Ina Berg' } }],
  created_at: '2025-05-20T22:30:00Z',
  submitted_at: null,
  delivery_date: '2025-06-16',
  total_netto: 5797.9,
  total_tax: 1101.6,
  total_brutto: 6899.5,
  open_value: 0,
  currency: 'EUR',
  external_order_number: null,
  notes: '=1+1',
};
const texts = { t: (key: string) => key, dayOf: () => '2025-05-21' };
const cell = (key: keyof typeof exportColumns) => exportColumns[key].cell(row, texts);

describe('EXP-17 the columns of the export', () => {
  test('show the same values as the list', () => {
    expect(cell('number')).toBe('PO-000012');
    expect(cell('status')).toBe('status.procurement.approval');
    expect(cell('cost_center')).toBe('4210 Prüffeld');
    expect(cell('department')).toBeNull();
    expect(cell('supplier')).toBe('Falk');
    expect(cell('assignee')).toBe('Ina Berg');
    expect(cell('created')).toEqual({ day: '2025-05-21' });
    expect(cell('submitted')).toBeNull();
    expect(cell('net')).toEqual({ number: '5797.9' });
  });

  test('ROLE-07 there are no amount columns without user-price', () => {
    const amounts = ['net', 'tax', 'gross', 'open_value'];
    const list = listColumns({ ...procurementKind, exportColumns, exportLines });
    expect(columnsFor(list, true)).toEqual(expect.arrayContaining(amounts));
    expect(columnsFor(list, false).filter((key) => amounts.includes(key))).toEqual([]);
  });
});
