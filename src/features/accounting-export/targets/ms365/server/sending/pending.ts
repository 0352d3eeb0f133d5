import { isRefusal } from '../../../../../../base/refusal.ts';
import { NotYet } from '../../../../../../platform/server/jobs/jobs.ts';
import type { SendingEntry, Transfer } from '../../../../server/online/transport.ts';
import type { EntryEnd } from '../../../../server/runs/entries.ts';
import type { DynamicsBooking } from '../../model.ts';
import { type EntityRow, type PendingKey, pendingHeader, pendingRows } from '../../rows.ts';
import { type Outcome, quoted } from './client.ts';
import type { Original, Originals } from './originals.ts';
import { failure, maxAttempts, type Sending, textOf } from './sending.ts';

const headers = 'VendorInvoiceHeaders';
const lines = 'VendorInvoiceLines';
const attachments = 'VendorInvoiceDocumentAttachments';

/** The result of one attempt: the outcome of the invoice, or unknown. */
type Attempt = EntryEnd | 'unknown';

/**
 * Sends a transfer as pending vendor invoices, one by one. Dynamics 365 assigns their keys, so each is found again by
 * its content: vendor, number and our mark.
 */
export async function sendPending(
  sending: Sending & { readonly originals: Originals },
  transfer: Transfer,
  entries: readonly SendingEntry[],
): Promise<void> {
  const mayBeThere = transfer.isHandedOver;
  await transfer.handOver();
  for (const entry of entries) {
    let end: Attempt = 'unknown';
    for (let attempt = 1; end === 'unknown'; attempt += 1) {
      if (attempt > maxAttempts) throw new NotYet('nobody says whether the invoice is there');
      end = await attemptAt(sending, entry, mayBeThere || attempt > 1);
    }
    await transfer.endSent(entry, end);
  }
}

/** The mark that identifies a pending invoice. */
export function pendingMark(
  run: string,
  { id }: Pick<SendingEntry, 'id'>,
  { guid }: DynamicsBooking,
): string {
  return `${run}/${id} ${guid}`;
}

/** @param mayBeThere an earlier attempt may have created it, so query before sending */
async function attemptAt(
  sending: Sending & { readonly originals: Originals },
  entry: SendingEntry,
  mayBeThere: boolean,
): Promise<Attempt> {
  const { client, destination, layout, context, originals } = sending;
  const booking = entry.payload as DynamicsBooking;
  const marker = pendingMark(sending.run, entry, booking);
  const known = mayBeThere ? await find(sending, booking, marker) : null;
  let reference = known;
  if (reference === null) {
    const made = await client.create(headers, pendingHeader(booking, destination.legalEntity, marker));
    if (made.kind === 'refused' || made.kind === 'denied') return failure(made);
    reference = made.kind === 'done' ? textOf(made.body, 'HeaderReference') : '';
    if (reference === '') return 'unknown';
  }
  const invoice: PendingKey = { dataAreaId: destination.legalEntity, HeaderReference: reference };
  const rows = pendingRows(booking, invoice, layout);
  const files = await originals(context, entry.invoice_id);
  const isKnown = known !== null;
  for (const step of [
    () => addRows(sending, invoice, rows, isKnown),
    ...files.map((file) => () => attach(sending, invoice, file, isKnown)),
  ]) {
    const outcome = await step();
    if (outcome.kind === 'unknown') return 'unknown';
    // An incomplete invoice must be removed.
    if (outcome.kind !== 'done') return (await withdraw(sending, invoice)) ? failure(outcome) : 'unknown';
  }
  return { state: 'exported', reference };
}

/** The reference of the invoice with this mark; duplicates from a late answer are removed except for one. */
async function find(
  sending: Sending,
  { vendor, number }: DynamicsBooking,
  marker: string,
): Promise<string | null> {
  const { client, destination } = sending;
  const company = quoted(destination.legalEntity);
  const found = await client.list(headers, {
    filter: `dataAreaId eq ${company} and InvoiceAccount eq ${quoted(vendor)} and InvoiceNumber eq ${quoted(number)}`,
    select: 'HeaderReference,InvoiceDescription',
  });
  if (isRefusal(found)) throw new NotYet(`what is there is not told: ${found.code}`);
  const references = found
    .filter((row) => textOf(row, 'InvoiceDescription') === marker)
    .map((row) => textOf(row, 'HeaderReference'))
    .toSorted();
  const [first, ...others] = references;
  for (const HeaderReference of others)
    await withdraw(sending, { dataAreaId: destination.legalEntity, HeaderReference });
  return first ?? null;
}

const done: Outcome = { kind: 'done', body: null };

/** Creates all lines together; an earlier attempt has created either all or none. */
async function addRows(
  { client }: Sending,
  invoice: PendingKey,
  rows: readonly EntityRow[],
  isKnown: boolean,
): Promise<Outcome> {
  if (rows.length === 0) return done;
  if (isKnown) {
    const there = await client.list(lines, {
      filter: filterOf(invoice),
      select: 'InvoiceLineNumber',
      top: 1,
    });
    if (isRefusal(there)) throw new NotYet(`what is there is not told: ${there.code}`);
    if (there.length > 0) return done;
  }
  return await client.createTogether(lines, rows);
}

async function attach(
  { client }: Sending,
  invoice: PendingKey,
  { name, bytes }: Original,
  isKnown: boolean,
): Promise<Outcome> {
  const dot = name.lastIndexOf('.');
  const FileName = dot > 0 ? name.slice(0, dot) : name;
  const FileType = dot > 0 ? name.slice(dot + 1) : '';
  if (isKnown) {
    const there = await client.list(attachments, { filter: filterOf(invoice), select: 'FileName,FileType' });
    if (isRefusal(there)) throw new NotYet(`what is there is not told: ${there.code}`);
    if (there.some((row) => textOf(row, 'FileName') === FileName && textOf(row, 'FileType') === FileType))
      return done;
  }
  return await client.create(attachments, {
    ...invoice,
    TypeId: 'File',
    Name: FileName,
    FileName,
    FileType,
    FileContents: bytes.toString('base64'),
  });
}

/** Deletes the invoice; returns whether it is gone. */
async function withdraw({ client }: Sending, { dataAreaId, HeaderReference }: PendingKey): Promise<boolean> {
  const key = `dataAreaId=${quoted(dataAreaId)},HeaderReference=${quoted(HeaderReference)}`;
  const gone = await client.remove(headers, key);
  if (gone.kind === 'refused' && gone.status !== 404)
    throw new NotYet(`what is not whole cannot be taken out: ${gone.reason.slice(0, 200)}`);
  return gone.kind === 'done' || gone.kind === 'refused';
}

function filterOf({ dataAreaId, HeaderReference }: PendingKey): string {
  return `dataAreaId eq ${quoted(dataAreaId)} and HeaderReference eq ${quoted(HeaderReference)}`;
}
