import type { Box } from '../words.ts';
import { type Cell, type Layout, plainHeading } from './layout.ts';

/** The party that a block of the page belongs to. */
export type Side = 'seller' | 'buyer';

export interface Section {
  readonly side: Side;
  readonly cell: Cell;
  /** Where the block below the heading ends on its page. */
  readonly bottom: number;
}

/** A gap of this many row heights ends a block; a single empty row within an address does not. */
const rowsApart = 3.2;

const sellerHeads =
  /^(?:verkäufer(?:in)?|lieferant|rechnungssteller(?:in)?|rechnungsaussteller|auftragnehmer(?:in)?|leistungserbringer|absender|aussteller|kreditor|seller|supplier|vendor|from|issuer|bill from|issued by|vendeur|fournisseur|émetteur|prestataire|verkoper|leverancier|bankverbindung|unsere bankverbindung|bank details|bank account)(?:\s?\/\s?[\p{L}]+)?\s?:?$/iu;
const buyerHeads =
  /^(?:(?:abweichender\s)?(?:käufer(?:in)?|kunde|kundin|kundenanschrift|rechnungsempfänger|rechnungsadresse|rechnungsanschrift|warenempfänger|leistungsempfänger|empfänger|lieferadresse|lieferanschrift|versandadresse|auftraggeber(?:in)?|besteller|debitor)|rechnung an|lieferung an|bill(?:ed)? to|invoice(?:d)? to|invoice address|ship(?:ped)? to|sold to|deliver(?:y)? to|delivery address|shipping address|billing address|buyer|customer|client|recipient|attention|acheteur|destinataire|adresse de (?:livraison|facturation)|facturé à|klant|koper|factuuradres|afleveradres)(?:\s?\/\s?[\p{L}]+)?\s?:?$/iu;
/** A heading applies to at most this fraction of the page below it. */
const reach = 0.28;

/** Finds headings such as "Verkäufer" and "Rechnungsempfänger" with their blocks. */
export function sectionsOf(layout: Layout): Section[] {
  return layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell): Section[] => {
      const text = plainHeading(cell);
      const side = sellerHeads.test(text) ? 'seller' : buyerHeads.test(text) ? 'buyer' : null;
      return side ? [{ side, cell, bottom: bottomOf(cell, layout) }] : [];
    }),
  );
}

/** The side of the nearest heading above a cell, in its column or above the label on its left. */
export function sideOf(cell: Cell, sections: readonly Section[], layout: Layout): Side | null {
  const first = layout.rows[cell.row]?.cells[0];
  const above = sections.filter(
    (section) =>
      section.cell.page === cell.page &&
      (section.cell.row < cell.row || (section.cell.row === cell.row && section.cell.place < cell.place)) &&
      cell.box[1] <= section.bottom &&
      (isInColumn(cell.box, section.cell, layout) ||
        (first !== undefined && /:\s*$/.test(first.text) && isInColumn(first.box, section.cell, layout))),
  );
  return (
    above.toSorted((left, right) => right.cell.row - left.cell.row || right.cell.place - left.cell.place)[0]
      ?.side ?? null
  );
}

function bottomOf(head: Cell, layout: Layout): number {
  let bottom = head.box[3];
  for (const row of layout.rows.slice(head.row + 1)) {
    const hasOwn = row.cells.some(({ box }) => isInColumn(box, head, layout));
    const isApart = row.box[1] - bottom > layout.rowHeight * rowsApart;
    if (row.page !== head.page || isApart || row.box[3] - head.box[3] > reach) break;
    if (hasOwn) bottom = Math.max(bottom, row.box[3]);
  }
  return bottom;
}

function isInColumn(box: Box, { box: head, row, place }: Cell, layout: Layout): boolean {
  const next = layout.rows[row]?.cells[place + 1];
  const end = Math.min(next?.box[0] ?? 1, head[0] + 0.32);
  return box[0] >= head[0] - 0.02 && box[0] < end;
}
