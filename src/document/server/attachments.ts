import { randomUUID } from 'node:crypto';
import { orRefuse, Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { sha256Of, storeFile } from '../../platform/server/files/files.ts';
import type { FileTarget } from '../../platform/server/files/files-http.ts';
import { fileTypes } from '../../platform/server/files/files-type.ts';
import type { ReceivedFile } from '../../platform/server/files/files-upload.ts';
import { once } from '../../platform/server/idempotency.ts';
import { saveTimeline } from '../../timeline/server/store.ts';
import { attach, mayDetach } from '../attachments.ts';
import { fileKeptUntilSql } from './kept-until-field.ts';
import { loadSituation } from './load-facts.ts';
import type { ServedKind } from './served-kind.ts';
import { lockDocument } from './store.ts';

/** Files of the documents of a kind (API-29, PROC-29). */
export function documentFiles(served: ServedKind): FileTarget {
  const { name: kind } = served.kind;
  return {
    attach: async (tx, context, { documentId, key, file }) => {
      const input = {
        idempotency_key: key ?? randomUUID(),
        document: documentId,
        name: file.name,
        sha256: sha256Of(file.bytes).toString('hex'),
      };
      const { id } = await once(tx, context, `${kind}_attach_file`, input, () =>
        attachFile(tx, context, served, documentId, file),
      );
      const row = await tx.one<{ file_id: string }>('select file_id from document_file where id = $1', [id]);
      return row.file_id;
    },
    detach: async (tx, context, documentId, fileId) => {
      const document = await lockDocument(tx, context, served, documentId, null);
      const writer = tx.as('writer');
      const link = await writer.maybeOne<{ id: number; created_by_id: number; is_sealed: boolean }>(
        `select l.id, l.created_by_id, coalesce(l.created_at <= $3::timestamptz, false) as is_sealed
         from document_file l join file f on f.id = l.file_id
         where l.file_id = $1 and l.${kind}_id = $2 and f.received_by = 'upload'`,
        [fileId, documentId, served.sealedAt?.(document) ?? null],
      );
      // Files that the product keeps with a request, such as a sent order, cannot be removed (ARC-01).
      if (!link) throw new Refused(refuse('permission_denied'));
      const situation = await loadSituation(writer, context, served, document, { locksBudgets: false });
      const keepsFiles = served.keepsFiles?.(situation) === true;
      const added = { fileId, uploaderId: link.created_by_id, isSealed: link.is_sealed };
      orRefuse(mayDetach(situation, added, keepsFiles));
      await writer.query('delete from document_file where id = $1', [link.id]);
      // The bytes stay until their retention ends, visible to their uploader only.
      await writer.query(
        `update file f set ${kind}_id = null, retain_until = ${fileKeptUntilSql('f')} where id = $1`,
        [fileId],
      );
    },
  };
}

async function attachFile(
  tx: Tx,
  context: Context,
  served: ServedKind,
  documentId: number,
  file: ReceivedFile,
): Promise<{ id: number }> {
  const document = await lockDocument(tx, context, served, documentId, null);
  const writer = tx.as('writer');
  const situation = await loadSituation(writer, context, served, document, { locksBudgets: false });
  const timeline = orRefuse(attach(situation, file.name, served.keepsFiles?.(situation) === true));
  const { mime } = fileTypes[file.type];
  const key = { kind: served.kind.name, id: documentId };
  const fileId = await storeFile(writer, {
    tenantId: context.tenantId,
    name: file.name,
    mime,
    bytes: file.bytes,
    receivedBy: 'upload',
    createdById: context.userId,
    document: key,
  });
  const row = await writer.one<{ id: number }>(
    `insert into document_file (tenant_id, file_id, ${key.kind}_id, name, size, mime, created_by_id)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [context.tenantId, fileId, documentId, file.name, file.bytes.length, mime, context.userId],
  );
  saveTimeline(writer, context, key, document.storedTimeline, timeline, false);
  await served.fileAdded?.(writer, context, situation, { id: fileId, mime });
  return row;
}
