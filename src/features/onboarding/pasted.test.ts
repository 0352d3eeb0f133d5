import { expect, test } from 'vitest';
import { csvText } from '../../base/csv-reading.ts';
import { pastedRows, savingLock } from './pasted.ts';
import { costCenterFields, departmentFields, selectionProblems } from './selection.ts';

const reading = { language: 'de', today: '2026-11-27' } as const;
const costCenters = (text: string) => pastedRows(text, costCenterFields, reading, 'number');

test('ONB-02 reads lines of a spreadsheet or CSV file with localised numbers', () => {
  const values = { number: '100', name: 'Rumpf', budget: '50000.5' };
  expect(costCenters('100\tRumpf\t50.000,50\r\n').map((row) => row.values)).toEqual([values]);
  expect(costCenters('100;Rumpf;50.000,50').map((row) => row.values)).toEqual([values]);
  expect(costCenters('\n\n 100 \tRumpf').map((row) => row.values)).toEqual([{ ...values, budget: null }]);
  expect(costCenters('')).toEqual([]);
});

test('ONB-02 VAL-28 reports problems by line and column', () => {
  const rows = costCenters('100\tRumpf\tviel\n\n1/2\t\t-1\n100\tDeck\n');
  expect(
    rows.map(({ line, problems }) => [line, problems.map(({ field, code }) => `${field} ${code}`)]),
  ).toEqual([
    [1, ['budget invalid_type']],
    [3, ['number validation_failed', 'name field_required', 'budget number_out_of_range']],
    [4, ['number unique_violation']],
  ]);
});

test('ONB-02 a name may contain a comma; department names are unique ignoring case', () => {
  const rows = pastedRows('Einkauf, Lager\neinkauf, lager', departmentFields, reading, 'name');
  expect(rows.map(({ values }) => values.name)).toEqual(['Einkauf, Lager', 'einkauf, lager']);
  expect(rows[1]?.problems.map(({ code }) => code)).toEqual(['unique_violation']);
});

test('ONB-02 VAL-26 an incomplete company address is found before sending', () => {
  const company = { name: 'Mole', address: 'Kai 1', zipcode: '1', city: 'Rostock', vat_number: null };
  expect(selectionProblems({ company })).toEqual([]);
  expect(selectionProblems({ company: { ...company, city: ' ' } }).map(({ field }) => field)).toEqual([
    'company.city',
  ]);
});

test('SHEET-19 ONB-02 a pasted head is not a row but identifies the columns', () => {
  const titles = [{ name: 'name', titles: ['Name'] }];
  const rows = pastedRows(
    'Nr\tAbteilung\tLeitung\n1\tEinkauf, Lager\tAnna\n',
    departmentFields,
    reading,
    'name',
    titles,
  );
  expect(rows.map(({ line, values }) => [line, values.name])).toEqual([[2, 'Einkauf, Lager']]);
});

test('SHEET-19 ONB-02 amounts are read with the euro sign that spreadsheets copy', () => {
  expect(
    costCenters('100\tRumpf\t5.000,00 €').map(({ values, problems }) => [values.budget, problems]),
  ).toEqual([['5000', []]]);
});

test('SHEET-19 ONB-02 cost centers as a spreadsheet program on Windows writes them can be saved', () => {
  const titles = Object.entries({ number: 'Nummer', name: 'Name', budget: 'Betrag' }).map(
    ([name, title]) => ({ name, titles: [title] }),
  );
  const euro = Buffer.from([0x80]);
  const file = Buffer.concat([
    Buffer.from('sep=;\r\nKostenstelle;Bezeichnung;Betrag\r\n0100;Büro;5.000,00 ', 'latin1'),
    euro,
    Buffer.from('\r\n0200;Rümpfe;1.355,90 ', 'latin1'),
    euro,
  ]);
  const rows = pastedRows(String(csvText(file)), costCenterFields, reading, 'number', titles);
  expect(rows.map(({ values }) => values)).toEqual([
    { number: '0100', name: 'Büro', budget: '5000' },
    { number: '0200', name: 'Rümpfe', budget: '1355.9' },
  ]);
  expect(savingLock(rows)).toBeNull();
});

test('ONB-02 VAL-28 lines that cannot be saved say why: there are none, or which of them are wrong', () => {
  expect(savingLock(costCenters(' \n'))).toEqual({ reason: 'nothing' });
  expect(savingLock(costCenters('100\tRumpf\n\n200\tDeck\tviel\n100\tBug'))).toEqual({
    reason: 'wrong',
    lines: [3, 4],
  });
});
