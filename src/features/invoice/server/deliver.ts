import { orRefuse } from '../../../base/refusal.ts';
import { personsFor } from '../../../document/facts.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { createDocument } from '../../../document/server/save.ts';
import { retentionYears } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import { occasionOf } from '../../../timeline/flow.ts';
import { originOf } from '../arrival.ts';
import type { DeliveredInvoice } from '../delivered.ts';
import { received, uploaded } from '../recognising.ts';
import { keepCarried } from './keep-carried.ts';
import { noteArrivals, servedInvoice } from './store.ts';

/**
 * Makes an invoice from an automatic arrival as the tenant's system person (MBX-05), and starts its reading as the
 * tenant has set (REC-01). The same bytes may arrive again: the check reports the duplicate (INV-20). Runs as writer
 * as that person.
 */
export async function deliverInvoice(
  tx: Tx,
  context: Context,
  invoice: DeliveredInvoice,
): Promise<{ id: number }> {
  const { file, documents, clientId, supplierId, mailboxId, way } = invoice;
  const document = await createDocument(tx, context, servedInvoice, uploaded);
  const administrator = await firstAdministrator(tx);
  const personIds = administrator === null ? [] : [administrator];
  const situation = await loadSituation(tx, context, servedInvoice, document, {
    locksBudgets: false,
    personIds,
  });
  const { bytes } = file;
  const fileId = await storeFile(tx, {
    tenantId: context.tenantId,
    name: file.name,
    mime: file.mime,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    receivedBy: way,
    createdById: context.userId,
    document: { kind: 'invoice', id: document.id },
    showsAmounts: true,
    retentionYears: retentionYears.invoice,
  });
  const documentIds = await keepCarried(tx, context, document.id, documents, {
    receivedBy: way,
    retentionYears: retentionYears.invoice,
  });
  const fileIds = [fileId, ...documentIds];
  noteArrivals(
    tx,
    context,
    [file, ...documents].map((each, place) => ({
      ...originOf(invoice, each),
      ...{ fate: place === 0 ? ('invoice' as const) : ('document' as const), invoice_id: document.id },
      file_id: fileIds[place] ?? null,
    })),
  );
  const head = {
    name: file.name.replace(/\.[^.]+$/, ''),
    file_id: fileId,
    ...(clientId !== null && { client_id: clientId }),
    ...(supplierId !== undefined && { supplier_id: supplierId }),
    ...(mailboxId !== null && { mailbox_id: mailboxId }),
  };
  const [checker = administrator] = personsFor(situation, 'user_invoice_manual_check_id');
  // The system person does no tasks, so the invoice waits with a checker or an administrator.
  const timeline = orRefuse(uploaded(occasionOf(situation), checker ?? context.userId));
  await saveOutcome(tx, context, servedInvoice, situation, orRefuse(received(situation, timeline, head)));
  return { id: document.id };
}

/** The fallback assignee. */
async function firstAdministrator(tx: Tx): Promise<number | null> {
  const row = await tx.maybeOne<{ id: number }>(
    `select u.id from lb_user u where u.active and not u.blocked and not u.is_group and (
       'user-admin' = any (u.roles) or exists (select from task_group_user m join lb_user g on g.id = m.task_group_id
         where m.lb_user_id = u.id and g.active and 'user-admin' = any (g.roles)))
     order by u.id limit 1`,
  );
  return row?.id ?? null;
}
