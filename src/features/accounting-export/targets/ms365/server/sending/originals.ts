import type { Context } from '../../../../../../platform/context.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import { originalBytes, originalsOf } from '../../../../server/content/original-files.ts';
import { asWriter } from '../../../../server/exporting/export-entry.ts';

/** A file sent with an invoice. */
export interface Original {
  /** With its extension. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Loads the files to send with an invoice. */
export type Originals = (context: Context, invoiceId: number) => Promise<readonly Original[]>;

/** The received files in display order, plus a readable PDF for an XML. */
export function receivedFiles(database: Database): Originals {
  return async (context, invoiceId) => {
    const [found] = await database.inTenant(context, (tx) => originalsOf(tx, [invoiceId]), asWriter);
    return await Promise.all(
      (found?.files ?? []).map(async (file) => ({
        name: file.name,
        bytes: await originalBytes(database, context, file),
      })),
    );
  };
}
