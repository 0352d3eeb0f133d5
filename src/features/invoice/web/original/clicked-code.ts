import { isIban, normalIban, shownIban } from '../../../../base/iban.ts';
import { isVatNumber, normalVatNumber } from '../../../../base/vat-number.ts';

/** A place in a text: what a click meets. */
export interface ClickedText {
  /** As much as the page has in one piece. */
  readonly run: string;
  readonly offset: number;
}

/** The word at a place, without the marks around it. No-break spaces stay within a number. */
export function wordAt({ run, offset }: ClickedText): string {
  const isBlank = (place: number): boolean => /[ \t\n]/.test(run[place] ?? ' ');
  // A click on the right half of the last letter lies behind it.
  const at = isBlank(offset) && offset > 0 ? offset - 1 : offset;
  let start = at;
  let end = at;
  while (start > 0 && !isBlank(start - 1)) start -= 1;
  while (!isBlank(end)) end += 1;
  return run.slice(start, end).replace(marksBefore, '').replace(marksBehind, '');
}

const marksBefore = /^[([{"'„“‚«»:;,.!?*]+/;
const marksBehind = /[)\]}"'“”‘’«»:;,.!?*]+$/;

/** The IBAN whose groups are printed around a place, whole; null where none is, or a wrong one. */
export function clickedIban(clicked: ClickedText): string | null {
  const found = groupsAround(clicked, 34, (groups) => isIban(normalIban(groups)));
  return found === null ? null : shownIban(normalIban(found));
}

/** The BIC at a place; one without a digit and in small letters is a name. */
export function clickedBic(clicked: ClickedText): string | null {
  const word = wordAt(clicked);
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(word) ? word : null;
}

/** The VAT id whose groups are printed around a place. */
export function clickedVatNumber(clicked: ClickedText): string | null {
  const isOne = (groups: string): boolean => /\d{3}/.test(groups.replace(/\D/g, '')) && isVatId(groups);
  const found = groupsAround(clicked, 16, isOne);
  return found === null ? null : normalVatNumber(found);
}

function isVatId(groups: string): boolean {
  return /^[A-Z]{2}/.test(groups) && isVatNumber(normalVatNumber(groups));
}

/** The longest row of words around a place that together are what is looked for. */
function groupsAround(
  { run, offset }: ClickedText,
  longest: number,
  isWanted: (groups: string) => boolean,
): string | null {
  const words = [...run.matchAll(/[^\s:;,()]+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const at = words.findIndex(({ start, end }) => offset >= start && offset <= end);
  if (at < 0) return null;
  let found: string | null = null;
  for (let first = at; first >= 0; first -= 1) {
    for (let last = at; last < words.length; last += 1) {
      const groups = run.slice(words[first]?.start, words[last]?.end);
      if (groups.replace(/\s/g, '').length > longest) break;
      if (isWanted(groups) && groups.length > (found?.length ?? 0)) found = groups;
    }
  }
  return found;
}
