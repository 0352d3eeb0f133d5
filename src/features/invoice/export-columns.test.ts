import { describe, expect, test } from 'vitest';
import { exportColumns, usualColumns } from './export-columns.ts';
import { invoiceFields } from './fields.ts';

const texts = { t: (key: string) => key, dayOf: (instant: string) => instant.slice(0, 10) };

describe('EXP-17 the columns of a list of invoices', () => {
  test('cover every declared field of the head', () => {
    const read = Object.values(exportColumns).map(({ fields }) => fields.split(/[ {]/)[0]);
    const names = Object.keys(invoiceFields).map((name) => name.replace(/_id$/, ''));
    expect(names.filter((name) => !read.includes(name))).toEqual([]);
  });

  test('begin with the default export columns of a tenant', () => {
    expect(Object.keys(exportColumns).slice(0, usualColumns.length)).toEqual(usualColumns);
  });

  test('ROLE-07 amounts are exported only for people who see prices', () => {
    const amounts = Object.entries(exportColumns).flatMap(([key, { isAmount }]) => (isAmount ? [key] : []));
    expect(amounts).toEqual(
      expect.arrayContaining(['total_netto', 'total_tax', 'total_brutto', 'amount_due', 'prepaid_amount']),
    );
    expect(amounts).toEqual(
      expect.arrayContaining(['rounding_amount', 'discount_base', 'discount_1_amount', 'discount_2_amount']),
    );
  });

  test('show an order by its number', () => {
    const row = { procurement: { number: 'PO-000057', name: 'Werkzeug' } };
    expect(exportColumns.order.cell(row as never, texts)).toBe('PO-000057');
    expect(exportColumns.order.cell({ procurement: null } as never, texts)).toBeNull();
  });
});
