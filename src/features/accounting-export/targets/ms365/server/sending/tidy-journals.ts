import { isRefusal } from '../../../../../../base/refusal.ts';
import type { Context } from '../../../../../../platform/context.ts';
import { asWriter } from '../../../../../../platform/server/as-role.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import { NotYet } from '../../../../../../platform/server/jobs/jobs.ts';
import { type DynamicsClient, quoted } from './client.ts';
import { journalDescription } from './journal.ts';
import { maxInFilter, textOf } from './sending.ts';

const headers = 'VendInvoiceJournalHeaders';
const lines = 'VendInvoiceJournalLines';

interface Ended {
  readonly id: number;
  readonly description: string;
}

/**
 * Deletes empty journals of a company's transfers: all of their invoices were refused, their number was lost with the
 * answer, or their run was given up. Failures are left to the next run and do not affect the exported invoices.
 *
 * @param prefix the key prefix of transfers to journals of one legal entity
 */
export async function tidyJournals(
  { database, client }: { readonly database: Database; readonly client: DynamicsClient },
  context: Context,
  clientId: number,
  legalEntity: string,
  prefix: string,
): Promise<void> {
  const ended = await asWriter(database, context, (tx) =>
    tx.fixed<Ended>(
      `select t.id, ${journalDescription} as description from invoice_export_transfer t
         join invoice_export_run r on r.id = t.invoice_export_run_id
         where r.client_id = $1 and r.target = 'ms365' and starts_with(t.group_key, $2) and t.state = 'ended' and t.protocol is null
           and t.created_at > now() - interval '30 days' order by t.id`,
      [clientId, prefix],
    ),
  );
  for (let from = 0; from < ended.length; from += maxInFilter) {
    const some = ended.slice(from, from + maxInFilter);
    try {
      if (!(await tidySome(client, legalEntity, some))) return;
    } catch (error) {
      if (error instanceof NotYet) return;
      throw error;
    }
    await asWriter(database, context, (tx) =>
      tx.fixed(
        `update invoice_export_transfer set protocol = '{"is_tidy": true}' where id = any ($1::bigint[]) and state = 'ended'`,
        [some.map(({ id }) => id)],
      ),
    );
  }
}

/** Returns whether nothing remains to be deleted. */
async function tidySome(
  client: DynamicsClient,
  dataAreaId: string,
  some: readonly Ended[],
): Promise<boolean> {
  const ofCompany = `dataAreaId eq ${quoted(dataAreaId)}`;
  const descriptions = some.map(({ description }) => `Description eq ${quoted(description)}`).join(' or ');
  const found = await client.list(headers, {
    filter: `${ofCompany} and (${descriptions})`,
    select: 'JournalBatchNumber,IsPosted,JournalTotalCredit,JournalTotalDebit',
  });
  if (isRefusal(found)) return false;
  for (const journal of found) {
    const { IsPosted, JournalTotalCredit, JournalTotalDebit } = journal;
    if (IsPosted === 'Yes' || Number(JournalTotalCredit) !== 0 || Number(JournalTotalDebit) !== 0) continue;
    const number = quoted(textOf(journal, 'JournalBatchNumber'));
    const rows = await client.list(lines, {
      filter: `${ofCompany} and JournalBatchNumber eq ${number}`,
      select: 'LineNumber',
      top: 1,
    });
    if (isRefusal(rows)) return false;
    if (rows.length > 0) continue;
    const gone = await client.remove(
      headers,
      `dataAreaId=${quoted(dataAreaId)},JournalBatchNumber=${number}`,
    );
    // A person may have deleted it already.
    if (gone.kind !== 'done' && !(gone.kind === 'refused' && gone.status === 404)) return false;
  }
  return true;
}
