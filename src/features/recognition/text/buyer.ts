import { folded } from '../payment-terms/fold.ts';
import { type Evidence, found } from './evidence.ts';
import type { Cell, Layout } from './layout.ts';
import type { Found, KnownParties } from './page-reading.ts';
import { type Section, sideOf } from './sections.ts';
import { legalForm } from './seller-name.ts';

/** A shorter name occurs inside other words by chance. */
const shortestName = 4;
const longestName = 70;

interface Candidate {
  readonly company: string;
  readonly length: number;
  readonly cell: Cell;
  readonly isAddressed: boolean;
}

/**
 * Finds the printed name of the recipient (REC-15): one of the tenant's companies anywhere on the page, else the firm
 * that the letter is addressed to. Returns the name as the tenant writes it. It is sure only when it is printed in an
 * address and no other company of the tenant is.
 */
export function buyerNameOf(
  evidence: Evidence,
  sections: readonly Section[],
  known: KnownParties,
  sellerName: string | null,
): Found<string> | null {
  const { layout } = evidence;
  const cells = layout.rows.flatMap((row) => row.cells);
  const candidates = (known.own ?? []).flatMap(({ names }) =>
    names.flatMap((name) => placesOf(name, names[0] ?? name, cells, layout, sections)),
  );
  // "Nordfeld" also matches within "Nordfeld Antrieb GmbH".
  const longest = candidates.filter(
    ({ cell, length }) => !candidates.some((other) => other.cell === cell && other.length > length),
  );
  const addressed = longest.filter(({ isAddressed }) => isAddressed);
  const likely = addressed.length > 0 ? addressed : longest;
  const [best] = likely;
  if (!best) return recipientOf(cells, layout, sections, sellerName);
  const isOnly = likely.every(({ company }) => company === best.company);
  return found(
    best.company,
    { cell: best.cell, start: 0, end: best.cell.text.length },
    isOnly && best.isAddressed,
  );
}

function placesOf(
  name: string,
  company: string,
  cells: readonly Cell[],
  layout: Layout,
  sections: readonly Section[],
): Candidate[] {
  const wanted = plain(name);
  if (wanted.length < shortestName) return [];
  return cells.flatMap((cell) => {
    const below = cellBelow(cell, layout)?.text ?? '';
    const own = plain(cell.text);
    const at = `${own}${plain(below)}`.indexOf(wanted);
    if (at < 0 || at >= own.length) return [];
    const isAddressed = at === 0 && (sideOf(cell, sections, layout) === 'buyer' || isInAddressWindow(cell));
    return [{ company, length: wanted.length, cell, isAddressed }];
  });
}

/** A firm below "Rechnungsempfänger", else in the address window; never sure. */
function recipientOf(
  cells: readonly Cell[],
  layout: Layout,
  sections: readonly Section[],
  sellerName: string | null,
): Found<string> | null {
  const isSeller = (text: string) => sellerName !== null && plain(text).startsWith(plain(sellerName));
  const firms = cells.filter(
    ({ text }) => text.length <= longestName && legalForm.test(text) && !isSeller(text),
  );
  const first =
    firms.find((cell) => sideOf(cell, sections, layout) === 'buyer') ??
    firms.find((cell) => isInAddressWindow(cell) && sideOf(cell, sections, layout) !== 'seller');
  return first ? found(first.text, { cell: first, start: 0, end: first.text.length }, false) : null;
}

function cellBelow(cell: Cell, layout: Layout): Cell | null {
  for (const row of layout.rows.slice(cell.row + 1, cell.row + 6)) {
    if (row.page !== cell.page || row.box[1] - cell.box[3] > layout.rowHeight * 1.8) return null;
    const below = row.cells.find(({ box }) => Math.abs(box[0] - cell.box[0]) < 0.01);
    if (below) return below;
  }
  return null;
}

/** Whether a cell is where the recipient's address shows through the window of an envelope. */
function isInAddressWindow({ box, page }: Cell): boolean {
  return page === 1 && box[0] < 0.45 && box[1] > 0.08 && box[1] < 0.36;
}

function plain(name: string): string {
  return folded(name).text.replaceAll(/[^\p{L}\d]/gu, '');
}
