import type { Where } from '../../document/listed-kind.ts';

/** `329,00`, `1.329,00`, `1,329.00`: digits with two decimals, in the notation of any language. */
const withDecimals = /^\s*(\d{1,3}(?:[.\u00a0 '’]\d{3})+|\d{1,3}(?:,\d{3})+(?=\.)|\d+)[.,](\d{2})\s*$/;

/**
 * The condition for documents with this net value in company currency, or this gross amount in their own, each from its
 * index; null for a text that is no amount. Ask it only for people with `user-price` (ROLE-07).
 */
export function whereOfSearchedAmount(text: string): Where | null {
  const [, whole, cents] = withDecimals.exec(text) ?? [];
  if (whole === undefined || cents === undefined) return null;
  const typed = { _eq: String(BigInt(whole.replaceAll(/\D/g, '') + cents)) };
  return { _or: [{ company_netto_cents: typed }, { total_brutto_cents: typed }] };
}
