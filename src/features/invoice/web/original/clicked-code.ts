import { isIban, normalIban, shownIban } from '../../../../base/iban.ts';
import { isVatNumber, normalVatNumber } from '../../../../base/vat-number.ts';

/** A clicked position in a text. */
export interface ClickedText {
  /** The text run of the page that was clicked. */
  readonly run: string;
  readonly offset: number;
}

/** The word at a position, without surrounding punctuation. No-break spaces stay within a number. */
export function wordAt({ run, offset }: ClickedText): string {
  const isBlank = (place: number): boolean => /[ \t\n]/.test(run[place] ?? ' ');
  // A click on the right half of the last letter has the offset behind it.
  const at = isBlank(offset) && offset > 0 ? offset - 1 : offset;
  let start = at;
  let end = at;
  while (start > 0 && !isBlank(start - 1)) start -= 1;
  while (!isBlank(end)) end += 1;
  return run.slice(start, end).replace(marksBefore, '').replace(marksBehind, '');
}

const marksBefore = /^[([{"'„“‚«»:;,.!?*]+/;
const marksBehind = /[)\]}"'“”‘’«»:;,.!?*]+$/;

/** The complete IBAN printed around a position; null if there is none or it is invalid. */
export function clickedIban(clicked: ClickedText): string | null {
  const found = groupsAround(clicked, 34, (groups) => isIban(normalIban(groups)));
  return found === null ? null : shownIban(normalIban(found));
}

/** The BIC at a position; only capitals count, since a name can have the same form. */
export function clickedBic(clicked: ClickedText): string | null {
  const word = wordAt(clicked);
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(word) ? word : null;
}

/** The VAT ID printed around a position; null if there is none. */
export function clickedVatNumber(clicked: ClickedText): string | null {
  const isOne = (groups: string): boolean => /\d{3}/.test(groups.replace(/\D/g, '')) && isVatId(groups);
  const found = groupsAround(clicked, 16, isOne);
  return found === null ? null : normalVatNumber(found);
}

function isVatId(groups: string): boolean {
  return /^[A-Z]{2}/.test(groups) && isVatNumber(normalVatNumber(groups));
}

/** The longest sequence of words around a position that matches. */
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
