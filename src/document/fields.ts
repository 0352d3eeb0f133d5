import { type Day, isDay } from '../base/day.ts';
import { type Amount, compareAmounts, decimalPlaces, isAmount } from '../base/money.ts';
import type { FieldProblem } from '../base/refusal.ts';
import { remembered } from '../base/remembered.ts';
import type { Field } from '../entity/field.ts';
import type { Finding, Value } from '../entity/kind.ts';
import {
  choice as choiceKind,
  currency as currencyKind,
  reference as referenceKind,
} from '../entity/kinds/chosen.ts';
import { day as dayKind } from '../entity/kinds/day.ts';
import { flag as flagKind } from '../entity/kinds/flag.ts';
import { decimal } from '../entity/kinds/number.ts';
import { longestText, notes as notesKind, text as textKind } from '../entity/kinds/text.ts';

/** The sort of a field, for code that handles all fields alike: columns, command inputs, drafts, exports. */
export type Sort = 'text' | 'choice' | 'flag' | 'amount' | 'day' | 'reference';

/** One field of the head or the lines of a document kind, named like its column. */
export interface DocumentField<
  V extends Value = Value,
  S extends Sort = Sort,
  Filled extends boolean = boolean,
> extends Field<V> {
  readonly sort: S;
  /** Never null; holds its `initial` value by default. */
  readonly isFilled: Filled;
  /** Longest text in characters (VAL-05). */
  readonly longest?: number;
  /** The format that command inputs require. */
  readonly format?: 'link' | 'currency';
  /** Maximum number of decimals. */
  readonly decimals?: number;
  /** The default amount: stored, but neither typed nor shown. */
  readonly usual?: Amount;
  /** The fields selected of a referenced record besides its id; empty where the id is enough. */
  readonly reads?: readonly string[];
  /** The key of the text for a choice; without it the value itself is shown. */
  readonly labelKey?: (value: string) => string;
}

/** The fields of a head or a line, in the order of the form. */
export type DocumentFields = Readonly<Record<string, DocumentField>>;

interface Options<V extends Value> {
  /** Required for submitting the document. */
  readonly required?: boolean;
  /** The proposal of a new document. */
  readonly initial?: V;
}

type Text = DocumentField<string, 'text', false>;

interface TextOptions extends Options<string> {
  /** Longest text in characters. */
  readonly max?: number;
  /** Normalises the typed text before it is stored, such as an IBAN without blanks. */
  readonly normal?: (typed: string) => string;
}

/** A line of text. */
export function text({ max = longestText, ...options }: TextOptions = {}): Text {
  return { ...textKind({ ...options, max }), sort: 'text', isFilled: false, longest: max };
}

const longestNotes = 4000;

/** A text of several lines (VAL-05). */
export function notes({
  max = longestNotes,
  ...options
}: Options<string> & { readonly max?: number } = {}): Text {
  return { ...notesKind({ ...options, max }), sort: 'text', isFilled: false, longest: max };
}

const longestLink = 2000;

/** A web address: http or https (VAL-05). */
export function link(options: Options<string> = {}): Text {
  const isLink = (value: string): boolean => /^https?:\/\/\S+$/.test(value) && value.length <= longestLink;
  return {
    ...judged(textKind({ ...options, max: longestLink }), (value) =>
      isLink(value) ? undefined : invalid('URL'),
    ),
    sort: 'text',
    isFilled: false,
    longest: longestLink,
    format: 'link',
  };
}

/** One of the given values; `labelKey` returns the text key of each. */
export function choice<const C extends readonly string[]>(
  choices: C,
  labelKey: (value: string) => string,
  options: Options<C[number]> = {},
): DocumentField<C[number], 'choice', false> {
  return { ...choiceKind(choices, options), sort: 'choice', isFilled: false, labelKey };
}

/** A currency by its ISO code (PRICE-04). */
export function currency(options: Options<string> = {}): DocumentField<string, 'choice', false> {
  return { ...currencyKind(options), sort: 'choice', isFilled: false, format: 'currency' };
}

/** Yes or no; no by default. */
export function flag(): DocumentField<boolean, 'flag', true> {
  return { ...flagKind(), sort: 'flag', isFilled: true };
}

interface AmountOptions extends Options<Amount> {
  /** Values must be greater; by default they are at least 0. */
  readonly above?: Amount;
  /** Values must not be greater. */
  readonly max?: Amount;
  readonly decimals?: number;
  /** May be negative, as on a credit note. */
  readonly isSigned?: boolean;
  /** Visible only to people who see prices (ROLE-07). */
  readonly price?: boolean;
}

/** The maximum decimals of the API and the database. */
const maxDecimals = 8;

/** A price, quantity or rate, not negative unless it is signed (PRICE-01). */
export function amount({
  above,
  max,
  decimals = maxDecimals,
  isSigned = false,
  ...options
}: AmountOptions = {}): DocumentField<Amount, 'amount', false> {
  const problem = (value: Amount): Finding | undefined => {
    if (!isAmount(value) || decimalPlaces(value) > decimals) return invalid('numeric');
    if (max !== undefined && compareAmounts(value, max) > 0)
      return { code: 'number_out_of_range', values: { max: Number(max) } };
    if (isSigned) return undefined;
    const isTooSmall =
      above === undefined ? compareAmounts(value, '0') < 0 : compareAmounts(value, above) <= 0;
    return isTooSmall ? { code: 'number_out_of_range', values: { min: Number(above ?? 0) } } : undefined;
  };
  return { ...judged(decimal(options), problem), sort: 'amount', isFilled: false, decimals };
}

/** An amount that is usually the same, such as a price for one unit. */
export function usually(
  usual: Amount,
  field: DocumentField<Amount, 'amount', false>,
): DocumentField<Amount, 'amount', false> & { readonly usual: Amount } {
  return { ...field, usual };
}

/** Percent: at most two digits and two decimals (VAL-31). */
export function percent(options: Options<Amount> = {}): DocumentField<Amount, 'amount', false> {
  const isPercent = (value: Amount): boolean => /^\d{1,2}(\.\d{1,2})?$/.test(value);
  const field = judged(decimal(options), (value) => (isPercent(value) ? undefined : invalid('percent')));
  return { ...field, sort: 'amount', isFilled: false, decimals: 2 };
}

/** A calendar day (VAL-04). */
export function day(options: Options<Day> = {}): DocumentField<Day, 'day', false> {
  const field = judged(dayKind(options), (value) => (isDay(value) ? undefined : invalid('date')));
  return { ...field, sort: 'day', isFilled: false };
}

/** The exchange rate of a document in a foreign currency; the database determines its source (PRICE-07). */
export function rateFields() {
  return {
    /** Company currency per unit of the document's; null for the same currency. */
    exchange_rate: amount({ above: '0', decimals: 6 }),
    rate_date: day(),
  } satisfies DocumentFields;
}

/**
 * A reference to a record by its id. `reads` lists the fields that the page selects besides the id, `shown_name` for
 * translated names. Their relation is named like the column without `_id`.
 */
export function reference<const Reads extends readonly string[] = readonly []>(
  table: string,
  { reads, ...options }: Options<number> & { readonly reads?: Reads } = {},
): DocumentField<number, 'reference', false> & { readonly reads: Reads } {
  return {
    ...referenceKind(table, options),
    sort: 'reference',
    isFilled: false,
    reads: reads ?? ([] as unknown as Reads),
  };
}

/** A field that is never empty; `initial` by default. */
export function always<V extends Value, S extends Sort>(
  initial: V,
  field: DocumentField<V, S, false>,
): DocumentField<V, S, true> {
  return { ...field, isFilled: true, initial };
}

function judged<V extends Value>(field: Field<V>, problem: (value: V) => Finding | undefined): Field<V> {
  return { ...field, kind: { ...field.kind, problem } };
}

function invalid(type: string): Finding {
  return { code: 'invalid_type', values: { type } };
}

type StoredValue<F> =
  F extends DocumentField<infer V, Sort, infer Filled> ? (Filled extends true ? V : V | null) : never;

/** A row as rules and database use it: keys are columns. */
export type StoredRow<F extends DocumentFields> = { readonly [Name in keyof F]: StoredValue<F[Name]> };

/** The names of declared fields, in their order. */
export function fieldNames<F extends DocumentFields>(fields: F): readonly (keyof F & string)[] {
  return Object.keys(fields);
}

/** The fields without the named ones. */
export function without<F extends DocumentFields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): Omit<F, Name> {
  const others = Object.entries(fields).filter(([name]) => !names.some((one) => one === name));
  return Object.fromEntries(others) as Omit<F, Name>;
}

/** The named fields only. */
export function only<F extends DocumentFields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): Pick<F, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Pick<F, Name>;
}

/** The maximum length of a text field in characters; undefined for other fields. */
export function longestOf(fields: DocumentFields, name: string): number | undefined {
  return fields[name]?.longest;
}

/** The fields required for submitting, in their order. */
export function requiredFields<F extends DocumentFields>(fields: F): readonly (keyof F & string)[] {
  return fieldNames(fields).filter((name) => fields[name]?.required);
}

/** A row of default values. */
export function emptyStored<F extends DocumentFields>(fields: F): StoredRow<F> {
  const values = Object.entries(fields).map(([name, { isFilled, initial, usual }]) => [
    name,
    (isFilled ? initial : usual) ?? null,
  ]);
  return Object.fromEntries(values) as StoredRow<F>;
}

/** Applies a command's input: undefined keeps a field, null clears it where it may be empty. */
export function withGiven<F extends DocumentFields>(
  fields: F,
  former: StoredRow<F>,
  given: { readonly [Name in keyof F]?: StoredRow<F>[Name] | null | undefined },
): StoredRow<F> {
  const values = fieldNames(fields).map((name) => {
    const value = given[name];
    const isNothing = value === null && (fields[name]?.isFilled || fields[name]?.usual !== undefined);
    return [name, value === undefined || isNothing ? former[name] : value];
  });
  return Object.fromEntries(values) as StoredRow<F>;
}

/** Problems that even a draft must not have: texts too long, invalid numbers and days (VAL-04, VAL-05). */
export function malformed(fields: DocumentFields, row: object, path = ''): readonly FieldProblem[] {
  return findingsOf(row, fields).map((problem) => ({ ...problem, field: path + problem.field }));
}

const findingsOf = remembered((row: object, fields: DocumentFields): readonly FieldProblem[] => {
  const values = new Map<string, Value>(Object.entries(row));
  return Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = values.get(name) ?? null;
    const finding = value === null ? undefined : kind.problem(value);
    return finding ? [{ field: name, ...finding }] : [];
  });
});

/** The required fields that are empty (VAL-06). */
export function missing(fields: DocumentFields, row: object): readonly FieldProblem[] {
  const values = new Map<string, unknown>(Object.entries(row));
  return requiredFields(fields)
    .filter((field) => String(values.get(field) ?? '').trim() === '')
    .map((field) => ({ field, code: 'specific_field_required', values: { field } }));
}
