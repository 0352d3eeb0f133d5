import type { CsvCell } from '../base/csv.ts';
import type { Day } from '../base/day.ts';
import type { Language } from '../base/language.ts';
import type { RefusalCode, RefusalValue } from '../base/refusal.ts';
import type { unreadable } from '../base/typed-number.ts';

/** One name of an entity in one language (I18N-07). */
export interface Translation {
  readonly lang: Language;
  readonly name: string;
}

/** The flags of the fields of each form, such as the fields that a company requires (ADM-08). */
export type FormFlags = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** The value of a field as the API has it: amounts are decimal strings, days `YYYY-MM-DD`, references ids. */
export type Value = string | number | boolean | readonly string[] | readonly Translation[] | FormFlags | null;

/** The reason why a value is refused or doubtful. */
export interface Finding {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

/** The values on offer for one field, with their labels in the reader's language. */
export interface Options {
  readonly labelOf: (value: string | number) => string | undefined;
  /** Exact label without regard to case, else number or code (SHEET-08); undefined for no match or several. */
  readonly find: (text: string) => string | number | undefined;
  /** Whether no value has this text as its label, name, number or code; false for a text that several have. */
  readonly isUnknown: (text: string) => boolean;
}

/** The context in which a text is read or written: typed input, a pasted cell or a line of a CSV file. */
export interface Reading {
  readonly language: Language;
  readonly today: Day;
  /** Files of American programs write the month before the day (SHEET-19). */
  readonly isMonthFirst?: boolean;
  /** Present for fields whose values are chosen. */
  readonly options?: Options;
  /** Minimum decimal places of prices: the tenant's setting (I18N-05). */
  readonly decimals?: number;
}

/** The input of `web/inputs` and the cell of the table view for a kind. */
export type InputName =
  | 'text'
  | 'long-text'
  | 'number'
  | 'day'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'roles'
  | 'reference'
  | 'translated'
  | 'secret'
  | 'file'
  | 'form-flags';

/**
 * How values of one sort are read from text, written for people, and validated: the same in a form, a cell, a CSV
 * file and an API call. Pure, so that browser and server run the same code.
 */
export interface Kind<V extends Value = Value> {
  readonly input: InputName;
  /** Reads a typed, pasted or imported text; null for an empty one. */
  read(text: string, reading: Reading): V | null | typeof unreadable;
  /** The text that a cell shows and copies; `read` with the same reading accepts it. */
  write(value: V, reading: Reading): string;
  csv(value: V, reading: Reading): CsvCell;
  /** The stored form of a value, such as an IBAN without blanks; null for an empty one. */
  normal(value: V): V | null;
  /** The problem of a normal value. */
  problem(value: V): Finding | undefined;
  /** A warning that does not prevent saving (VAL-29). */
  warning?(value: V): Finding | undefined;
}
