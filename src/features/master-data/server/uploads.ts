import { Refused, refuse } from '../../../base/refusal.ts';
import { hasRole } from '../../../platform/context.ts';
import { sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import type { FileTarget } from '../../../platform/server/files/files-http.ts';
import { type FileType, fileTypes } from '../../../platform/server/files/files-type.ts';

const imageLimitBytes = 1024 * 1024;

/**
 * Files of master data: they are kept first, visible to everybody of the tenant, and belong to a record as soon as
 * that is saved with their id. Everybody may bring an image, since everybody may sign (PROF-01).
 */
export const masterImages: FileTarget = fileTarget(['png', 'jpeg'], imageLimitBytes, null);

/** Data sheets and letterheads. */
export const masterDocuments: FileTarget = fileTarget(['pdf'], null, 'user-admin');

function fileTarget(
  accepted: readonly FileType[],
  limitBytes: number | null,
  role: string | null,
): FileTarget {
  return {
    attach: async (tx, context, { file }) => {
      if (role !== null && !hasRole(context, role)) throw new Refused(refuse('permission_denied'));
      if (!accepted.includes(file.type))
        throw new Refused(refuse('unsupported_media_type', { field: 'file' }));
      if (limitBytes !== null && file.bytes.length > limitBytes) {
        throw new Refused(refuse('payload_too_large', { field: 'file', values: { max: limitBytes } }));
      }
      await tx.as('writer');
      const digest = sha256Of(file.bytes);
      const known = await tx.maybeOne<{ id: string }>(
        'select id from file where is_master_data and sha256 = $1 and name = $2 limit 1',
        [digest, file.name],
      );
      if (known) return known.id;
      const id = await storeFile(tx, {
        tenantId: context.tenantId,
        name: file.name,
        mime: fileTypes[file.type].mime,
        bytes: file.bytes,
        receivedBy: 'upload',
        createdById: context.userId,
      });
      await tx.query('update file set is_master_data = true where id = $1', [id]);
      return id;
    },
    // They leave with the record that points to them.
    detach: async () => {
      throw new Refused(refuse('permission_denied'));
    },
  };
}
