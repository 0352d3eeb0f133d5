import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { outcome } from '../../../document/outcome.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { checkReferences } from '../../../document/server/references.ts';
import { createDocument } from '../../../document/server/save.ts';
import { retentionYears } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import { fileTypes } from '../../../platform/server/files/files-type.ts';
import type { ReceivedFile } from '../../../platform/server/files/files-upload.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { uploaded } from '../recognising.ts';
import { servedInvoice } from './store.ts';

export interface Intake {
  readonly file: ReceivedFile;
  /** The company that the invoice is for, where whoever brings it knows. */
  readonly clientId: number | null;
  /** Names a repeated attempt, so that it is one invoice. */
  readonly key: string;
  /** The same bytes may make a second invoice (INV-20). */
  readonly isDuplicateConfirmed: boolean;
}

/**
 * Makes an invoice of a received file, which is kept byte for byte before anything reads it (ARC-01, REC-03). Refuses
 * with `duplicate_file` what has been received already, until that is confirmed (INV-20).
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
    return await keepInvoice(tx.as('writer'), context, intake);
  });
}

/** Bytes are the same for all companies of the tenant; which invoice has them is only for those who see it. */
async function refuseDuplicate(tx: Tx, sha256: Buffer): Promise<void> {
  const [known, seen] = await Promise.all([
    tx
      .as('writer')
      .maybeOne<{ invoice_id: number }>(
        'select invoice_id from file where sha256 = $1 and invoice_id is not null order by created_at limit 1',
        [sha256],
      ),
    tx.maybeOne<{ id: number; number: string }>(
      `select i.id, i.invoice_number_formatted as number from file f join invoice i on i.id = f.invoice_id
       where f.sha256 = $1 order by f.created_at limit 1`,
      [sha256],
    ),
  ]);
  if (!known) return;
  const values = { number: seen?.number ?? '', id: seen?.id ?? 0 };
  throw new Refused(refuse('duplicate_file', { field: 'file', values }));
}

async function keepInvoice(
  writer: Tx,
  context: Context,
  { file, clientId }: Intake,
): Promise<{ id: number }> {
  const document = await createDocument(writer, context, servedInvoice, uploaded);
  const situation = await loadSituation(writer, context, servedInvoice, document, { locksBudgets: false });
  const fileId = await storeFile(writer, {
    tenantId: context.tenantId,
    name: file.name,
    mime: fileTypes[file.type].mime,
    bytes: file.bytes,
    receivedBy: 'upload',
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
  const made = orRefuse(outcome(situation, document.timeline, { head, takesNumber: 'IN' as const }));
  await saveOutcome(writer, context, servedInvoice, situation, made);
  return { id: document.id };
}
