import { addDays } from '../../../../base/day.ts';
import type { Column } from '../../../../entity/web/sheet/columns.ts';

type TextColumn = Pick<Column, 'name' | 'field' | 'lookup'>;

/**
 * Texts of cells as spreadsheet programs format them, in the notation that the table reads (CON-05): amounts with a
 * currency, days with a time or as serial number, percentages, "Monat(e)". The currency of an amount fills an empty
 * cell for the currency; where that cell differs or is not part of the block, the amount stays as it is and unread.
 */
export function plainBlock(
  block: readonly (readonly string[])[],
  columns: readonly TextColumn[],
): readonly (readonly string[])[] {
  return block.map((row) => {
    const texts = row.map((text, place) => plainText(text, columns[place]));
    return withCurrency(texts, columns);
  });
}

function plainText(text: string, column: TextColumn | undefined): string {
  const trimmed = text.trim();
  if (column === undefined || trimmed === '') return text;
  const { name, field, lookup } = column;
  if (field.kind.input === 'day') return plainDay(trimmed);
  if (name === 'tax') return trimmed.replace(/\s?%$/, '');
  if (field.choices !== undefined && lookup !== undefined)
    return variantsOf(trimmed).find((variant) => lookup.find(variant) !== undefined) ?? text;
  return text;
}

/** Day zero of the serial numbers of spreadsheet programs. */
const serialZero = '1899-12-30';
/** The serial numbers of the years 1950 to 2099. */
const serials = { min: 18_264, max: 73_050 };

/** Drops midnight behind a day; five digits are a serial number. */
function plainDay(text: string): string {
  if (/^\d{5}(?:[.,]0+)?$/.test(text)) {
    const serial = Number.parseInt(text, 10);
    return serial >= serials.min && serial <= serials.max ? addDays(serialZero, serial) : text;
  }
  return text.replace(/[\sT]+0?0:00(?::00(?:\.0+)?)?$/, '');
}

/** "Monat(e)" is "Monate"; "Monat" is tried with the endings of plurals. */
function variantsOf(text: string): readonly string[] {
  const [short, long] = [text.replaceAll(/\s?\([^)]*\)/g, ''), text.replaceAll(/[()]/g, '')];
  return [text, long, short, ...['e', 'n', 'en', 's'].map((ending) => `${short}${ending}`)];
}

const codes: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const mark = String.raw`€|\$|£|[A-Z]{3}`;
const marked = new RegExp(
  String.raw`^(?:(?<before>${mark})\s?)?(?<amount>[-\d][\d.,'’\s]*)(?:\s?(?<behind>${mark}))?$`,
  'u',
);

/** Takes the currency off the amounts of a row and into its own cell. */
function withCurrency(texts: readonly string[], columns: readonly TextColumn[]): readonly string[] {
  const own = columns.findIndex(({ name }) => name === 'currency');
  let currency = (texts[own] ?? '').trim();
  const plain = texts.map((text, place) => {
    const { before, amount, behind } = marked.exec(text.trim())?.groups ?? {};
    const printed = before ?? behind;
    if (columns[place]?.field.price !== true || amount === undefined || printed === undefined) return text;
    const code = codes[printed] ?? printed;
    if (own === -1 || own >= texts.length || (currency !== '' && currency !== code)) return text;
    currency = code;
    return amount.trim();
  });
  return plain.map((text, place) => (place === own ? currency : text));
}
