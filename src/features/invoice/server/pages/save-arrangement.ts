import { orRefuse, Refused, refuse } from '../../../../base/refusal.ts';
import { outcome, type SystemRemark } from '../../../../document/outcome.ts';
import { loadSituation } from '../../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../../document/server/outcome-store.ts';
import { createDocument } from '../../../../document/server/save.ts';
import type { LoadedSituation } from '../../../../document/server/served-kind.ts';
import { lockDocument } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { storeFile } from '../../../../platform/server/files/files.ts';
import { safeFileName } from '../../../../platform/server/files/files-name.ts';
import { fileTypes } from '../../../../platform/server/files/files-type.ts';
import { mayTake, occasionOf } from '../../../../timeline/flow.ts';
import { cancel, change, remark } from '../../../../timeline/operations.ts';
import { currentEntry } from '../../../../timeline/timeline.ts';
import type { MadeParts } from '../../../recognition/page-parts.ts';
import type { InvoiceFacts } from '../../model.ts';
import { type PagePlan, staying } from '../../page-plan.ts';
import { canBeRecognised, type InvoiceOutcome, repeated, uploaded } from '../../recognising.ts';
import type { StoredInvoice } from '../contents.ts';
import { servedInvoice } from '../store.ts';
import { joinedNote, nameOfView, notesOf } from './page-notes.ts';
import { type FilePage, type SourceFile, type SourceInvoice, shownPages } from './page-sources.ts';

/** A plan of pages with the PDFs made for it. */
export interface Arrangement {
  readonly plan: PagePlan;
  readonly sources: readonly SourceInvoice[];
  readonly files: readonly SourceFile[];
  /** The plan in pages of the received files. */
  readonly parts: readonly (readonly FilePage[])[];
  readonly made: MadeParts;
}

type Situation = LoadedSituation<StoredInvoice, InvoiceFacts>;

/** The assignee may arrange pages before the recognition, or in the check, which causes a new reading. */
const arranging = {
  at: ['invoice-recognition', 'invoice-manual-check'],
  by: 'assignee',
  isOffered: canBeRecognised,
} as const;

/** Saves the arrangement and returns the invoice of the first part. Refuses if an invoice has changed meanwhile. */
export async function saveArrangement(
  tx: Tx,
  context: Context,
  arrangement: Arrangement,
): Promise<{ id: number }> {
  const { plan, sources, parts } = arrangement;
  const situations = await lockedSituations(tx, context, sources);
  const owners = staying(plan);
  const changed = parts.map((part, place) => !isAsBefore(arrangement, owners[place] ?? null, part));
  if (!changed.includes(true)) throw new Refused(refuse('step_not_possible'));
  const writer = tx.as('writer');
  const ids: number[] = [];
  for (const [place, owner] of owners.entries()) {
    const situation = owner === null ? await begun(writer, context) : situations.get(owner);
    if (!situation) throw new Refused(refuse('not_found'));
    ids.push(situation.document.id);
    const source = situations.get(plan[place]?.[0]?.invoice_id ?? 0);
    const isRead = source !== undefined && !isInRecognition(source);
    if (changed[place]) await savePart(writer, context, arrangement, { situation, place, isRead });
  }
  const given = sources.filter(({ id }) => !owners.includes(id));
  for (const { id } of given) {
    const place = plan.findIndex((part) => part.some(({ invoice_id }) => invoice_id === id));
    const situation = situations.get(id);
    const into = ids[place];
    if (situation && into !== undefined) await endInto(writer, context, situation, into);
  }
  const [first] = ids;
  if (first === undefined) throw new Refused(refuse('pages_required'));
  return { id: first };
}

async function lockedSituations(
  tx: Tx,
  context: Context,
  sources: readonly SourceInvoice[],
): Promise<ReadonlyMap<number, Situation>> {
  const found = new Map<number, Situation>();
  // A fixed lock order avoids deadlocks.
  for (const { id, view_file_id } of sources.toSorted((one, other) => one.id - other.id)) {
    const document = await lockDocument(tx, context, servedInvoice, id, null);
    const situation = await loadSituation(tx.as('writer'), context, servedInvoice, document, {
      locksBudgets: false,
    });
    const permission = mayTake<Situation>(arranging, situation);
    if (permission !== true) throw new Refused(permission);
    if (document.head.view_file_id !== view_file_id) throw new Refused(refuse('timeline_changed'));
    found.set(id, situation);
  }
  return found;
}

async function begun(writer: Tx, context: Context): Promise<Situation> {
  const document = await createDocument(writer, context, servedInvoice, uploaded);
  return await loadSituation(writer, context, servedInvoice, document, { locksBudgets: false });
}

interface SavedPart {
  readonly situation: Situation;
  readonly place: number;
  /** The source invoice of its first page has been read. */
  readonly isRead: boolean;
}

async function savePart(
  writer: Tx,
  context: Context,
  arrangement: Arrangement,
  { situation, place, isRead }: SavedPart,
): Promise<void> {
  const { document } = situation;
  const { plan, sources, files, parts } = arrangement;
  const part = parts[place] ?? [];
  const source = sources.find(({ id }) => id === plan[place]?.[0]?.invoice_id);
  const bytes = arrangement.made.parts[place];
  if (!source || !bytes) throw new Refused(refuse('pages_required'));
  const isNew = !sources.some(({ id }) => id === document.id);
  const name = safeFileName(nameOfView(part, files), 'pdf');
  const isOriginal = isAllOf(part, document.id, arrangement);
  const viewId = isOriginal
    ? null
    : await storeFile(writer, {
        tenantId: context.tenantId,
        name,
        mime: fileTypes.pdf.mime,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        receivedBy: 'view',
        createdById: context.userId,
        document: { kind: 'invoice', id: document.id },
        showsAmounts: true,
      });
  const notes = notesOf(part, leftOutBeside(arrangement, place), files);
  const fileId = part[0]?.file_id ?? source.file_id;
  const head = {
    ...(isNew && { name: name.replace(/\.pdf$/, ''), file_id: fileId, client_id: source.client_id }),
    view_file_id: viewId,
  };
  const made = { ...reload(situation, notes, isRead), head };
  await saveOutcome(writer, context, servedInvoice, situation, isNew ? { ...made, takesNumber: 'IN' } : made);
  await savePages(writer, context, document.id, isOriginal ? [] : part);
  // The former view is no longer needed.
  if (document.head.view_file_id !== null) {
    await writer.fixed('delete from file where id = $1', [document.head.view_file_id]);
  }
}

/** Reads an invoice from its check and its new parts again; an invoice before its recognition goes on waiting. */
function reload(situation: Situation, notes: readonly SystemRemark[], isRead: boolean): InvoiceOutcome {
  const { document } = situation;
  const remarks = notes.map((note) => remark(note));
  const timeline = orRefuse(change(document.timeline, occasionOf(situation), ...remarks));
  const made: InvoiceOutcome = orRefuse(outcome(situation, timeline));
  if (!isRead) return made;
  if (isInRecognition(situation)) return { ...made, startsRecognition: true };
  return orRefuse(repeated({ ...situation, document: { ...document, timeline } }, {}));
}

const isInRecognition = ({ document }: Situation): boolean =>
  currentEntry(document.timeline)?.type === 'invoice-recognition';

/** Cancels an invoice whose pages all moved to another; its received file stays. */
async function endInto(writer: Tx, context: Context, situation: Situation, into: number): Promise<void> {
  const { number } = await writer.one<{ number: string }>(
    'select invoice_number_formatted as number from invoice where id = $1',
    [into],
  );
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    remark(joinedNote(number)),
    cancel(null),
  );
  await saveOutcome(writer, context, servedInvoice, situation, orRefuse(outcome(situation, timeline)));
}

async function savePages(
  writer: Tx,
  context: Context,
  invoiceId: number,
  pages: readonly FilePage[],
): Promise<void> {
  await writer.fixed('delete from invoice_page where invoice_id = $1', [invoiceId]);
  await writer.fixed(
    `insert into invoice_page (tenant_id, invoice_id, page_no, file_id, file_page, turn)
     select $1, $2, page_no, file_id, file_page, turn
     from json_to_recordset($3) as p(page_no integer, file_id uuid, file_page integer, turn integer)`,
    [
      context.tenantId,
      invoiceId,
      JSON.stringify(pages.map((page, place) => ({ ...page, page_no: place + 1 }))),
    ],
  );
}

function pagesOfFile({ files, made }: Arrangement): (fileId: string) => number {
  return (fileId) => made.pages[files.findIndex(({ id }) => id === fileId)] ?? 0;
}

function isAsBefore(arrangement: Arrangement, owner: number | null, part: readonly FilePage[]): boolean {
  const source = arrangement.sources.find(({ id }) => id === owner);
  return source !== undefined && isSame(part, shownPages(source, pagesOfFile(arrangement)));
}

/** Whether a part is the complete, unchanged received file of the same invoice. */
function isAllOf(part: readonly FilePage[], id: number, arrangement: Arrangement): boolean {
  const file = arrangement.files.find((one) => one.id === part[0]?.file_id);
  if (file?.invoice_id !== id) return false;
  const whole = { view: null, file_id: file.id } as SourceInvoice;
  return isSame(part, shownPages(whole, pagesOfFile(arrangement)));
}

/** The omitted pages of the invoices whose first part this is. */
function leftOutBeside(arrangement: Arrangement, place: number): readonly FilePage[] {
  const { plan, sources, parts } = arrangement;
  const used = new Set(parts.flat().map(keyOf));
  return sources
    .filter(({ id }) => plan.findIndex((part) => part.some((page) => page.invoice_id === id)) === place)
    .flatMap((source) => shownPages(source, pagesOfFile(arrangement)))
    .filter((page) => !used.has(keyOf(page)));
}

const keyOf = ({ file_id, file_page }: FilePage): string => `${file_id} ${file_page}`;

function isSame(one: readonly FilePage[], other: readonly FilePage[]): boolean {
  const write = (pages: readonly FilePage[]) => pages.map((page) => `${keyOf(page)} ${page.turn}`).join('\n');
  return write(one) === write(other);
}
