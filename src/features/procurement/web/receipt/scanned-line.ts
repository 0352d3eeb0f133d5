import { type Amount, compareAmounts, smaller, sum } from '../../../../base/money.ts';
import { isOnLine, type ScannedCode } from '../../scanned-code.ts';
import { type Quantities, type ReceiptLine, typedQuantity } from './receipt-draft.ts';

/** The line that an article was counted on, with its new quantity; null if no more of it can be booked. */
export interface CountedLine {
  readonly line: ReceiptLine;
  readonly quantity: Amount | null;
}

/**
 * Counts one piece of a scanned article (MOB-05, decision 0692), on the first of its lines with goods missing, else on
 * the first that may be delivered in excess (PROC-42). Null if no line has the article.
 */
export function countArticle(
  lines: readonly ReceiptLine[],
  quantities: Quantities,
  article: Extract<ScannedCode, { kind: 'article' }>,
): CountedLine | null {
  const own = lines.filter(({ row }) => isOnLine(article, row));
  const hasRoom = (line: ReceiptLine, upTo: Amount): boolean =>
    !line.isComplete && compareAmounts(typedQuantity(line, quantities), upTo) < 0;
  const line =
    own.find((one) => hasRoom(one, one.missing)) ?? own.find((one) => hasRoom(one, one.maxQuantity));
  if (line !== undefined) {
    const more = sum([typedQuantity(line, quantities), '1']);
    return { line, quantity: smaller(line.maxQuantity, more) };
  }
  const [first] = own;
  return first === undefined ? null : { line: first, quantity: null };
}
