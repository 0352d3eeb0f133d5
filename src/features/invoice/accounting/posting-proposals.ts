import type { Day } from '../../../base/day.ts';
import { type Amount, compareAmounts } from '../../../base/money.ts';
import { folded } from '../../../base/search.ts';
import { type ExportTarget, targets } from '../../export-target/targets.ts';
import type { TaxCategory } from '../model.ts';

/** What is proposed for a line, in the order in which each follows from those before. */
export const postedColumns = [
  'ledger_account_id',
  'posting_key_id',
  'tax_group_id',
  'tax_item_group_id',
  'profit_center_id',
  'cost_center_id',
] as const;
export type ProposedColumn = (typeof postedColumns)[number];

/** A record by which something is booked. */
export interface PostedRecord {
  readonly id: number;
  readonly number?: string | null;
  readonly name: string;
}
export type PostedBy = Readonly<Partial<Record<ProposedColumn, PostedRecord | null>>>;

/** What a line is told apart by. */
export interface PostedLine {
  readonly description: string;
  readonly item_number: string;
  readonly tax_category: TaxCategory;
  /** Percent. */
  readonly tax_percentage: Amount;
}

/** A line of an earlier invoice of the same supplier in the same company, by what it was booked. */
export interface EarlierPosting extends PostedLine {
  readonly invoice: { readonly id: number; readonly number: string; readonly day: Day | null };
  readonly by: PostedBy;
}

export interface PostingProposal {
  /** What is proposed; of what the line is booked by already nothing. */
  readonly by: PostedBy;
  /** How many invoices were booked exactly like this. */
  readonly invoices: number;
  /** How many with such lines were booked in another way. */
  readonly others: number;
  readonly last: EarlierPosting['invoice'];
}

/** How many words of two texts have to be the same for lines to be alike, as a share of the words of both. */
const alikeFrom = 0.5;

/** Which columns are proposed where invoices go to this target (INV-16). */
export function proposedColumns(target: ExportTarget): readonly ProposedColumn[] {
  const { postingKeys, taxGroups } = targets[target].bookedBy;
  return postedColumns.filter((column) => {
    if (column === 'posting_key_id') return postingKeys;
    return taxGroups || !column.startsWith('tax_');
  });
}

/**
 * By what a line is likely to be booked (INV-16): as earlier lines of the supplier were that have its tax and its text, else a
 * similar text, else its tax alone. Of two ways the one that the last two invoices agree on counts, so that a correction is
 * learnt the second time, else the more frequent one, else the later one. What somebody chose for the line leads. Null where
 * nothing is known, or the line is booked so already.
 *
 * @param own what was chosen for the line itself
 * @param preset what the head presets
 * @param earlier the newest first
 * @param columns what is proposed
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
    // Nothing is known of an account that was never booked; another cost center leaves the rest as it is.
    else if (column === 'ledger_account_id') return null;
    const record = chosen === null ? (evidence[0]?.by[column] ?? null) : null;
    if (record !== null && record.id !== (preset[column]?.id ?? null)) by[column] = record;
  }
  const [last] = evidence;
  if (last === undefined || Object.keys(by).length === 0) return null;
  const invoices = invoicesOf(evidence).size;
  return { by, invoices, others: invoicesOf(alike).size - invoices, last: last.invoice };
}

/** The earlier lines that tell most: of the same tax, and of the same text where there are such. */
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

/** Words of letters alone, as numbers and days differ from invoice to invoice. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(folded(text).match(/\p{L}{2,}/gu));
}

/** The share of the words that both have, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The value of the last two invoices where they agree, else the most frequent one, else the latest; null: none. */
function usualValue(evidence: readonly EarlierPosting[], column: ProposedColumn): number | null {
  const votes = new Map<number, number | null>();
  for (const { invoice, by } of evidence) {
    if (!votes.has(invoice.id)) votes.set(invoice.id, by[column]?.id ?? null);
  }
  const [latest = null, before, ...older] = votes.values();
  if (before === undefined || latest === before) return latest;
  const counts = new Map<number | null, number>();
  for (const value of [latest, before, ...older]) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

function invoicesOf(postings: readonly EarlierPosting[]): ReadonlySet<number> {
  return new Set(postings.map(({ invoice }) => invoice.id));
}
