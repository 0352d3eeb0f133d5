import { Refused, refuse } from '../../../base/refusal.ts';
import { hasRole } from '../../../platform/context.ts';
import { type FilePurpose, sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import type { FileTarget } from '../../../platform/server/files/files-http.ts';
import { type FileType, fileTypes } from '../../../platform/server/files/files-type.ts';
import type { ReceivedFile } from '../../../platform/server/files/files-upload.ts';
import { preparePicture } from '../../../platform/server/files/picture.ts';

const imageLimitBytes = 1024 * 1024;
const pictures = ['jpeg', 'png'] as const;

/** Master-data files are stored first and belong to a record once it is saved with their id. */
export const masterImages = fileTarget({ purpose: 'image', takes: pictures, prepare: pictureOf });

/** The signature of a person, uploaded by the person or by an administrator (ADM-13, PROF-01). */
export const signatures = fileTarget({ purpose: 'signature', takes: pictures, prepare: pictureOf });

/** Data sheets. */
export const masterDocuments = fileTarget({ purpose: 'document', takes: ['pdf'], role: 'user-admin' });

interface Target {
  readonly purpose: FilePurpose;
  readonly takes: readonly FileType[];
  /** Returns the stored bytes, where they differ from the uploaded ones. */
  readonly prepare?: (tenantId: number, file: ReceivedFile) => Promise<Buffer>;
  readonly role?: string;
}

function fileTarget({ purpose, takes, prepare, role }: Target): FileTarget {
  return {
    takes,
    prepare: async (context, file) => {
      if (role !== undefined && !hasRole(context, role)) throw new Refused(refuse('permission_denied'));
      return prepare === undefined ? file : { ...file, bytes: await prepare(context.tenantId, file) };
    },
    attach: async (tx, context, { file }) => {
      const writer = tx.as('writer');
      const known = await writer.maybeOne<{ id: string }>(
        `select id from file where purpose = $1 and purpose <> 'signature' and sha256 = $2 and name = $3 limit 1`,
        [purpose, sha256Of(file.bytes), file.name],
      );
      if (known) return known.id;
      return await storeFile(writer, {
        tenantId: context.tenantId,
        name: file.name,
        mime: fileTypes[file.type].mime,
        bytes: file.bytes,
        receivedBy: 'upload',
        createdById: context.userId,
        purpose,
      });
    },
    // Files are deleted together with the record that refers to them.
    detach: async () => {
      throw new Refused(refuse('permission_denied'));
    },
  };
}

/** Prepared once, so that later uses only copy the picture (API-44). */
async function pictureOf(tenantId: number, { type, bytes }: ReceivedFile): Promise<Buffer> {
  if (type !== 'png' && type !== 'jpeg') throw new Error(`${type} is not an image type`);
  if (bytes.length > imageLimitBytes) {
    throw new Refused(refuse('payload_too_large', { field: 'file', values: { max: imageLimitBytes } }));
  }
  return await preparePicture(tenantId, bytes, type);
}
