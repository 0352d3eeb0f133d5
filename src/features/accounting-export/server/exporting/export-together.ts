import { isRefusal, type Refusal, Refused, refuse } from '../../../../base/refusal.ts';
import type { Changes } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { loadTimelines, lockTimelines, type StoredTimeline } from '../../../../timeline/server/store.ts';
import type { Occasion, Timeline } from '../../../../timeline/timeline.ts';
import { type CheckedInvoices, loadCheckedInvoices } from '../../../invoice/server/store.ts';
import {
  type Conflicts,
  exportedHead,
  exportedTimeline,
  exportProblem,
  failedTimeline,
  fitting,
} from '../../exporting.ts';
import type { ExportedInvoice } from '../../model.ts';
import type { LoadedCompany } from '../content/load-company.ts';
import { loadExportedInvoices } from '../content/load-invoice.ts';
import {
  type EndedEntry,
  type Entry,
  type EntryContent,
  endTogether,
  pendingAmong,
} from '../runs/entries.ts';
import { numberOfRun, type Run } from '../runs/runs.ts';
import { loadConflicts } from './export-entry.ts';
import { type InvoiceChange, occasionNow, saveInvoices } from './many-invoices.ts';

/** The export data of an invoice as its company books it, or the reason why it cannot be exported. */
export type BookInvoice = (invoice: ExportedInvoice) => EntryContent | Refusal;

/**
 * Decides many invoices of a run in one transaction: each is exported or gets the reason why not. Reversals are not
 * allowed. Throws without any effect where an invoice is missing, locked, or fails unexpectedly; the caller can then
 * decide each on its own.
 */
export async function exportTogether(
  database: Database,
  context: Context,
  run: Run,
  company: LoadedCompany,
  entries: readonly Entry[],
  book: BookInvoice,
): Promise<void> {
  await asWriter(database, context, async (tx) => {
    const stack = await loadStack(tx, context, run, company, entries);
    const decided = entries
      .filter(({ id }) => stack.pending.has(id))
      .map((entry) => decideOne(run, stack, entry, book));
    endTogether(
      tx,
      decided.map(({ end }) => end),
    );
    saveInvoices(
      tx,
      context,
      decided.map(({ change }) => change),
    );
  });
}

interface Stack extends CheckedInvoices {
  readonly pending: ReadonlySet<number>;
  /** By invoice id. */
  readonly timelines: ReadonlyMap<number, StoredTimeline>;
  readonly exported: ReadonlyMap<number, ExportedInvoice>;
  readonly others: (invoiceId: number) => Conflicts;
  readonly occasion: Occasion;
}

/** Locks all invoices and loads everything that the decisions depend on. */
async function loadStack(
  tx: Tx,
  context: Context,
  run: Run,
  company: LoadedCompany,
  entries: readonly Entry[],
): Promise<Stack> {
  const ids = entries.map(({ invoice_id }) => invoice_id);
  const found = await tx.fixed<{ id: number; timeline_id: number }>(
    'select id, timeline_id from invoice where id = any ($1)',
    [ids],
  );
  const timelineIds = found.map(({ timeline_id }) => timeline_id);
  await lockTimelines(tx, context, timelineIds);
  const [pending, stored, checked, exported, others, occasion] = await Promise.all([
    pendingAmong(
      tx,
      entries.map(({ id }) => id),
    ),
    loadTimelines(tx, timelineIds),
    loadCheckedInvoices(tx, context, run.client_id, ids),
    loadExportedInvoices(tx, ids, company),
    loadConflicts(tx, ids),
    occasionNow(tx, context),
  ]);
  const timelines = new Map(found.map(({ id, timeline_id }) => [id, there(stored.get(timeline_id))]));
  return { ...checked, pending, timelines, exported, others, occasion };
}

interface Decided {
  readonly end: EndedEntry;
  readonly change: InvoiceChange;
}

function decideOne(
  run: Run,
  { contents, timelines, exported, others, factsOf, occasion }: Stack,
  { id, invoice_id: invoiceId }: Entry,
  book: BookInvoice,
): Decided {
  const stored = there(timelines.get(invoiceId));
  const document = { ...there(contents.get(invoiceId)), timeline: stored.timeline };
  const content =
    exportProblem({ document, facts: factsOf(invoiceId) }, run, others(invoiceId)) ??
    book(there(exported.get(invoiceId)));
  const become = (changed: Timeline | Refusal, head: Changes): InvoiceChange => {
    return { documentId: invoiceId, stored, changed: fitting(changed), head };
  };
  return isRefusal(content)
    ? {
        end: { id, problem: content },
        change: become(failedTimeline(document, occasion, content), { is_leaving: false }),
      }
    : {
        end: { id, content },
        change: become(exportedTimeline(document, occasion, numberOfRun(run)), exportedHead(occasion.now)),
      };
}

/** A missing part of an invoice is refused with `not_found`. */
function there<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Refused(refuse('not_found'));
  return part;
}
