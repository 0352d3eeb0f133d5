import { z } from 'zod';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { documentFiles } from '../../../../document/server/attachments.ts';
import { key } from '../../../../document/server/inputs.ts';
import { type Command, command } from '../../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { type FileType, fileTypeOf, namesOfTypes } from '../../../../platform/server/files/files-type.ts';
import type { ReceivedFile } from '../../../../platform/server/files/files-upload.ts';
import { once } from '../../../../platform/server/idempotency.ts';
import { invoiceTypes, keepInvoice } from '../intake.ts';
import { servedInvoice } from '../store.ts';

const onArrival = { id: key(), idempotency_key: z.uuid().meta({ scalar: 'uuid' }) };

interface Arrived {
  readonly fate: string;
  readonly file_id: string | null;
  readonly client_id: number | null;
  readonly brought_by_id: number | null;
  readonly dismissed_at: string | null;
}

/** Locks an arrival that the person may see until the end of the transaction. Refuses `not_found`. */
async function held(tx: Tx, id: number): Promise<Arrived> {
  const [, arrived] = await Promise.all([
    tx.one('select id from invoice_arrival where id = $1', [id]),
    tx
      .as('writer')
      .one<Arrived>(
        'select fate, file_id, client_id, brought_by_id, dismissed_at from invoice_arrival where id = $1 for update',
        [id],
      ),
  ]);
  return arrived;
}

/** The file of an arrival. Refuses `step_not_possible` if none was stored. */
async function fileOf(tx: Tx, { file_id }: Arrived): Promise<ReceivedFile & { readonly type: FileType }> {
  if (file_id === null) throw new Refused(refuse('step_not_possible'));
  const { name, bytes } = await readFile(tx.as('writer'), file_id);
  const type = fileTypeOf(bytes);
  if (type === null) throw new Refused(refuse('step_not_possible'));
  return { name, type, bytes };
}

/** Creates an invoice from a file that is not an invoice yet, or is attached to another one (REC-13). */
const takeArrival: Command = command({
  name: 'invoice_arrival_take',
  description:
    'Creates an invoice from a received file that is not an invoice yet; returns the arrival with its invoice.',
  input: z.object(onArrival),
  result: 'invoice_arrival',
  run: (tx, context, input) =>
    once(tx, context, 'invoice_arrival_take', input, async () => {
      const arrived = await held(tx, input.id);
      if (!['open', 'document'].includes(arrived.fate)) throw new Refused(refuse('step_not_possible'));
      const file = await fileOf(tx, arrived);
      if (!invoiceTypes.includes(file.type))
        throw new Refused(
          refuse('unsupported_media_type', { values: { types: namesOfTypes(invoiceTypes) } }),
        );
      const writer = tx.as('writer');
      const made = await keepInvoice(writer, context, { file, clientId: arrived.client_id });
      await endArrival(writer, input.id, { fate: 'invoice', invoiceId: made.id, fileId: made.fileId });
      return { id: input.id };
    }),
});

/** Attaches a received file to an invoice (REC-13). */
const assignArrival: Command = command({
  name: 'invoice_arrival_assign',
  description: 'Attaches a received file to an invoice.',
  input: z.object({ ...onArrival, invoice_id: key() }),
  result: 'invoice_arrival',
  run: (tx, context, input) =>
    once(tx, context, 'invoice_arrival_assign', input, async () => {
      const arrived = await held(tx, input.id);
      if (arrived.fate !== 'open') throw new Refused(refuse('step_not_possible'));
      const file = await fileOf(tx, arrived);
      const { invoice_id: documentId } = input;
      const fileId = await documentFiles(servedInvoice).attach(tx, context, { documentId, key: null, file });
      await endArrival(tx.as('writer'), input.id, { fate: 'document', invoiceId: documentId, fileId });
      return { id: input.id };
    }),
});

/** Dismisses an arrival that is no invoice (REC-13); allowed for its uploader and people who may change invoices. */
const dismissArrival: Command = command({
  name: 'invoice_arrival_dismiss',
  description: 'Marks a received file as neither an invoice nor an attachment of one.',
  input: z.object(onArrival),
  result: 'invoice_arrival',
  run: (tx, context, input) =>
    once(tx, context, 'invoice_arrival_dismiss', input, async () => {
      const arrived = await held(tx, input.id);
      if (arrived.fate !== 'open' || arrived.dismissed_at !== null)
        throw new Refused(refuse('step_not_possible'));
      requireSay(context, arrived);
      await tx
        .as('writer')
        .fixed('update invoice_arrival set dismissed_by_id = $2, dismissed_at = now() where id = $1', [
          input.id,
          context.userId,
        ]);
      return { id: input.id };
    }),
});

function requireSay(context: Context, { brought_by_id }: Arrived): void {
  if (brought_by_id === context.userId || hasRole(context, 'user-can-change-invoices')) return;
  throw new Refused(refuse('permission_denied'));
}

interface Settled {
  readonly fate: 'invoice' | 'document';
  readonly invoiceId: number;
  readonly fileId: string;
}

async function endArrival(writer: Tx, id: number, { fate, invoiceId, fileId }: Settled): Promise<void> {
  await writer.fixed(
    `update invoice_arrival set fate = $2, invoice_id = $3, file_id = $4, dismissed_by_id = null, dismissed_at = null
     where id = $1`,
    [id, fate, invoiceId, fileId],
  );
}

/** One-click repair of arrivals (REC-13). */
export const arrivalCommands: readonly Command[] = [takeArrival, assignArrival, dismissArrival];
