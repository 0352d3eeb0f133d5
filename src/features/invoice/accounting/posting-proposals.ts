import type { Day } from '../../../base/day.ts';
import { type Amount, compareAmounts } from '../../../base/money.ts';
import { folded } from '../../../base/search.ts';
import { type ExportTarget, targets } from '../../export-target/targets.ts';
import type { TaxCategory } from '../model.ts';

/** The proposed columns of a line; each proposal depends on the columns before it. */
export const postedColumns = [
  'ledger_account_id',
  'posting_key_id',
  'tax_group_id',
  'tax_item_group_id',
  'profit_center_id',
  'cost_center_id',
] as const;
export type ProposedColumn = (typeof postedColumns)[number];

/** A record used in a booking. */
export interface PostedRecord {
  readonly id: number;
  readonly number?: string | null;
  readonly name: string;
}
export type PostedBy = Readonly<Partial<Record<ProposedColumn, PostedRecord | null>>>;

/** The fields that distinguish lines. */
export interface PostedLine {
  readonly description: string;
  readonly item_number: string;
  readonly tax_category: TaxCategory;
  /** Percent. */
  readonly tax_percentage: Amount;
}

/** A line of an earlier invoice of the same supplier and company, with its booking. */
export interface EarlierPosting extends PostedLine {
  readonly invoice: { readonly id: number; readonly number: string; readonly day: Day | null };
  readonly by: PostedBy;
}

export interface PostingProposal {
  /** The proposed values, without those that the line already has. */
  readonly by: PostedBy;
  /** The number of invoices booked exactly like this. */
  readonly invoices: number;
  /** The number of invoices with such lines booked differently. */
  readonly others: number;
  readonly last: EarlierPosting['invoice'];
}

/** The minimum share of common words for two lines to be similar. */
const alikeFrom = 0.5;

/** The proposed columns for an export target (INV-16). */
export function proposedColumns(target: ExportTarget): readonly ProposedColumn[] {
  const { postingKeys, taxGroups } = targets[target].bookedBy;
  return postedColumns.filter((column) => {
    if (column === 'posting_key_id') return postingKeys;
    return taxGroups || !column.startsWith('tax_');
  });
}

/**
 * Proposes the booking of a line (INV-16) from earlier lines of the supplier with the same tax and text, else similar
 * text, else the same tax. The value on which the last two invoices agree wins, so that a correction is learnt the
 * second time, else the most frequent one, else the latest. Values chosen for the line limit the evidence. Null if
 * nothing is known, or the line is already booked so.
 *
 * @param own values chosen for the line itself
 * @param preset values of the head
 * @param earlier newest first
 * @param columns the columns to propose
 */
export function postingProposal(
  line: PostedLine,
  { own, preset }: { readonly own: PostedBy; readonly preset: PostedBy },
  earlier: readonly EarlierPosting[],
  columns: readonly ProposedColumn[],
): PostingProposal | null {
  const alike = alikeLines(line, earlier);
  let evidence = alike;
  const by: Partial<Record<ProposedColumn, PostedRecord>> = {};
  for (const column of columns) {
    const chosen = own[column] ?? null;
    const id = chosen === null ? usualValue(evidence, column) : chosen.id;
    const kept = evidence.filter((posting) => (posting.by[column]?.id ?? null) === id);
    if (kept.length > 0) evidence = kept;
    // An account that was never booked gives no evidence; an unknown cost center does not affect the rest.
    else if (column === 'ledger_account_id') return null;
    const record = chosen === null ? (evidence[0]?.by[column] ?? null) : null;
    if (record !== null && record.id !== (preset[column]?.id ?? null)) by[column] = record;
  }
  const [last] = evidence;
  if (last === undefined || Object.keys(by).length === 0) return null;
  const invoices = invoicesOf(evidence).size;
  return { by, invoices, others: invoicesOf(alike).size - invoices, last: last.invoice };
}

/** The most relevant earlier lines: same tax, and same text if there are any. */
function alikeLines(line: PostedLine, earlier: readonly EarlierPosting[]): readonly EarlierPosting[] {
  const taxed = earlier.filter(
    (one) =>
      one.tax_category === line.tax_category && compareAmounts(one.tax_percentage, line.tax_percentage) === 0,
  );
  const number = line.item_number.trim();
  const words = wordsOf(line.description);
  const same = taxed.filter(
    (one) =>
      (number !== '' && one.item_number.trim() === number) ||
      (words.size > 0 && likeness(words, wordsOf(one.description)) === 1),
  );
  if (same.length > 0) return same;
  const similar = taxed.filter((one) => likeness(words, wordsOf(one.description)) >= alikeFrom);
  return similar.length > 0 ? similar : taxed;
}

/** Only words of letters, as numbers and dates differ between invoices. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(folded(text).match(/\p{L}{2,}/gu));
}

/** The share of common words among all words, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The value of the last two invoices if they agree, else the most frequent, else the latest; null for none. */
function usualValue(evidence: readonly EarlierPosting[], column: ProposedColumn): number | null {
  const votes = new Map<number, number | null>();
  for (const { invoice, by } of evidence) {
    if (!votes.has(invoice.id)) votes.set(invoice.id, by[column]?.id ?? null);
  }
  const [latest = null, before, ...older] = votes.values();
  if (before === undefined || latest === before) return latest;
  const counts = new Map<number | null, number>();
  for (const value of [latest, before, ...older]) counts.set(value, (counts.get(value) ?? 0) + 1);
  const highest = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === highest)?.[0] ?? null;
}

function invoicesOf(postings: readonly EarlierPosting[]): ReadonlySet<number> {
  return new Set(postings.map(({ invoice }) => invoice.id));
}
