import type { Amount } from '../../base/money.ts';
import { isSameField } from '../../document/field-values.ts';
import { agreedDifferences, amendedNames } from './agreement.ts';
import { contractFields, contractLineFields } from './fields.ts';
import type { ContractFields, ContractLine } from './model.ts';

/** The fields of a contract that name records. */
export const namedFields = {
  supplier_id: 'supplier',
  client_id: 'client',
  department_id: 'department',
  cost_center_id: 'cost_center',
  ledger_account_id: 'ledger_account',
} as const;
type NamedField = keyof typeof namedFields;

/** By what people know the records that a version names. */
export type RecordNames = Readonly<Record<NamedField, string | null>>;

/** One version of a contract, in words that stay readable whatever becomes of its records (CON-38). */
export interface Version {
  readonly head: ContractFields;
  readonly lines: readonly ContractLine[];
  readonly names: RecordNames;
  /** Its documents by name. */
  readonly files: readonly string[];
}

/** One thing in which a version differs from the one before; `field` is a column, `lines` or `files`. */
export interface VersionDifference {
  readonly field: string;
  /** As it is stored, records and lines by their names; null where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** In what a version differs from the one before (CON-38): fields first, then lines by their place, then its documents. */
export function versionDifferences(before: Version, after: Version): readonly VersionDifference[] {
  const lines = after.lines.map((line, place) => ({ ...line, id: before.lines[place]?.id ?? null }));
  const agreed = new Set(agreedDifferences(before, { head: after.head, lines }));
  const isOther = (name: keyof ContractFields): boolean =>
    agreed.has(name) ||
    (isNamed(name) && !isSameField(contractFields, name, before.head[name], after.head[name]));
  const fields = amendedNames.filter(isOther).map((field) => ({
    field,
    before: wordOf(before, field),
    after: wordOf(after, field),
  }));
  const files = after.files.map((name) => ({ field: 'files', before: null, after: name }));
  return [...fields, ...lineDifferences(before.lines, lines), ...files];
}

function lineDifferences(
  before: readonly ContractLine[],
  after: readonly ContractLine[],
): readonly VersionDifference[] {
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place);
  return places.flatMap((place) => {
    const [was, is] = [before[place], after[place]];
    if (was && is && isSameLine(was, is)) return [];
    return [{ field: 'lines', before: lineText(was), after: lineText(is) }];
  });
}

function isSameLine(was: ContractLine, is: ContractLine): boolean {
  const names = Object.keys(contractLineFields) as (keyof typeof contractLineFields)[];
  return names.every((name) => isSameField(contractLineFields, name, was[name], is[name]));
}

/** What a line says in one row: quantity, unit, name, and what it costs. */
function lineText(line: ContractLine | undefined): string | null {
  if (line === undefined) return null;
  const quantity: Amount | null = line.quantity;
  const what = [quantity, line.unit, line.name].filter((word) => word !== null && word !== '').join(' ');
  return line.total === null ? what : `${what}: ${line.total}`;
}

function wordOf({ head, names }: Version, field: keyof ContractFields): string | null {
  if (isNamed(field)) return names[field];
  const value = head[field];
  return value === null ? null : String(value);
}

function isNamed(field: string): field is NamedField {
  return Object.hasOwn(namedFields, field);
}
