import type { Candidate } from './candidates.ts';
import type { Passage } from './passages.ts';

const number = String.raw`(?:nummer|nr\.?|no\.?|number|n°|id|ref(?:erence|\.)?|#)`;
const own =
  '(?:Vertrag(?:s)?|Leasing(?:vertrags?)?|Miet(?:vertrags?)?|Wartungs(?:vertrags?)?|Service(?:vertrags?)?|Versicherungs(?:schein|vertrags?)?|Versicherungsschein|Police[n]?|Mobilfunkvertrags?|Abo(?:nnement)?|contract|agreement|lease|policy|subscription)';
/** Up to four groups; the first or the second has a digit. */
const value = String.raw`((?=\S*\d|[A-Z]{1,5}\s\S*\d)[A-Z0-9][A-Z0-9./_-]{0,30}(?:\s[A-Z0-9./_-]*\d[A-Z0-9./_-]*){0,3})`;
const labelled = new RegExp(
  String.raw`(?<![\p{L}])(?<label>(?:Rahmen|Haupt|Alt)?${own}[\s-]{0,2}${number})(?![\p{L}])[\s:.]{0,4}(?:(?:lautet|ist|is)[\s:]{1,2})?(?<value>${value})`,
  'giu',
);
/** Characters of a contract number (DATA-36). */
const longest = 60;

/** Finds labelled contract numbers. Numbers of framework, main or previous contracts are left out. */
export function contractNumbersOf(passages: readonly Passage[]): Candidate<string>[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(labelled)].flatMap((match): Candidate<string>[] => {
      const { label = '', value: printed = '' } = match.groups ?? {};
      const text = ownPart(printed);
      const isOther = /^(?:Rahmen|Haupt|Alt)/iu.test(label);
      if (text === null || isOther || isDate(text)) return [];
      const start = match.index + match[0].length - printed.length;
      return [{ passage, start, end: start + text.length, value: text, isStrong: passage.sort !== 'below' }];
    }),
  );
}

/** Cuts off the sentence behind a number; lower-case letters count only in a code with digits. */
function ownPart(printed: string): string | null {
  const groups = printed.split(' ');
  const kept: string[] = [];
  for (const group of groups) {
    if (isDate(group) || /^\p{Ll}{2,}/u.test(group)) break;
    kept.push(group);
  }
  const text = kept.join(' ').replace(/[.,/_-]+$/, '');
  return /\d/.test(text) && text.length >= 2 && text.length <= longest ? text : null;
}

function isDate(text: string): boolean {
  return /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\.?$|^\d{4}-\d{2}-\d{2}$/.test(text);
}
