import type { Amount } from '../../base/money.ts';
import { isSameField } from '../../document/field-values.ts';
import { agreedDifferences, amendedNames } from './agreement.ts';
import { contractFields, contractLineFields } from './fields.ts';
import type { ContractFields, ContractLine } from './model.ts';

/** Fields that refer to records, with their entity. */
export const namedFields = {
  supplier_id: 'supplier',
  client_id: 'client',
  department_id: 'department',
  cost_center_id: 'cost_center',
  ledger_account_id: 'ledger_account',
} as const;
type NamedField = keyof typeof namedFields;

/** Display names of the records of a version. */
export type RecordNames = Readonly<Record<NamedField, string | null>>;

/** One version of a contract, with names that stay readable if records change later (CON-38). */
export interface Version {
  readonly head: ContractFields;
  readonly lines: readonly ContractLine[];
  readonly names: RecordNames;
  /** Names of its documents. */
  readonly files: readonly string[];
}

/** One difference from the previous version; `field` is a column, `lines` or `files`. */
export interface VersionDifference {
  readonly field: string;
  /** The stored value, with names for records and text for lines; null if empty. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The differences from the previous version (CON-38): fields, then lines by position, then documents. */
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

/** A line as text: quantity, unit, name and total. */
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
