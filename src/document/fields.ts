import { type Day, isDay } from '../base/day.ts';
import { type Amount, compareAmounts, decimalPlaces, isAmount } from '../base/money.ts';
import type { FieldProblem } from '../base/refusal.ts';
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

/** What tells fields apart for whoever handles all of them alike: columns, inputs of commands, drafts, exports. */
export type Sort = 'text' | 'choice' | 'flag' | 'amount' | 'day' | 'reference';

/** One field of the head or of the lines of a kind of document, named as its column. */
export interface DocumentField<
  V extends Value = Value,
  S extends Sort = Sort,
  Filled extends boolean = boolean,
> extends Field<V> {
  readonly sort: S;
  /** Never null: where nobody says anything it holds its `initial` value. */
  readonly isFilled: Filled;
  /** Longest text in characters (VAL-05). */
  readonly longest?: number;
  /** What the text has to look like to be taken from outside at all. */
  readonly format?: 'link' | 'currency';
  /** Most places after the point. */
  readonly decimals?: number;
  /** The amount that goes without saying: stored, but neither typed nor shown. */
  readonly usual?: Amount;
  /** What is read of the record behind a reference, beside its id; nothing: the id alone is enough. */
  readonly reads?: readonly string[];
  /** The text that names a value of a choice; without it the value speaks for itself. */
  readonly labelKey?: (value: string) => string;
}

/** The head or the lines of a kind of document, declared once, in the order of the form. */
export type DocumentFields = Readonly<Record<string, DocumentField>>;

interface Options<V extends Value> {
  /** Has to be there before the document is submitted. */
  readonly required?: boolean;
  /** What a new document proposes. */
  readonly initial?: V;
}

type Text = DocumentField<string, 'text', false>;

interface TextOptions extends Options<string> {
  /** Longest text in characters. */
  readonly max?: number;
  /** How it is stored, where that is not as it is typed: an IBAN without blanks. */
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

/** An address of the web: http or https (VAL-05). */
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

/** One of the values that the declaration lists, named by the texts under `labelKey`. */
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

/** Yes or no; no where nobody says anything. */
export function flag(): DocumentField<boolean, 'flag', true> {
  return { ...flagKind(), sort: 'flag', isFilled: true };
}

interface AmountOptions extends Options<Amount> {
  /** Values must be greater; without it they are at least 0. */
  readonly above?: Amount;
  /** Values must not be greater. */
  readonly most?: Amount;
  readonly decimals?: number;
  /** May be less than nothing, as on a credit note. */
  readonly isSigned?: boolean;
  /** Only people who see prices have it (ROLE-07). */
  readonly price?: boolean;
}

/** Most places after the point that the API takes and the database keeps. */
const mostDecimals = 8;

/** A price, quantity or rate, not negative unless it is signed (PRICE-01). */
export function amount({
  above,
  most,
  decimals = mostDecimals,
  isSigned = false,
  ...options
}: AmountOptions = {}): DocumentField<Amount, 'amount', false> {
  const problem = (value: Amount): Finding | undefined => {
    if (!isAmount(value) || decimalPlaces(value) > decimals) return invalid('numeric');
    if (most !== undefined && compareAmounts(value, most) > 0)
      return { code: 'number_out_of_range', values: { max: Number(most) } };
    if (isSigned) return undefined;
    const isTooSmall =
      above === undefined ? compareAmounts(value, '0') < 0 : compareAmounts(value, above) <= 0;
    return isTooSmall ? { code: 'number_out_of_range', values: { min: Number(above ?? 0) } } : undefined;
  };
  return { ...judged(decimal(options), problem), sort: 'amount', isFilled: false, decimals };
}

/** An amount that goes without saying most of the time, such as a price for one unit. */
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

/** By what a document in another currency than its company's is counted; where it comes from the database says (PRICE-07). */
export function rateFields() {
  return {
    /** Company currency per unit of the document's; null while both are the same. */
    exchange_rate: amount({ above: '0', decimals: 6 }),
    rate_date: day(),
  } satisfies DocumentFields;
}

/**
 * Another record by its id. `reads` names what the page reads of it beside its id, `shown_name` for names in several
 * languages; the relation that it is read through is called like the column without `_id`.
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

/** A field that is never empty; `initial` until somebody says otherwise. */
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

/** A row as the rules and the database have it: keys are columns. */
export type StoredRow<F extends DocumentFields> = { readonly [Name in keyof F]: StoredValue<F[Name]> };

/** The names of declared fields, in their order. */
export function fieldNames<F extends DocumentFields>(fields: F): readonly (keyof F & string)[] {
  return Object.keys(fields);
}

/** The fields but for some that are treated otherwise. */
export function without<F extends DocumentFields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): Omit<F, Name> {
  const others = Object.entries(fields).filter(([name]) => !names.some((one) => one === name));
  return Object.fromEntries(others) as Omit<F, Name>;
}

/** These fields alone. */
export function only<F extends DocumentFields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): Pick<F, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Pick<F, Name>;
}

/** How many characters a field takes at most; undefined for what is no text. */
export function longestOf(fields: DocumentFields, name: string): number | undefined {
  return fields[name]?.longest;
}

/** The fields that a document needs before it is submitted, in their order. */
export function requiredFields<F extends DocumentFields>(fields: F): readonly (keyof F & string)[] {
  return fieldNames(fields).filter((name) => fields[name]?.required);
}

/** A row in which nobody said anything. */
export function emptyStored<F extends DocumentFields>(fields: F): StoredRow<F> {
  const values = Object.entries(fields).map(([name, { isFilled, initial, usual }]) => [
    name,
    (isFilled ? initial : usual) ?? null,
  ]);
  return Object.fromEntries(values) as StoredRow<F>;
}

/** A row as a command changes it: what is absent stays as it is, null empties what may be empty. */
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

/** What makes even a draft unacceptable: texts too long, numbers and days that are none (VAL-04, VAL-05). */
export function malformed(fields: DocumentFields, row: object, path = ''): readonly FieldProblem[] {
  const values = new Map<string, Value>(Object.entries(row));
  return Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = values.get(name) ?? null;
    const finding = value === null ? undefined : kind.problem(value);
    return finding ? [{ field: path + name, ...finding }] : [];
  });
}

/** The required fields in which nothing stands (VAL-06). */
export function missing(fields: DocumentFields, row: object): readonly FieldProblem[] {
  const values = new Map<string, unknown>(Object.entries(row));
  return requiredFields(fields)
    .filter((field) => String(values.get(field) ?? '').trim() === '')
    .map((field) => ({ field, code: 'specific_field_required', values: { field } }));
}
