import { expect, test } from 'vitest';
import type { CsvCell } from './csv.ts';
import { xlsxParts } from './xlsx.ts';

async function sheetOf(rows: readonly (readonly CsvCell[])[]): Promise<string> {
  async function* some(): AsyncGenerator<readonly (readonly CsvCell[])[]> {
    yield rows;
  }
  const sheet = xlsxParts('Alle: Dokumente', ['Name', 'Netto', 'Termin'], some()).at(-1);
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
