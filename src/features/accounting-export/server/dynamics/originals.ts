import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { asWriter } from '../leave.ts';

/** A file that travels with an invoice. */
export interface Original {
  /** With its ending. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** What travels with an invoice: the pages that were received, in the order in which somebody looks at them. */
export type Originals = (context: Context, invoiceId: number) => Promise<readonly Original[]>;

/** The pages as they were arranged where they were, else as they came. */
export function receivedPages(database: Database): Originals {
  return async (context, invoiceId) =>
    await database.inTenant(
      context,
      async (tx) => {
        const { id } = await tx.one<{ id: string | null }>(
          'select coalesce(view_file_id, file_id) as id from invoice where id = $1',
          [invoiceId],
        );
        return id === null ? [] : [await readFile(tx, id)];
      },
      asWriter,
    );
}
