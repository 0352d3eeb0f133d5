import { describe, expect, it, test } from 'vitest';
import { lookup } from '../../../../entity/sheet/lookup.ts';
import { importedContract, importedNames } from '../../imported-rows.ts';
import { plainBlock } from './spreadsheet-texts.ts';

const units = lookup([
  { value: 'month', name: 'Monate' },
  { value: 'quarter', name: 'Quartale' },
  { value: 'year', name: 'Jahre' },
  { value: 'week', name: 'Wochen' },
]);

function columnsOf(...names: readonly string[]) {
  return names.flatMap((name) => {
    const field = importedContract.fields[name];
    return field === undefined ? [] : [{ name, field, ...(name.endsWith('unit_type') && { lookup: units }) }];
  });
}

const plain = (texts: Readonly<Record<string, string>>) => {
  const columns = columnsOf(...Object.keys(texts));
  const [row = []] = plainBlock([Object.values(texts)], columns);
  return Object.fromEntries(columns.map(({ name }, place) => [name, row[place]]));
};

describe('CON-05 ADM-20 cells as spreadsheet programs format them', () => {
  test.each([
    ['01.04.2026 00:00', '01.04.2026'],
    ['01.04.2026 00:00:00', '01.04.2026'],
    ['2026-04-01T00:00:00.000', '2026-04-01'],
    ['46113', '2026-04-01'],
    ['18264', '1950-01-01'],
    ['99999', '99999'],
    ['01.04.2026 13:30', '01.04.2026 13:30'],
  ])('a day %s is %s', (text, day) => {
    expect(plain({ start_date: text }).start_date).toBe(day);
  });

  test.each([
    ['1.245,50 €', '1.245,50', 'EUR'],
    ['€ 1.245,50', '1.245,50', 'EUR'],
    ['1.245,50\u00a0EUR', '1.245,50', 'EUR'],
    ['CHF 980.00', '980.00', 'CHF'],
    ['-12,00 $', '-12,00', 'USD'],
    ['1.245,50', '1.245,50', ''],
  ])('an amount %s is %s and fills the empty currency with %s', (text, amount, currency) => {
    expect(plain({ total: text, currency: '' })).toEqual({ total: amount, currency });
  });

  it('an amount whose currency differs from the cell, or has no such cell, stays as it is', () => {
    const other = { total: '1.245,50 €', currency: 'CHF' };
    expect(plain(other)).toEqual(other);
    expect(plain({ total: '1.245,50 €' })).toEqual({ total: '1.245,50 €' });
    expect(plain({ total: '1.245,50 €', currency: 'EUR' })).toEqual({ total: '1.245,50', currency: 'EUR' });
  });

  test.each([
    ['Monat(e)', 'Monate'],
    ['Monat', 'Monate'],
    ['Woche', 'Wochen'],
    ['Jahr', 'Jahre'],
    ['Monate', 'Monate'],
    ['Äonen', 'Äonen'],
  ])('a unit %s is %s', (text, unit) => {
    expect(plain({ duration_unit_type: text }).duration_unit_type).toBe(unit);
  });

  it('a tax rate has no percent sign, and other texts stay as they are', () => {
    expect(plain({ tax: '19 %', notes: ' 1.245,50 € p.a. ' })).toEqual({
      tax: '19',
      notes: ' 1.245,50 € p.a. ',
    });
  });

  it('CON-29 has a column for the working days of a notice', () => {
    expect(importedNames).toContain('notice_workdays');
  });
});
