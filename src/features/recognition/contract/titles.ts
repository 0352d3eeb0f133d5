import { type ReadCategory, readCategories } from '../contract-reading.ts';
import { found } from '../text/evidence.ts';
import type { Cell, Layout } from '../text/layout.ts';
import type { Found } from '../text/page-reading.ts';

/** A heading that names a contract: few words with a capital letter, not a sentence. */
const heading =
  /^(?=.{5,80}$)(?!(?:die|der|das|diese[rs]?|ihr|zum?|zur|für|anlage|this|the|your|to|for|annex)\s)\p{Lu}[^.;:!?§]*?(?:vertrag|vereinbarung|agreement|contract|lease)(?!\p{L})[^.;:!?]*$/iu;
const maxWords = 8;
/** The heading is in these first rows of the first page. */
const maxRows = 25;

const kinds: Readonly<Record<ReadCategory, RegExp>> = {
  service: /dienstleist|dienstvertrag|(?<!\p{L})service|reinigung|bewachung/iu,
  subscription: /(?<!\p{L})abo|subscription|(?<!\p{L})saas/iu,
  license: /lizenz|licen[cs]e/iu,
  maintenance: /wartung|instandhalt|maintenance/iu,
  consulting: /berat|consult/iu,
  leasing: /leasing/iu,
  rental: /miet|pacht|rental|tenancy/iu,
  support: /support|hotline|helpdesk/iu,
};

/** The heading of a contract; null without one on the first page. */
export function titleOf({ rows }: Layout): Found<string> | null {
  const cells = rows.slice(0, maxRows).flatMap((row) => (row.page === 1 ? row.cells : []));
  const cell = cells.find(isHeading);
  return cell === undefined ? null : found(cell.text, { cell, start: 0, end: cell.text.length }, true);
}

function isHeading({ text }: Cell): boolean {
  const words = text.split(' ');
  const isCapital = /^\p{Lu}/u.test(text);
  return isCapital && heading.test(text) && words.length <= maxWords;
}

/** The kind of contract that a heading names; null when it names none or several. */
export function categoryOf(title: Found<string> | null): Found<ReadCategory> | null {
  const named = readCategories.filter((category) => title !== null && kinds[category].test(title.value));
  const [category] = named;
  return title === null || category === undefined || named.length > 1 ? null : { ...title, value: category };
}
