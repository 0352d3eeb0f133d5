const breaks = /<\/?(?:br|p|div|li|ul|ol|tr|h[1-6])\b[^<>]*>/gi;
const inline = /<\/?(?:a|abbr|b|big|em|font|i|img|small|span|strong|sub|sup|table|tbody|td|th|u)\b[^<>]*>/gi;
const unseen = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi;
const comments = /<!--[\s\S]*?-->/g;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
  deg: '°',
  micro: 'µ',
  times: '×',
  reg: '®',
  trade: '™',
  ndash: '–',
  mdash: '—',
};

/**
 * The text without the HTML that some shops put into names and descriptions (PUN-16). Signs such as `<` in "Ø < 10 mm"
 * stay, because only HTML tags are removed; a text of markup alone stays unchanged.
 */
export function withoutMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const shown = text
    .replace(comments, '')
    .replace(unseen, '')
    .replace(breaks, '\n')
    .replace(inline, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
  return /[\p{L}\p{N}]/u.test(shown) ? shown : text;
}
