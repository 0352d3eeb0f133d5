import { expect, test } from 'vitest';
import type { CsvCell } from './csv.ts';
import { xlsxParts } from './xlsx.ts';

async function* rowsOf(
  rows: readonly (readonly CsvCell[])[],
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  yield rows;
}

async function sheetOf(rows: readonly (readonly CsvCell[])[]): Promise<string> {
  const sheet = xlsxParts('Alle: Dokumente', ['Name', 'Netto', 'Termin'], rowsOf(rows)).at(-1);
  let xml = '';
  for await (const piece of sheet?.content ?? []) xml += piece;
  return xml;
}

test('EXP-17 days and amounts have their own types, with the decimals of the amount', async () => {
  const xml = await sheetOf([['Bohrer', { number: '1234.5' }, { day: '2026-03-01' }]]);
  expect(xml).toContain('<c s="3"><v>1234.5</v></c><c s="2"><v>46082</v></c>');
  expect(xml).toContain('<autoFilter ref="A1:C2"/>');
});

test('SHEET-14 a text is never a formula; markup and control characters are harmless', async () => {
  const xml = await sheetOf([['=1+1', null, '<a> & "b"\u0001\u{1f4e6}']]);
  expect(xml).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c/>');
  expect(xml).toContain('>&lt;a&gt; &amp; &quot;b&quot;\u{1f4e6}<');
  expect(xml).not.toContain('<f>');
});

test('a sheet has a name accepted by every program', async () => {
  const [, , workbook] = xlsxParts(
    'Alle: Dokumente/Bestellungen mit langem Namen',
    ['A'],
    (async function* () {})(),
  );
  const xml = [...((workbook?.content ?? []) as Iterable<string>)].join('');
  expect(xml).toContain('name="Alle  Dokumente Bestellungen mi"');
});

test('SHEET-19 a column of texts keeps typed zeros, and choices are offered from a hidden sheet', async () => {
  const parts = xlsxParts('Lieferanten', ['PLZ', 'Land'], rowsOf([['01067', 'Deutschland']]), [
    { isText: true },
    { choices: ['Deutschland', 'Österreich'] },
  ]);
  const xml = new Map<string, string>();
  for (const { name, content } of parts) {
    let whole = '';
    for await (const piece of content) whole += piece;
    xml.set(name, whole);
  }
  const sheet = xml.get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<col min="1" max="1" width="18" customWidth="1" style="4"/>');
  expect(sheet).toContain('<c t="inlineStr" s="4"><is><t xml:space="preserve">01067</t></is></c>');
  expect(sheet).toContain('sqref="B2:B1048576"><formula1>choices!$A$1:$A$2</formula1>');
  expect(xml.get('xl/workbook.xml')).toContain('name="choices" sheetId="2" state="hidden" r:id="rId3"');
  expect(xml.get('xl/worksheets/sheet2.xml')).toContain('Österreich');
});
