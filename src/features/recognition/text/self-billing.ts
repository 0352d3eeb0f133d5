import type { Evidence } from './evidence.ts';
import type { KnownParties } from './page-reading.ts';

/** Who wrote a document titled "Gutschrift", by its words. */
export interface CreditSigns {
  /** The recipient of the goods or services wrote it (UNTDID 1001: 389). */
  readonly isSelfBilled: boolean;
  /** Words say so, or it names the invoice of the supplier that it corrects (381), and nothing contradicts. */
  readonly isClear: boolean;
}

/** "Gutschrift" is the German word for both; only these words are used for self-billing alone. */
const selfBilled =
  /selbst\s?ausgestellte\srechnung|self[\s-]?bill(?:ing|ed)|gutschrift(?:s|en)?[\s-]?verfahren|abrechnung(?:s)?[\s-]?gutschrift|provisions[\s-]?gutschrift|auto[\s-]?facturation|(?:durch|vom|by)\s(?:den|the)?\s?(?:leistungsempfänger|recipient|customer)\s(?:ausgestellt|erstellt|issued)|gutschrift\s(?:gemäß|gem\.|nach|i\.\s?s\.\s?(?:d\.|v\.)|im\ssinne\s(?:des|von))\s§\s?14\b/iu;
/** "Keine Gutschrift im Sinne des § 14 UStG" denies it. */
const denied =
  /(?:keine?|nicht|not\sa|kaufmännische)\s(?:\p{L}+\s){0,3}(?:gutschrift|gutschriftsverfahren|self[\s-]?bill\p{L}*)/iu;
/** The sender line above the recipient is one of the first rows. */
const letterhead = 12;
const correction =
  /(?:ret(?:o|u)urn?e?|rück(?:sendung|gabe|lieferung|nahme)|reklamation|storno|korrektur|preisnachlass|returned\sgoods|refund|avoir\ssuite)/iu;

/**
 * Tells a self-billed invoice from a credit note by words of the page, by a reference to an earlier invoice, and by
 * the tenant's own company as the sender.
 */
export function creditSigns({ layout, labels, amounts }: Evidence, { own = [] }: KnownParties): CreditSigns {
  const rows = layout.rows.map(({ cells }) => cells.map(({ text }) => text).join(' '));
  const text = rows.join(' ');
  const isDenied = denied.test(text);
  const isSaid = selfBilled.test(text) && !isDenied;
  const namesInvoice = labels.some(({ name }) => name === 'precedingNumber');
  const isCorrection = isDenied || namesInvoice || correction.test(text);
  const names = own.flatMap(({ names: written }) => written.map(plain)).filter((name) => name.length > 3);
  const isOwnLetter = rows.slice(0, letterhead).some((row) => isSenderLine(row, names));
  const isNegative = amounts.some(({ value, decimals }) => decimals === 2 && value.startsWith('-'));
  return {
    isSelfBilled: isSaid || (isOwnLetter && !isCorrection),
    isClear: isSaid ? !namesInvoice : (isDenied || namesInvoice) && !isNegative,
  };
}

/** "Nordfeld GmbH · Werftstraße 1 · 24103 Kiel" */
function isSenderLine(row: string, names: readonly string[]): boolean {
  const isWhole = /[·•|,–-].*\d{4,5}\s\p{L}/u.test(row);
  return isWhole && names.some((name) => plain(row).startsWith(name));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}
