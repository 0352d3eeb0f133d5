import type { CsvCell } from './csv.ts';
import { type Day, daysBetween } from './day.ts';
import { xmlText } from './xml-text.ts';

/** A part of an XLSX file, which is a ZIP archive of XML (ECMA-376). */
export interface XlsxPart {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Rows of a sheet, in chunks. */
export type Rows = AsyncIterable<readonly (readonly CsvCell[])[]>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Indexes into `cellXfs` of the styles. */
const styles = { bold: 1, day: 2, amount: 3 } as const;
/** Day 0 of the spreadsheet's calendar. */
const firstDay: Day = '1899-12-30';
/** Maximum of characters in a cell. */
const longestText = 32_767;

/**
 * The parts of a workbook with one sheet: a bold frozen head with filters, days and amounts in their own types,
 * everything else as text that is never a formula.
 */
export function xlsxParts(sheet: string, titles: readonly string[], rows: Rows): readonly XlsxPart[] {
  const part = (name: string, xml: string): XlsxPart => ({ name, content: [declaration + xml] });
  return [
    part(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        contentType('workbook', 'sheet.main') +
        contentType('styles', 'styles') +
        contentType('worksheets/sheet1', 'worksheet') +
        '</Types>',
    ),
    part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
        `<sheet name="${xmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ),
    part('xl/styles.xml', stylesheet),
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(titles, rows) },
  ];
}

function contentType(part: string, type: string): string {
  const whole = `application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml`;
  return `<Override PartName="/xl/${part}.xml" ContentType="${whole}"/>`;
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relations}">${each.join('')}</Relationships>`;
}

/** Number formats 14 and 4 are the program's own day and amount, in the reader's language. */
const stylesheet =
  `<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

async function* sheetXml(titles: readonly string[], rows: Rows): AsyncGenerator<string> {
  const last = columnName(titles.length - 1);
  yield `${declaration}<worksheet xmlns="${main}">` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${titles.length}" width="18" customWidth="1"/></cols><sheetData>`;
  yield `<row>${titles.map((title) => textCell(title, styles.bold)).join('')}</row>`;
  let count = 1;
  for await (const some of rows) {
    count += some.length;
    yield some.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  }
  yield `</sheetData><autoFilter ref="A1:${last}${count}"/></worksheet>`;
}

function cellXml(cell: CsvCell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'string') return textCell(cell);
  if ('number' in cell) return `<c s="${styles.amount}"><v>${cell.number}</v></c>`;
  return `<c s="${styles.day}"><v>${daysBetween(firstDay, cell.day)}</v></c>`;
}

function textCell(text: string, style?: number): string {
  const shown = xmlText(text.slice(0, longestText));
  return `<c t="inlineStr"${style === undefined ? '' : ` s="${style}"`}><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** Sheet names have up to 31 characters, without those used in references. */
function sheetName(text: string): string {
  return text.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
}

/** A to Z, AA, AB ... */
function columnName(index: number): string {
  const before = index >= 26 ? columnName(Math.floor(index / 26) - 1) : '';
  return before + String.fromCharCode(65 + (index % 26));
}
