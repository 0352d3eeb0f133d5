import type pg from 'pg';
import { copyIn, copyOut } from '../../../platform/server/backup/copy-stream.ts';
import type { MovedTable } from './tables.ts';

/** Rows of about so many bytes are one transaction: a longer one would delay the sealing of the audit there. */
const pieceBytes = 32 * 1024 * 1024;

/** Writes without running triggers or checking keys: the rows are consistent already. For this session. */
export async function withoutTriggers(client: pg.Client): Promise<pg.Client> {
  await client.query("set session_replication_role = 'replica'");
  return client;
}

/** Copies the rows of one table that belong to the tenant, and nothing of others, in pieces. */
export async function copyRows(
  from: pg.Client,
  to: pg.Client,
  { name, columns }: MovedTable,
  tenantId: number,
): Promise<void> {
  const named = columns.join(', ');
  const text = `copy (select ${named} from public.${name} where tenant_id = ${tenantId}) to stdout`;
  const blocks = copyOut(from, text)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let next = await blocks.next();
  // A block consists of whole rows.
  async function* piece(): AsyncGenerator<Buffer> {
    for (let size = 0; !next.done && size < pieceBytes; next = await blocks.next()) {
      size += next.value.length;
      yield next.value;
    }
  }
  while (!next.done) await copyIn(to, `copy public.${name} (${named}) from stdin`, piece());
}

/** Rows per transaction; a row of a file has up to 256 kB. */
const removedAtOnce = 2_000;

/** Removes all rows of the tenant in short transactions, except the tenant itself. `client` runs no triggers. */
export async function removeRows(client: pg.Client, tenantId: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(name) as name from app.tables_of_tenants()',
  );
  for (const { name } of rows) {
    for (let gone = removedAtOnce; gone > 0; ) {
      const { rowCount } = await client.query(
        `delete from public.${name} where ctid = any (array(select ctid from public.${name} where tenant_id = $1 limit $2))`,
        [tenantId, removedAtOnce],
      );
      gone = rowCount ?? 0;
    }
  }
}
