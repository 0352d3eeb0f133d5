/** How a spreadsheet program shows the number of a cell (ECMA-376 18.8.30). */
export type NumberFormat =
  | { readonly as: 'number' }
  | { readonly as: 'day' }
  | { readonly as: 'percent' }
  /** Whole numbers with leading zeros, such as postcodes. */
  | { readonly as: 'padded'; readonly digits: number };

/** The formats that files name by number alone; 27 to 36 and 50 to 58 are days of East Asian programs. */
const knownDays = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58];
const knownPercents = [9, 10];

/** The format with a number, and with the code that the file gives for it. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (knownDays.includes(id)) return { as: 'day' };
    return { as: knownPercents.includes(id) ? 'percent' : 'number' };
  }
  // Only the format of positive numbers counts; texts, colours and languages say nothing about the value.
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').split(';');
  const shown = first.trim();
  if (/^0{2,}$/.test(shown)) return { as: 'padded', digits: shown.length };
  if (shown.includes('%')) return { as: 'percent' };
  // Formats for a time of day have neither d nor y.
  if (/[dy]/i.test(shown) || (/^[m.\-/ ]+$/i.test(shown) && /m/i.test(shown))) return { as: 'day' };
  return { as: 'number' };
}
