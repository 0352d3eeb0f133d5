import type { Day } from '../../base/day.ts';
import { formatDay } from '../../base/typed-day.ts';
import { xmlText } from '../../base/xml-text.ts';
import { dtdName } from './dtd.ts';
import type { ColumnKind } from './tables.ts';

/** A table in `index.xml`; its file has the columns in this order, key columns first. */
export interface DescribedTable {
  readonly table: string;
  readonly title: string;
  readonly key: readonly string[];
  readonly columns: readonly ColumnKind[];
  readonly pointers: readonly { readonly column: string; readonly to: string }[];
}

export interface Description {
  readonly supplier: { readonly name: string; readonly place: string };
  /** Content of the archive as text. */
  readonly comment: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly tables: readonly DescribedTable[];
}

/** The file of a table within the archive. */
export function csvPath(table: string): string {
  return `${table}.csv`;
}

/** `index.xml`: describes the data files for import into auditors' programs (ARC-05). */
export function descriptionXml({ supplier, comment, from, to, tables }: Description): string {
  const validity = from !== null && to !== null ? element('Validity', validityOf(from, to)) : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!DOCTYPE DataSet SYSTEM "${dtdName}">`,
    element('DataSet', [
      leaf('Version', '1.0'),
      element('DataSupplier', [
        leaf('Name', supplier.name),
        leaf('Location', supplier.place),
        leaf('Comment', comment),
      ]),
      element('Media', [leaf('Name', 'Kontor'), ...tables.map((table) => tableXml(table, validity))]),
    ]),
    '',
  ].join('\n');
}

function tableXml({ table, title, key, columns, pointers }: DescribedTable, validity: string): string {
  return element('Table', [
    leaf('URL', csvPath(table)),
    leaf('Name', table),
    leaf('Description', title),
    validity,
    '<UTF8/>',
    leaf('DecimalSymbol', ','),
    leaf('DigitGroupingSymbol', '.'),
    // The first row contains column names.
    element('Range', [leaf('From', '2')]),
    element('VariableLength', [
      leaf('ColumnDelimiter', ';'),
      '<RecordDelimiter>&#13;&#10;</RecordDelimiter>',
      leaf('TextEncapsulator', '"'),
      ...columns.map((column) =>
        element(key.includes(column.name) ? 'VariablePrimaryKey' : 'VariableColumn', [
          leaf('Name', column.name),
          kindXml(column),
        ]),
      ),
      ...pointers.map(({ column, to }) =>
        element('ForeignKey', [leaf('Name', column), leaf('References', to)]),
      ),
    ]),
  ]);
}

function kindXml({ kind }: ColumnKind): string {
  if (kind === 'text') return '<AlphaNumeric/>';
  if (kind === 'day') return element('Date', [leaf('Format', 'DD.MM.YYYY')]);
  const { digits } = kind;
  return digits === null || digits === 0
    ? '<Numeric/>'
    : element('Numeric', [leaf('Accuracy', String(digits))]);
}

function validityOf(from: Day, to: Day): readonly string[] {
  const range = element('Range', [leaf('From', formatDay(from, 'de')), leaf('To', formatDay(to, 'de'))]);
  return [range, leaf('Format', 'DD.MM.YYYY')];
}

function element(name: string, content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

function leaf(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
