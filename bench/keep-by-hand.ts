import type { Tx } from '../src/platform/server/database.ts';
import { storeFile } from '../src/platform/server/files/files.ts';
import type { Fixture } from './fixture.ts';
import type { SentInvoice } from './invoice-documents.ts';

/** The minimal stored data: file, invoice, timeline and reading. */
export async function keepByHand(
  { database, people: { accountant } }: Fixture,
  { name, bytes }: SentInvoice,
  reading: string,
): Promise<string> {
  const { tenantId, userId } = accountant;
  return await database.inTenant(
    accountant,
    async (tx: Tx) => {
      const { id, timeline_id } = await tx.one<{ id: number; timeline_id: number }>(
        `with made as (insert into timeline (tenant_id, changed_by_id) values ($1, $2) returning id)
         insert into invoice (tenant_id, timeline_id, creator_id, name, status)
         select $1, made.id, $2, $3, 'approval' from made returning id, timeline_id`,
        [tenantId, userId, name],
      );
      const fileId = await storeFile(tx, {
        tenantId,
        name,
        mime: 'application/pdf',
        bytes,
        receivedBy: 'upload',
        createdById: userId,
        document: { kind: 'invoice', id },
        showsAmounts: true,
        retentionYears: 8,
      });
      tx.send('update invoice set file_id = $2 where id = $1', [id, fileId]);
      tx.send(
        `insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, text_type, lb_user_id, created_by_id)
         select $1, $2, $3, n, type, text_type, $4, $4
         from (values (0, 'invoice-upload', 'past'), (1, 'invoice-recognition', 'past'), (2, 'invoice-manual-check', 'present'))
           as entry (n, type, text_type)`,
        [tenantId, timeline_id, id, userId],
      );
      await tx.query(
        `insert into invoice_recognition (tenant_id, invoice_id, state, raw, started_by_id) values ($1, $2, 'done', $3, $4)`,
        [tenantId, id, reading, userId],
      );
      return String(id);
    },
    { role: 'writer' },
  );
}
