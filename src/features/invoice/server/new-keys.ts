import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { keyProblems } from '../accounting/key-problems.ts';
import { untaxed } from '../lines.ts';
import type { Invoice, InvoiceFacts, InvoiceFields, InvoiceLine, TaxRow } from '../model.ts';
import { loadBookedRecords } from './accounting-facts.ts';

interface Content {
  readonly head: InvoiceFields;
  readonly lines: readonly InvoiceLine[];
  readonly taxRows: readonly TaxRow[];
}

/**
 * Refuses a newly chosen posting key that is unused or contradicts the account or tax of its line (EXP-26). Skips the
 * check while a rate is missing. Runs as writer.
 */
export async function refuseNewKeys(
  tx: Tx,
  before: Pick<Invoice, 'head' | 'lines'>,
  after: Content,
  accounting: InvoiceFacts['accounting'],
): Promise<void> {
  const fields = newlyChosen(before, after);
  if (fields.size === 0 || accounting === null || isRateOpen(after)) return;
  const records = await loadBookedRecords(tx, [after]);
  const head = { ...before.head, ...after.head };
  const found = keyProblems({ ...after, head }, { ...accounting, records });
  const problems = found.filter(({ field }) => fields.has(field));
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
}

function newlyChosen(before: Pick<Invoice, 'head' | 'lines'>, { head, lines }: Content): ReadonlySet<string> {
  const known = new Map(before.lines.map(({ id, posting_key_id }) => [id, posting_key_id]));
  const isNew = (key: number | null, former: number | null) => key !== null && key !== former;
  const ofLines = lines.flatMap(({ id, posting_key_id: key }, place) =>
    isNew(key, (id === null ? null : known.get(id)) ?? null) ? [`lines.${place}.posting_key_id`] : [],
  );
  const ofHead = isNew(head.posting_key_id, before.head.posting_key_id) ? ['posting_key_id'] : [];
  return new Set([...ofHead, ...ofLines]);
}

function isRateOpen({ head, lines, taxRows }: Content): boolean {
  if (lines.length === 0) return taxRows.length === 0 && head.tax === null;
  return lines.some(
    ({ tax_percentage, tax_category }) => tax_percentage === null && !untaxed.has(tax_category ?? 'S'),
  );
}
