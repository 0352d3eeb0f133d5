import { addMonths, type Day } from '../../src/base/day.ts';
import {
  bookingCategory,
  type ExtfCategory,
  extfCategories,
} from '../../src/features/accounting-export/extf/categories.ts';
import { extfVersion, headerAt, headerFields } from '../../src/features/accounting-export/extf/fields.ts';
import type { Findings } from '../../src/features/accounting-export/extf/findings.ts';
import type { ExtfRecord } from '../../src/features/accounting-export/extf/records.ts';
import { checkCells, dayOfYearMonthDay } from './values.ts';

/** Header values used to check the rows; null for missing or unusable ones. */
export interface ExtfHeader {
  /** Null also for another version, whose columns are unknown. */
  readonly category: ExtfCategory | null;
  readonly accountLength: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly currency: string;
  readonly lock: string;
}

/** Reads and checks the first line (EXP-10). */
export function checkHeader(record: ExtfRecord, findings: Findings): ExtfHeader {
  const { cells } = record;
  const at = (position: number): string => cells[position - 1]?.text ?? '';
  if (cells.length !== headerFields.length) {
    const why = `the header has ${cells.length} fields instead of ${headerFields.length}`;
    findings.add(record.line, null, 'column_count', why);
  }
  checkCells(record, headerFields, findings);
  const header = new HeaderCheck(record, at, findings);
  header.isOneOf(headerAt.format, ['EXTF']);
  header.isOneOf(headerAt.version, [extfVersion]);
  header.isOneOf(headerAt.importedAt, ['']);
  header.isOneOf(headerAt.importedBy, ['']);
  header.isBetween(headerAt.consultant, 1001, 9_999_999);
  header.isBetween(headerAt.client, 1, 99_999);
  const accountLength = header.isBetween(headerAt.accountLength, 4, 8);
  const category = categoryOf(header, at);
  const days = { from: dayOfYearMonthDay(at(headerAt.from)), to: dayOfYearMonthDay(at(headerAt.to)) };
  if (at(headerAt.category) === bookingCategory.category) {
    checkBookingHeader(header);
    checkPeriod(header, dayOfYearMonthDay(at(headerAt.fiscalYearStart)), days);
  }
  return { category, accountLength, ...days, currency: at(headerAt.currency), lock: at(headerAt.lock) };
}

class HeaderCheck {
  readonly #line: number;
  readonly #at: (position: number) => string;
  readonly #findings: Findings;

  constructor({ line }: ExtfRecord, at: (position: number) => string, findings: Findings) {
    this.#line = line;
    this.#at = at;
    this.#findings = findings;
  }

  add(position: number, rule: 'header' | 'format_version' | 'period' | 'missing', why: string): void {
    this.#findings.add(this.#line, position, rule, `${headerFields[position - 1]?.name}: ${why}`);
  }

  isOneOf(position: number, values: readonly string[]): boolean {
    const text = this.#at(position);
    if (values.includes(text)) return true;
    const wanted = values.map((value) => (value === '' ? 'empty' : value)).join(' or ');
    this.add(position, 'header', `"${text}" instead of ${wanted}`);
    return false;
  }

  /** The number; null when out of range or invalid. */
  isBetween(position: number, min: number, max: number): number | null {
    const text = this.#at(position);
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.add(position, 'header', `"${text}" is not a number from ${min} to ${max}`);
    return null;
  }

  isFilled(position: number): void {
    if (this.#at(position) === '') this.add(position, 'missing', 'is empty');
  }

  matches(position: number, pattern: RegExp, wanted: string): void {
    const text = this.#at(position);
    if (!pattern.test(text)) this.add(position, 'header', `"${text}" is not ${wanted}`);
  }
}

/** Rows are checked only in the version of the table (EXP-10). */
function categoryOf(header: HeaderCheck, at: (position: number) => string): ExtfCategory | null {
  const category = extfCategories.find((each) => each.category === at(headerAt.category));
  if (category === undefined) {
    header.isOneOf(
      headerAt.category,
      extfCategories.map((each) => each.category),
    );
    return null;
  }
  header.isOneOf(headerAt.formatName, [category.formatName]);
  const version = at(headerAt.formatVersion);
  if (version === category.formatVersion) return category;
  const why = `"${version}" instead of ${category.formatVersion}, so that the rows are not checked`;
  header.add(headerAt.formatVersion, 'format_version', why);
  return null;
}

/** An empty lock would lock the whole batch (EXP-10). */
function checkBookingHeader(header: HeaderCheck): void {
  header.isFilled(headerAt.from);
  header.isFilled(headerAt.to);
  header.isOneOf(headerAt.bookingType, ['1', '2']);
  header.isOneOf(headerAt.lock, ['0', '1']);
  header.matches(headerAt.currency, /^[A-Z]{3}$/, 'a currency of three capital letters');
}

/** The days are within one calendar month of the fiscal year (EXP-10). */
function checkPeriod(
  header: HeaderCheck,
  start: Day | null,
  { from, to }: { from: Day | null; to: Day | null },
): void {
  if (from === null || to === null) return;
  if (to < from) header.add(headerAt.to, 'period', `${to} is before ${from}`);
  if (from.slice(0, 7) !== to.slice(0, 7)) {
    header.add(headerAt.to, 'period', `${from} to ${to} is more than one calendar month`);
  }
  if (start !== null && (from < start || to >= addMonths(start, 12))) {
    header.add(
      headerAt.fiscalYearStart,
      'period',
      `${from} to ${to} is not in the year beginning on ${start}`,
    );
  }
}
