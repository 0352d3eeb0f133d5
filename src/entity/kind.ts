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

/** Which fields of which form are set, such as those that a company requires (ADM-08). */
export type FormFlags = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** What a field holds, as the API has it: amounts are decimal strings, days `YYYY-MM-DD`, references ids. */
export type Value = string | number | boolean | readonly string[] | readonly Translation[] | FormFlags | null;

/** Why a value may not stand, or why somebody should look at it. */
export interface Finding {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

/** The values that can be chosen for one field, with what people call them in their language. */
export interface Options {
  readonly labelOf: (value: string | number) => string | undefined;
  /** Exact label without regard to case, else number or code (SHEET-08); undefined when nothing or several match. */
  readonly find: (text: string) => string | number | undefined;
}

/** Who reads and writes a text: typed input, a pasted cell or a line of a CSV file. */
export interface Reading {
  readonly language: Language;
  readonly today: Day;
  /** Given for fields whose values are chosen. */
  readonly options?: Options;
  /** Places that prices show at least: those of the tenant (I18N-05). */
  readonly decimals?: number;
}

/** Which input of `web/inputs` and which cell of the table view serve a kind. */
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
 * How the values of one sort are read from text, written for people, and judged: the same in a form, a cell, a CSV
 * file and a call of the API. Pure, so that browser and server run the same code.
 */
export interface Kind<V extends Value = Value> {
  readonly input: InputName;
  /** Reads what somebody typed, pasted or imported; null for nothing. */
  read(text: string, reading: Reading): V | null | typeof unreadable;
  /** What a cell shows and copies. What it writes can always be read back by the same reader. */
  write(value: V, reading: Reading): string;
  csv(value: V, reading: Reading): CsvCell;
  /** The form in which a value is stored, such as an IBAN without blanks; null for nothing. */
  normal(value: V): V | null;
  /** What is wrong with a normal value. */
  problem(value: V): Finding | undefined;
  /** What somebody should look at, though it may stand (VAL-29). */
  warning?(value: V): Finding | undefined;
}
