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
const styles = { bold: 1, day: 2, amount: 3, text: 4 } as const;
/** Day 0 of the spreadsheet's calendar. */
const firstDay: Day = '1899-12-30';
/** Maximum of characters in a cell. */
const longestText = 32_767;

/** The type and choices of a column, for files to be filled in. */
export interface XlsxColumn {
  /** The format of texts, so that typed digits keep their leading zeros. */
  readonly isText?: boolean;
  /** The values that the program offers; others can be typed. */
  readonly choices?: readonly string[];
}

/**
 * The parts of a workbook with one sheet: a bold frozen head with filters, days and amounts in their own types,
 * everything else as text that is never a formula. Choices of columns are in a second, hidden sheet.
 */
export function xlsxParts(
  sheet: string,
  titles: readonly string[],
  rows: Rows,
  columns: readonly XlsxColumn[] = [],
): readonly XlsxPart[] {
  const lists = columns.flatMap(({ choices = [] }, at) => (choices.length === 0 ? [] : [{ at, choices }]));
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
        (lists.length === 0 ? '' : contentType('worksheets/sheet2', 'worksheet')) +
        '</Types>',
    ),
    part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
        `<sheet name="${xmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/>` +
        `${lists.length === 0 ? '' : `<sheet name="${choicesSheet}" sheetId="2" state="hidden" r:id="rId3"/>`}` +
        '</sheets></workbook>',
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
        ...(lists.length === 0 ? [] : [['worksheet', 'worksheets/sheet2.xml'] as const]),
      ]),
    ),
    part('xl/styles.xml', stylesheet),
    ...(lists.length === 0 ? [] : [part('xl/worksheets/sheet2.xml', choicesXml(lists))]),
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(titles, rows, columns, lists) },
  ];
}

/** The values offered in the column with the index `at`. */
interface List {
  readonly at: number;
  readonly choices: readonly string[];
}

const choicesSheet = 'choices';
/** The last row of a sheet. */
const lastRow = 1_048_576;

function choicesXml(lists: readonly List[]): string {
  const height = Math.max(...lists.map(({ choices }) => choices.length));
  const rows = Array.from({ length: height }, (_, row) => {
    const cells = lists.map(({ choices }) => {
      const choice = choices[row];
      return choice === undefined ? '<c/>' : textCell(choice);
    });
    return `<row>${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function validationsXml(lists: readonly List[]): string {
  if (lists.length === 0) return '';
  const each = lists.map(({ at, choices }, place) => {
    const [column, list] = [columnName(at), columnName(place)];
    return (
      `<dataValidation type="list" allowBlank="1" errorStyle="warning" sqref="${column}2:${column}${lastRow}">` +
      `<formula1>${choicesSheet}!$${list}$1:$${list}$${choices.length}</formula1></dataValidation>`
    );
  });
  return `<dataValidations count="${lists.length}">${each.join('')}</dataValidations>`;
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

/** Number formats 14, 4 and 49 are the program's own day, amount and text, in the reader's language. */
const stylesheet =
  `<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

async function* sheetXml(
  titles: readonly string[],
  rows: Rows,
  columns: readonly XlsxColumn[],
  lists: readonly List[],
): AsyncGenerator<string> {
  const last = columnName(titles.length - 1);
  yield `${declaration}<worksheet xmlns="${main}">` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${colsXml(titles.length, columns)}</cols><sheetData>`;
  yield `<row>${titles.map((title) => textCell(title, styles.bold)).join('')}</row>`;
  let count = 1;
  for await (const some of rows) {
    count += some.length;
    yield some
      .map((row) => `<row>${row.map((cell, at) => cellXml(cell, columns[at]?.isText)).join('')}</row>`)
      .join('');
  }
  yield `</sheetData><autoFilter ref="A1:${last}${count}"/>${validationsXml(lists)}</worksheet>`;
}

function colsXml(count: number, columns: readonly XlsxColumn[]): string {
  if (columns.length === 0) return `<col min="1" max="${count}" width="18" customWidth="1"/>`;
  const each = Array.from({ length: count }, (_, at) => {
    const style = columns[at]?.isText ? ` style="${styles.text}"` : '';
    return `<col min="${at + 1}" max="${at + 1}" width="18" customWidth="1"${style}/>`;
  });
  return each.join('');
}

function cellXml(cell: CsvCell, isText = false): string {
  const style = isText ? styles.text : undefined;
  if (cell === null || cell === '') return isText ? `<c s="${styles.text}"/>` : '<c/>';
  if (typeof cell === 'string') return textCell(cell, style);
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
