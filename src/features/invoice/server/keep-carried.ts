import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type NewFile, sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import type { CarriedFile } from '../../recognition/reading.ts';

/**
 * Stores the files embedded in an e-invoice, or received with it in the same mail, among its documents (REC-11,
 * MBX-02). A file that is stored already, such as from an earlier reading, is skipped. Nobody can remove these files
 * (ARC-01).
 *
 * @returns the ids of the files, in their order
 */
export async function keepCarried(
  tx: Tx,
  context: Context,
  invoiceId: number,
  files: readonly CarriedFile[],
  way: Pick<NewFile, 'receivedBy' | 'retentionYears'> = { receivedBy: 'carried' },
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { name, mime, bytes: content } of files) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const known = await tx.maybeOne<{ id: string }>(
      'select id from file where invoice_id = $1 and sha256 = $2 limit 1',
      [invoiceId, sha256Of(bytes)],
    );
    if (known) {
      ids.push(known.id);
      continue;
    }
    const fileId = await storeFile(tx, {
      tenantId: context.tenantId,
      name,
      mime,
      bytes,
      ...way,
      createdById: context.userId,
      document: { kind: 'invoice', id: invoiceId },
      showsAmounts: true,
    });
    await tx.query(
      `insert into document_file (tenant_id, file_id, invoice_id, name, size, mime, created_by_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [context.tenantId, fileId, invoiceId, name, bytes.length, mime, context.userId],
    );
    ids.push(fileId);
  }
  return ids;
}
