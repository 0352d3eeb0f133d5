import type { Context } from '../../../../../../platform/context.ts';
import { asWriter } from '../../../../../../platform/server/as-role.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import { originalBytes, originalsOf } from '../../../../server/content/original-files.ts';

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
    const [found] = await asWriter(database, context, (tx) => originalsOf(tx, [invoiceId]));
    return await Promise.all(
      (found?.files ?? []).map(async (file) => ({
        name: file.name,
        bytes: await originalBytes(database, context, file),
      })),
    );
  };
}
