import { expect, test } from 'vitest';
import type { Reading, ReadValue } from '../../../recognition/reading.ts';
import type { InvoiceHead } from '../../model.ts';
import { emptyDraft } from '../draft.ts';
import { readNames } from './read-values.ts';
import { isSameValue, offeredValues, overwritten } from './taken-over.ts';

const read = (value: string): ReadValue => ({ value, sure: true, page: null, box: null });
const nothing = Object.fromEntries(readNames.map((name) => [name, null])) as unknown as Reading['fields'];
const reading: Reading = {
  reading: 'xml',
  documentKind: 'invoice',
  pages: 1,
  fields: {
    ...nothing,
    sellerName: read('Elbe'),
    documentTypeCode: read('381'),
    invoiceNumber: read('4711'),
    invoiceDate: read('2025-02-31'),
    dueDate: read('2025-06-13'),
    totalNet: read('100'),
    totalGross: read('119'),
  },
  taxRows: [{ category: null, ratePercent: read('19'), basis: null, tax: null }],
  adjustments: [],
  discounts: [],
  lines: [],
  allIbans: [],
  warnings: [],
};
const supplier = { id: 7, name: 'Elbe' };
const before = { ...emptyDraft.head, client_id: null, supplier_id: null } as unknown as InvoiceHead;

test('REC-07 read values are offered with the content that the recognition would fill', () => {
  const offered = offeredValues(before, reading, supplier);
  expect(Object.fromEntries(offered)).toEqual({
    supplier_id: { supplier, name: 'Elbe' },
    number_printed: { number_printed: '4711' },
    due_date: { due_date: '2025-06-13' },
    total_brutto: { total_brutto: '-119' },
    tax: { tax: '19' },
  });
  expect([...offeredValues(before, reading, null).keys()]).not.toContain('supplier_id');
});

test('REC-07 only different values count as overwritten', () => {
  const offered = offeredValues(before, reading, supplier);
  expect(overwritten({ ...emptyDraft.head, tax: null }, offered)).toEqual([]);
  const head = {
    ...emptyDraft.head,
    number_printed: '0815',
    tax: '19.00',
    supplier: { id: 8, name: 'Weser' },
  };
  expect(overwritten(head, offered)).toEqual(['supplier_id', 'number_printed']);
});

test('REC-07 differently formatted equal numbers are the same', () => {
  expect([
    isSameValue('119', '119.00'),
    isSameValue('4711', '4712'),
    isSameValue(null, '0'),
    isSameValue('', '0'),
    isSameValue('RE-1', 'RE-1'),
  ]).toEqual([true, false, false, false, true]);
});
