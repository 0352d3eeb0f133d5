import { buffer } from 'node:stream/consumers';
import { xmlText } from '../../src/base/xml-text.ts';
import { type ZipEntry, zip } from '../../src/platform/server/files/zip.ts';

/** A cell as Excel writes it: a shared text, a number, or a value with style and formula. */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly value: number; readonly style: XlsxStyle }
  | { readonly formula: string; readonly result?: string | number }
  /** The XML of the cell itself. */
  | { readonly xml: string };

/** Indexes into the styles of every workbook made here. */
export const xlsxStyles = { plain: 0, day: 1, percent: 2, postcode: 3, germanDay: 4, euro: 5 } as const;
export type XlsxStyle = keyof typeof xlsxStyles;

export interface XlsxSheet {
  readonly name: string;
  readonly rows: readonly (readonly XlsxCell[])[];
  readonly isHidden?: boolean;
  /** XML beside the cells, such as merged and hidden columns. */
  readonly before?: string;
  readonly after?: string;
}

export interface XlsxOptions {
  readonly is1904?: boolean;
  /** Parts that replace or join those of the workbook. */
  readonly parts?: Readonly<Record<string, string | Iterable<string>>>;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The bytes of a workbook as Excel writes it, with shared texts. */
export async function xlsxFile(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Promise<Buffer> {
  const texts: string[] = [];
  const sheetParts = sheets.map((sheet, place): [string, string] => [
    `xl/worksheets/sheet${place + 1}.xml`,
    sheetXml(sheet, texts),
  ]);
  const parts: Record<string, string | Iterable<string>> = {
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}">` +
      `<workbookPr${options.is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, isHidden }, place) =>
            `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"${isHidden ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, place): [string, string, string] => [
        `rId${place + 1}`,
        'worksheet',
        `worksheets/sheet${place + 1}.xml`,
      ]),
      ['rIdS', 'styles', 'styles.xml'],
      ['rIdT', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': styles,
    ...Object.fromEntries(sheetParts),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts
      .map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`)
      .join('')}</sst>`,
    ...options.parts,
  };
  return await archive(parts);
}

/** The bytes of a ZIP archive with these files. */
export async function archive(parts: Readonly<Record<string, string | Iterable<string>>>): Promise<Buffer> {
  const entries = Object.entries(parts).map(
    ([name, content]): ZipEntry => ({ name, content: typeof content === 'string' ? [content] : content }),
  );
  return await buffer(zip(entries));
}

function relationships(targets: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relations}">${each.join('')}</Relationships>`;
}

const styles =
  `<styleSheet xmlns="${main}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$-407]d/\\ mmmm\\ yyyy;@"/>' +
  '<numFmt numFmtId="166" formatCode="#,##0.00\\ &quot;€ pro Tag&quot;"/></numFmts>' +
  '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>' +
  '</cellXfs></styleSheet>';

function sheetXml({ rows, before = '', after = '' }: XlsxSheet, texts: string[]): string {
  const shown = rows.map((cells, row) => {
    const each = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, texts));
    return `<row r="${row + 1}">${each.join('')}</row>`;
  });
  return `<worksheet xmlns="${main}">${before}<sheetData>${shown.join('')}</sheetData>${after}</worksheet>`;
}

function cellXml(cell: XlsxCell, at: string, texts: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('xml' in cell) return cell.xml;
  if ('style' in cell) return `<c r="${at}" s="${xlsxStyles[cell.style]}"><v>${cell.value}</v></c>`;
  const { formula, result } = cell;
  const type = typeof result === 'string' ? ' t="str"' : '';
  const value = result === undefined ? '' : `<v>${result}</v>`;
  return `<c r="${at}"${type}><f>${xmlText(formula)}</f>${value}</c>`;
}

function columnName(index: number): string {
  const before = index >= 26 ? columnName(Math.floor(index / 26) - 1) : '';
  return before + String.fromCharCode(65 + (index % 26));
}
