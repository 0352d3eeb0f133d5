import type { Day } from '../../base/day.ts';
import { formatDay } from '../../base/typed-day.ts';
import { xmlElement, xmlLeaf } from '../../base/xml-text.ts';
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
  /** What a column of a table holds, in words. */
  readonly labelOf: (table: string, column: string) => string;
}

/** The file of a table within the archive. */
export function csvPath(table: string): string {
  return `${table}.csv`;
}

/** `index.xml`: describes the data files for import into auditors' programs (ARC-05). */
export function descriptionXml(description: Description): string {
  const { supplier, comment, from, to, tables, labelOf } = description;
  const validity = from !== null && to !== null ? xmlElement('Validity', ...validityOf(from, to)) : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!DOCTYPE DataSet SYSTEM "${dtdName}">`,
    xmlElement(
      'DataSet',
      xmlLeaf('Version', '1.0'),
      xmlElement(
        'DataSupplier',
        xmlLeaf('Name', supplier.name),
        xmlLeaf('Location', supplier.place),
        xmlLeaf('Comment', comment),
      ),
      xmlElement(
        'Media',
        xmlLeaf('Name', 'Kontor'),
        ...tables.map((table) => tableXml(table, validity, labelOf)),
      ),
    ),
    '',
  ].join('\n');
}

function tableXml(
  { table, title, key, columns, pointers }: DescribedTable,
  validity: string,
  labelOf: Description['labelOf'],
): string {
  return xmlElement(
    'Table',
    xmlLeaf('URL', csvPath(table)),
    xmlLeaf('Name', table),
    xmlLeaf('Description', title),
    validity,
    '<UTF8/>',
    xmlLeaf('DecimalSymbol', ','),
    xmlLeaf('DigitGroupingSymbol', '.'),
    // The first row contains column names.
    xmlElement('Range', xmlLeaf('From', '2')),
    xmlElement(
      'VariableLength',
      xmlLeaf('ColumnDelimiter', ';'),
      '<RecordDelimiter>&#13;&#10;</RecordDelimiter>',
      xmlLeaf('TextEncapsulator', '"'),
      ...columns.map((column) =>
        xmlElement(
          key.includes(column.name) ? 'VariablePrimaryKey' : 'VariableColumn',
          xmlLeaf('Name', column.name),
          xmlLeaf('Description', labelOf(table, column.name)),
          kindXml(column),
        ),
      ),
      ...pointers.map(({ column, to }) =>
        xmlElement('ForeignKey', xmlLeaf('Name', column), xmlLeaf('References', to)),
      ),
    ),
  );
}

function kindXml({ kind }: ColumnKind): string {
  if (kind === 'text') return '<AlphaNumeric/>';
  if (kind === 'day') return xmlElement('Date', xmlLeaf('Format', 'DD.MM.YYYY'));
  const { digits } = kind;
  return digits === null || digits === 0
    ? '<Numeric/>'
    : xmlElement('Numeric', xmlLeaf('Accuracy', String(digits)));
}

function validityOf(from: Day, to: Day): readonly string[] {
  const range = xmlElement(
    'Range',
    xmlLeaf('From', formatDay(from, 'de')),
    xmlLeaf('To', formatDay(to, 'de')),
  );
  return [range, xmlLeaf('Format', 'DD.MM.YYYY')];
}
