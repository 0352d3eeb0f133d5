import type { Context } from '../../../../../../platform/context.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import { originalBytes, originalsOf } from '../../../../server/content/original-files.ts';
import { asWriter } from '../../../../server/exporting/leave.ts';

/** A file that travels with an invoice. */
export interface Original {
  /** With its ending. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** What travels with an invoice. */
export type Originals = (context: Context, invoiceId: number) => Promise<readonly Original[]>;

/** What was received, in the order in which somebody looks at it; beside an XML a PDF that people can read. */
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
