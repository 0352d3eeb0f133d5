import { unreadable } from '../../base/typed-number.ts';
import { typedList } from '../../base/typed-text.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Kind, Reading } from '../kind.ts';

/** One of the declared values. */
export function choice<const C extends readonly string[]>(
  choices: C,
  options: FieldOptions<C[number]> & Pick<Field, 'wording'> = {},
): Field<C[number]> {
  const kind: Kind<C[number]> = {
    input: 'choice',
    read: (typed, reading) => chosen(typed, reading) as C[number] | null | typeof unreadable,
    write: (value, { options: labels }) => labels?.labelOf(value) ?? value,
    csv: (value, { options: labels }) => labels?.labelOf(value) ?? value,
    normal: (value) => value || null,
    problem: (value) => (choices.includes(value) ? undefined : { code: 'validation_failed' }),
  };
  return { ...options, choices, kind };
}

/** Several of the declared values, separated by semicolons in cells (SHEET-11); other known values are accepted. */
export function choices(
  offered: readonly string[],
  options: FieldOptions<readonly string[]> = {},
  known: readonly string[] = offered,
): Field<readonly string[]> {
  const kind: Kind<readonly string[]> = {
    input: 'choices',
    read(typed, reading) {
      const found = typedList(typed).map((part) => (known.includes(part) ? part : chosen(part, reading)));
      return found.includes(unreadable) ? unreadable : found.filter((part) => typeof part === 'string');
    },
    write: (value, { options: labels }) => value.map((one) => labels?.labelOf(one) ?? one).join('; '),
    csv: (value, { options: labels }) => value.map((one) => labels?.labelOf(one) ?? one).join('; '),
    normal: (value) => [...new Set(value)],
    problem: (value) =>
      value.every((one) => known.includes(one)) ? undefined : { code: 'validation_failed' },
  };
  return { initial: [], ...options, choices: offered, kind };
}

/** Usual countries of suppliers, sites and customers of people who use the product's languages. */
const countries = [
  ...['DE', 'AT', 'CH', 'LI', 'IT', 'CZ', 'SK', 'BE', 'BG', 'CA', 'CN', 'CY', 'DK', 'EE', 'ES', 'FI', 'FR'],
  ...['GB', 'GR', 'HR', 'HU', 'IE', 'IN', 'IS', 'JP', 'KR', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT'],
  ...['RO', 'RS', 'SE', 'SG', 'SI', 'TR', 'TW', 'UA', 'US'],
] as const;

const currencies = [
  ...['EUR', 'CHF', 'CZK', 'USD', 'GBP', 'PLN', 'HUF', 'DKK', 'SEK', 'NOK', 'RON', 'BGN', 'RSD', 'TRY'],
  ...['JPY', 'CNY', 'INR', 'KRW', 'CAD', 'AUD', 'SGD', 'TWD'],
] as const;

/** A country by its ISO code. Codes that are not on offer are accepted too, so that none has to be given up. */
export function country(options: FieldOptions<string> = {}): Field<string> {
  return coded(/^[A-Z]{2}$/, 'country', countries, options);
}

/** A currency by its ISO code; codes that are not on offer are accepted too. */
export function currency(options: FieldOptions<string> = {}): Field<string> {
  return coded(/^[A-Z]{3}$/, 'currency', currencies, options);
}

function coded(
  pattern: RegExp,
  wording: 'country' | 'currency',
  offered: readonly string[],
  options: FieldOptions<string>,
): Field<string> {
  const { kind } = choice(offered);
  return {
    ...options,
    choices: offered,
    wording,
    kind: {
      ...kind,
      read(typed, reading) {
        const code = typed.trim().toUpperCase();
        return pattern.test(code) ? code : kind.read(typed, reading);
      },
      problem: (value) => (pattern.test(value) ? undefined : { code: 'validation_failed' }),
    },
  };
}

/** People who can be assigned a task or a decision: neither blocked nor auditors (APPR-20, ARC-04). */
export const ablePeople = { blocked: false, auditor_ends_on: null } as const;

/** A row of another entity by its id. The foreign key refuses missing rows. */
export function reference(
  table: string,
  options: FieldOptions<number> & Pick<Field, 'among'> = {},
): Field<number> {
  const kind: Kind<number> = {
    input: 'reference',
    read: (typed, reading) => chosen(typed, reading) as number | null | typeof unreadable,
    write: (value, { options: rows }) => rows?.labelOf(value) ?? String(value),
    csv: (value, { options: rows }) => rows?.labelOf(value) ?? String(value),
    normal: (value) => value || null,
    problem: (value) => (Number.isSafeInteger(value) ? undefined : { code: 'invalid_type' }),
  };
  return { ...options, references: table, kind };
}

/** A row of another entity by its id, or the name of one that is created together with the referring row (VAL-35). */
export function referenceOrNew(
  table: string,
  creates: Field<string>,
  options: FieldOptions<number | string> = {},
): Field<number | string> {
  const { kind } = reference(table);
  return {
    ...options,
    references: table,
    creates,
    kind: {
      ...kind,
      write: (value, reading) => (typeof value === 'string' ? value : kind.write(value, reading)),
      csv: (value, reading) => (typeof value === 'string' ? value : kind.csv(value, reading)),
      normal: (value) => (typeof value === 'string' ? creates.kind.normal(value) : kind.normal(value)),
      problem: (value) => (typeof value === 'string' ? creates.kind.problem(value) : kind.problem(value)),
    },
  };
}

/** The value 0 of a drop-down means empty (SHEET-08), unless an option has that name. */
function chosen(typed: string, { options }: Reading): string | number | null | typeof unreadable {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  return options?.find(trimmed) ?? (trimmed === '0' ? null : unreadable);
}
