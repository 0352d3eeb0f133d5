import type { PrintedAmount } from './amounts.ts';
import { type Evidence, found } from './evidence.ts';
import type { Placed } from './near.ts';
import type { Found } from './page-reading.ts';

interface Mention extends Placed {
  readonly code: string;
}

const codePattern = /(?<![\p{L}\d])(EUR|CHF|USD|GBP|SEK|DKK|NOK|PLN|CZK|HUF|€|\$|£|Euro)(?!\p{L})/gu;
const codes: Readonly<Record<string, string>> = { '€': 'EUR', Euro: 'EUR', $: 'USD', '£': 'GBP' };

/** Finds the currency: the one beside the total, else the most frequent one. */
export function currencyOf(
  evidence: Pick<Evidence, 'layout'>,
  gross: PrintedAmount | null,
): { readonly currency: Found<string> | null; readonly areSeveral: boolean } {
  const mentions = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell): Mention[] =>
      [...cell.text.matchAll(codePattern)].map((match) => ({
        cell,
        start: match.index,
        end: match.index + match[0].length,
        code: codes[match[0]] ?? match[0],
      })),
    ),
  );
  const count = (code: string) => mentions.filter((mention) => mention.code === code).length;
  const ranked = [...new Set(mentions.map(({ code }) => code))].toSorted(
    (left, right) => count(right) - count(left),
  );
  const areSeveral = ranked.length > 1;
  const ofTotal = mentions.find((mention) => gross !== null && mention.cell.row === gross.cell.row);
  const best = ofTotal ?? mentions.find(({ code }) => code === ranked[0]);
  if (!best) return { currency: null, areSeveral };
  const isSure = !areSeveral || (ofTotal !== undefined && count(ofTotal.code) > mentions.length / 2);
  return { currency: found(best.code, best, isSure), areSeveral };
}
