import { type Day, dayFrom, isDay } from '../../../../base/day.ts';
import { formatTag, type Language, languages } from '../../../../base/language.ts';
import { type Amount, decimalPlaces, isAmount } from '../../../../base/money.ts';
import { formatDay, typedDay } from '../../../../base/typed-day.ts';
import { formatNumber, typedNumber, unreadable } from '../../../../base/typed-number.ts';
import type { DocumentField } from '../../../../document/fields.ts';
import { invoiceFields } from '../../fields.ts';
import { type ClickedText, clickedBic, clickedIban, clickedVatNumber, wordAt } from './clicked-code.ts';

export interface Reader {
  readonly language: Language;
  readonly today: Day;
}

/** Fields that take the whole text run instead of one word. */
const named: ReadonlySet<string> = new Set(['name', 'supplier_id', 'client_id']);

/** The clicked text as input for a field, in the person's language; null if it does not fit the field. */
export function textFor(column: string, clicked: ClickedText, { language, today }: Reader): string | null {
  if (named.has(column)) return clicked.run.trim() || null;
  const sort = fieldOf(column)?.sort;
  if (sort === 'day') {
    const day = clickedDay(clicked, today);
    return day && formatDay(day, language);
  }
  if (sort === 'amount') {
    const amount = clickedAmount(wordAt(clicked), language);
    return amount && written(column, amount, language);
  }
  if (column in codes) return codes[column as keyof typeof codes](clicked);
  return column === 'number_printed' ? wordAt(clicked) || null : null;
}

/** The same for a read value, which has the stored format. */
export function textOfRead(column: string, value: string, reader: Reader): string | null {
  const sort = fieldOf(column)?.sort;
  if (sort === 'day') return isDay(value) ? formatDay(value, reader.language) : null;
  if (sort === 'amount') return isAmount(value) ? written(column, value, reader.language) : null;
  return textFor(column, { run: value, offset: 0 }, reader);
}

/** Columns for codes, which may be printed in groups. */
const codes = {
  iban: (clicked: ClickedText) => clickedIban(clicked),
  bic: (clicked: ClickedText) => clickedBic(clicked),
  vat_number: (clicked: ClickedText) => clickedVatNumber(clicked),
} as const;

function fieldOf(column: string): DocumentField | undefined {
  return Object.entries(invoiceFields).find(([name]) => name === column)?.[1];
}

/** Formats a number; amounts get at least two decimals. */
function written(column: string, amount: Amount, language: Language): string {
  const least = fieldOf(column)?.price ? 2 : 0;
  return formatNumber(amount, language, Math.max(least, decimalPlaces(amount)));
}

const money = /^(?:€|\$|£|%|EUR|USD|GBP|CHF|CZK|PLN)\s*|\s*(?:€|\$|£|%|EUR|USD|GBP|CHF|CZK|PLN|Kč)$/gi;

/** Parses an amount in the person's language first, then in the others. */
function clickedAmount(word: string, language: Language): Amount | null {
  const bare = word.replace(money, '').replace(/^[+]/, '');
  const text = bare.endsWith('-') ? `-${bare.slice(0, -1)}` : bare.replace('−', '-');
  for (const each of [language, ...languages]) {
    const read = typedNumber(text, each);
    if (read !== unreadable && read !== null) return read;
  }
  return null;
}

/** Parses a complete printed date with its year. */
function clickedDay(clicked: ClickedText, today: Day): Day | null {
  const word = wordAt(clicked);
  const isWhole = word.split(/[./-]/).filter((part) => /^\d+$/.test(part)).length === 3;
  const read = isWhole ? typedDay(word, today) : null;
  return read === null || read === unreadable ? writtenDay(clicked) : read;
}

const writtenOut = /(\d{1,2})\.?\s+(\p{L}{3,})\.?\s+(\d{4})/gu;

/** Parses `14. Mai 2025` in any supported language, if the click is within it. */
function writtenDay({ run, offset }: ClickedText): Day | null {
  for (const match of run.matchAll(writtenOut)) {
    const [whole, day, name = '', year] = match;
    const month = monthOf(name);
    if (month !== null && offset >= match.index && offset <= match.index + whole.length)
      return dayFrom(Number(year), month, Number(day));
  }
  return null;
}

function monthOf(name: string): number | null {
  const sought = name.toLocaleLowerCase();
  for (const language of languages) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(formatTag(language), {
        day: 'numeric',
        month: width,
        timeZone: 'UTC',
      });
      const found = Array.from({ length: 12 }, (_, month) => nameIn(format, month)).indexOf(sought);
      if (found >= 0) return found + 1;
    }
  }
  return null;
}

function nameIn(format: Intl.DateTimeFormat, month: number): string | undefined {
  const parts = format.formatToParts(Date.UTC(2025, month, 1));
  return parts
    .find(({ type }) => type === 'month')
    ?.value.replace('.', '')
    .toLocaleLowerCase();
}
