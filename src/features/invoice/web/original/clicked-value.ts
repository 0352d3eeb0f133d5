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

/** The fields that take a whole name rather than one word of it. */
const named: ReadonlySet<string> = new Set(['name', 'supplier_id', 'client_id']);

/**
 * What a field of the form takes of the text that was clicked, as it is typed in the person's language; null where the
 * text is nothing for it.
 */
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

/** The same of a value that was read, which is written as the product keeps it. */
export function textOfRead(column: string, value: string, reader: Reader): string | null {
  const sort = fieldOf(column)?.sort;
  if (sort === 'day') return isDay(value) ? formatDay(value, reader.language) : null;
  if (sort === 'amount') return isAmount(value) ? written(column, value, reader.language) : null;
  return textFor(column, { run: value, offset: 0 }, reader);
}

/** The columns that take a code, which may be printed in groups. */
const codes = {
  iban: (clicked: ClickedText) => clickedIban(clicked),
  bic: (clicked: ClickedText) => clickedBic(clicked),
  vat_number: (clicked: ClickedText) => clickedVatNumber(clicked),
} as const;

function fieldOf(column: string): DocumentField | undefined {
  return Object.entries(invoiceFields).find(([name]) => name === column)?.[1];
}

/** Money has its cents. */
function written(column: string, amount: Amount, language: Language): string {
  const least = fieldOf(column)?.price ? 2 : 0;
  return formatNumber(amount, language, Math.max(least, decimalPlaces(amount)));
}

const money = /^(?:€|\$|£|%|EUR|USD|GBP|CHF|CZK|PLN)\s*|\s*(?:€|\$|£|%|EUR|USD|GBP|CHF|CZK|PLN|Kč)$/gi;

/** The language of the person goes first: only what it does not read is read as another one writes it. */
function clickedAmount(word: string, language: Language): Amount | null {
  const bare = word.replace(money, '').replace(/^[+]/, '');
  const text = bare.endsWith('-') ? `-${bare.slice(0, -1)}` : bare.replace('−', '-');
  for (const each of [language, ...languages]) {
    const read = typedNumber(text, each);
    if (read !== unreadable && read !== null) return read;
  }
  return null;
}

/** A day as printed: whole, with its year. */
function clickedDay(clicked: ClickedText, today: Day): Day | null {
  const word = wordAt(clicked);
  const isWhole = word.split(/[./-]/).filter((part) => /^\d+$/.test(part)).length === 3;
  const read = isWhole ? typedDay(word, today) : null;
  return read === null || read === unreadable ? writtenDay(clicked) : read;
}

const writtenOut = /(\d{1,2})\.?\s+(\p{L}{3,})\.?\s+(\d{4})/gu;

/** `14. Mai 2025` in any of the languages, where the click is within it. */
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
