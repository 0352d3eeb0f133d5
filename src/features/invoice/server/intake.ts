import { orRefuse, type Refusal, Refused, refuse } from '../../../base/refusal.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { checkReferences } from '../../../document/server/references.ts';
import { createDocument } from '../../../document/server/save.ts';
import { retentionYears } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import { type FileType, fileTypes } from '../../../platform/server/files/files-type.ts';
import type { ReceivedFile } from '../../../platform/server/files/files-upload.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { arrivalReasons, type NewArrival } from '../arrival.ts';
import { received, uploaded } from '../recognising.ts';
import type { RecognitionStart } from '../setting-fields.ts';
import { invoiceOfBytes, noteArrivals, servedInvoice } from './store.ts';

/** The accepted file types (REC-02); a photo counts as a scan. */
export const invoiceTypes: readonly FileType[] = ['pdf', 'xml', 'jpeg', 'png'];

export interface Intake {
  readonly file: ReceivedFile;
  /** The company of the invoice, if the uploader names it. */
  readonly clientId: number | null;
  /** Idempotency key: a repeated attempt makes one invoice. */
  readonly key: string;
  /** The same bytes may make a second invoice (INV-20). */
  readonly isDuplicateConfirmed: boolean;
  /** The uploader's start of the reading, if it differs from the tenant's setting. */
  readonly start?: RecognitionStart | undefined;
  /** Written by the product as sample data, and not kept like a received original (ONB-03). */
  readonly isSample?: boolean;
}

/**
 * Makes an invoice from a received file, which is stored byte for byte before it is read (ARC-01, REC-03). Refuses an
 * already received file with `duplicate_file` until confirmed (INV-20).
 */
export async function receiveInvoice(tx: Tx, context: Context, intake: Intake): Promise<{ id: number }> {
  const { file, clientId, key } = intake;
  const sha256 = sha256Of(file.bytes);
  const input = {
    idempotency_key: key,
    name: file.name,
    sha256: sha256.toString('hex'),
    client_id: clientId,
  };
  return await once(tx, context, 'invoice_upload', input, async () => {
    if (!intake.isDuplicateConfirmed) await refuseDuplicate(tx, sha256);
    if (clientId !== null) {
      await checkReferences(tx, { client_id: 'client' }, [
        { field: 'client_id', column: 'client_id', id: clientId },
      ]);
    }
    const writer = tx.as('writer');
    const { id, fileId } = await keepInvoice(writer, context, intake);
    const kept = { fate: 'invoice', client_id: clientId, invoice_id: id, file_id: fileId } as const;
    noteArrivals(writer, context, [{ ...broughtBy(context, file.name), ...kept }]);
    return { id };
  });
}

/** Compares bytes across all companies of the tenant, but names the invoice only to people who may see it. */
async function refuseDuplicate(tx: Tx, sha256: Buffer): Promise<void> {
  const [known, seen] = await Promise.all([
    invoiceOfBytes(tx.as('writer'), sha256),
    tx.maybeOne<{ id: number; number: string }>(
      `select i.id, i.invoice_number_formatted as number from file f join invoice i on i.id = f.invoice_id
       where f.sha256 = $1 order by f.created_at limit 1`,
      [sha256],
    ),
  ]);
  if (known === null) return;
  const values = { number: seen?.number ?? '', id: seen?.id ?? 0 };
  throw new Refused(refuse('duplicate_file', { field: 'file', values }));
}

/** The origin of an uploaded file (REC-13). */
function broughtBy(
  { means, userId }: Context,
  name: string,
): Pick<NewArrival, 'way' | 'name' | 'brought_by_id'> {
  return { way: means === 'token' ? 'api' : 'upload', name, brought_by_id: userId };
}

/**
 * Lists a refused upload: as a duplicate if an invoice has the same bytes, else as waiting for a person (REC-13).
 * Runs as writer.
 */
export async function noteRefused(
  writer: Tx,
  context: Context,
  file: { readonly name: string; readonly bytes: Buffer | null },
  { code }: Refusal,
): Promise<void> {
  const brought = broughtBy(context, file.name);
  const reason = arrivalReasons.find((one) => one === code);
  if (reason !== undefined) noteArrivals(writer, context, [{ ...brought, fate: 'open', reason }]);
  if (code !== 'duplicate_file' || file.bytes === null) return;
  const invoiceId = await invoiceOfBytes(writer, sha256Of(file.bytes));
  noteArrivals(writer, context, [{ ...brought, fate: 'duplicate', invoice_id: invoiceId }]);
}

/** Makes the invoice and returns its id and that of its file. Runs as writer. */
export async function keepInvoice(
  writer: Tx,
  context: Context,
  { file, clientId, start, isSample = false }: Pick<Intake, 'file' | 'clientId' | 'start' | 'isSample'>,
): Promise<{ id: number; fileId: string }> {
  const document = await createDocument(writer, context, servedInvoice, uploaded);
  const situation = await loadSituation(writer, context, servedInvoice, document, { locksBudgets: false });
  const fileId = await storeFile(writer, {
    tenantId: context.tenantId,
    name: file.name,
    mime: fileTypes[file.type].mime,
    bytes: file.bytes,
    receivedBy: isSample ? 'sample' : 'upload',
    createdById: context.userId,
    document: { kind: 'invoice', id: document.id },
    showsAmounts: true,
    retentionYears: retentionYears.invoice,
  });
  const head = {
    name: file.name.replace(/\.[^.]+$/, ''),
    file_id: fileId,
    ...(clientId !== null && { client_id: clientId }),
  };
  const made = orRefuse(received(situation, document.timeline, head, start));
  await saveOutcome(writer, context, servedInvoice, situation, made);
  return { id: document.id, fileId };
}
