import { expect, test } from 'vitest';
import { documentsOf, type LoggedAccess, numbered } from './auditor-data.ts';

const row = (id: number, target_table: string | null, target_id: string | null): LoggedAccess => ({
  ...{ id, created_at: '2026-11-05T08:00:00Z', kind: 'document', operation: 'Invoice' },
  ...{ target_table, target_id },
});
const rows = [
  row(5, 'invoice', '7'),
  row(4, 'invoice', '7'),
  row(3, 'procurement', '7'),
  row(2, 'supplier', '7'),
  row(1, 'file', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
];

test('ARC-04 the log of accesses names documents by their numbers, and others by their keys', () => {
  expect([...documentsOf(rows)]).toEqual([
    ['invoice', [7]],
    ['procurement', [7]],
  ]);
  const documents = [
    { kind: 'invoice', id: 7, number: 'IN-000007' },
    { kind: 'procurement', id: 7, number: null },
  ];
  expect(numbered(rows, documents).map(({ number }) => number)).toEqual([
    ...['IN-000007', 'IN-000007', null, null, null],
  ]);
});
