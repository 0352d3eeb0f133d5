import { minutes } from '../../../platform/server/clock.ts';
import { transactionOf } from '../../../platform/server/database/limits.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { Log } from '../../../platform/server/log.ts';
import { appendRecords, readRecords } from './head-file.ts';
import type { HeadRecord, Notary } from './head-record.ts';

/** Rows per transaction, which takes some seconds; reduced to a fifth after each failure. */
const maxRows = 50_000;
const fewestRows = 80;
const smaller = 5;
/** Digests per row of the audit. */
const maxOfSecurityLog = 1_000;
/** The search for open rows covers all rows since the last mark, so sealing may take long; no person waits for it. */
const longestStatement = minutes(2);

export interface SealParts {
  readonly database: Database;
  readonly log: Log;
  readonly notary: Notary;
  /** File of signed heads of this node, outside of the database. */
  readonly headsFile: string;
}

interface Head {
  readonly tenant_id: number;
  readonly position: number;
  readonly link: Buffer;
}

interface Closing {
  readonly tenant: number;
  readonly name: string;
  readonly position: number;
  readonly link: Buffer | null;
  readonly unsealed: number;
  readonly actor_id: number | null;
}

/**
 * Seals new audit rows and records the signed heads of all chains that moved since this node's last run. Any number
 * of nodes may run it; one at a time seals. Rows sealed before a failure are recorded, too.
 * @see docs/topics/audit-and-security-log.md
 */
export function auditSealer(parts: SealParts): () => Promise<void> {
  const { database, headsFile, log } = parts;
  let noted: Map<number, number> | undefined;
  const note = async () => {
    noted ??= notedPositions(headsFile);
    const records = await unnotedRecords(parts, noted);
    if (records.length === 0) return;
    appendRecords(
      headsFile,
      records.map((record) => parts.notary.sign(record)),
    );
    for (const { kind, tenant, position } of records) {
      noted.set(tenant, kind === 'closed' ? closedPosition : position);
    }
  };
  return async () => {
    try {
      await sealAll(database, log);
    } catch (error) {
      log.fatal({ err: error }, 'the audit cannot be sealed');
      throw error;
    } finally {
      await note();
    }
  };
}

/**
 * Seals everything open, the security log first, whose digests are audit rows (AUTH-35). A failed batch is retried
 * with fewer rows, down to the minimum.
 */
async function sealAll(database: Database, log: Log): Promise<void> {
  for (;;) {
    const rows = await database.atGate((tx) => sealed(tx, 'security_log', maxOfSecurityLog));
    if (rows < maxOfSecurityLog) break;
  }
  let rowLimit = maxRows;
  for (;;) {
    try {
      const rows = await database.atGate((tx) => sealed(tx, 'audit', rowLimit));
      if (rows < rowLimit) return;
    } catch (error) {
      if (rowLimit <= fewestRows) throw error;
      log.warn({ err: error, rows: rowLimit }, 'sealing the audit failed and is repeated with fewer rows');
      rowLimit /= smaller;
    }
  }
}

type GateTx = Parameters<Parameters<Database['atGate']>[0]>[0];

async function sealed(tx: GateTx, sealedLog: 'audit' | 'security_log', rowLimit: number): Promise<number> {
  tx.allow(transactionOf(longestStatement), longestStatement);
  const { rows } = await tx.one<{ rows: number }>(`select app.seal_${sealedLog}($1) as rows`, [rowLimit]);
  return rows;
}

/** Position of a deleted tenant. */
const closedPosition = -1;

/** The last recorded position of every tenant. */
function notedPositions(headsFile: string): Map<number, number> {
  return new Map(
    readRecords(headsFile)
      .records.filter(({ kind }) => kind !== 'clock')
      .map(({ kind, tenant, position }) => [tenant, kind === 'closed' ? closedPosition : position]),
  );
}

async function unnotedRecords(
  { database }: SealParts,
  noted: ReadonlyMap<number, number>,
): Promise<HeadRecord[]> {
  // Time of the database, as for the rows (AUD-10).
  const { at, heads, closings } = await database.atGate(async (tx) => ({
    at: new Date((await tx.one<{ at: string }>('select clock_timestamp() as at')).at).toISOString(),
    heads: await tx.fixed<Head>('select tenant_id, position, link from app.audit_heads()'),
    closings: await tx.fixed<Closing>(
      `select deleted_tenant_id as tenant, name, position, link, unsealed, actor_id from audit_closing order by id`,
    ),
  }));
  const moved = heads
    .filter(({ tenant_id, position }) => noted.get(tenant_id) !== position)
    .map(
      ({ tenant_id, position, link }): HeadRecord => ({
        kind: 'head',
        at,
        tenant: tenant_id,
        position,
        link: link.toString('hex'),
        note: '',
      }),
    );
  const closed = closings
    .filter(({ tenant }) => noted.get(tenant) !== closedPosition)
    .map(
      ({ tenant, name, position, link, unsealed, actor_id }): HeadRecord => ({
        kind: 'closed',
        at,
        tenant,
        position,
        link: link?.toString('hex') ?? '',
        note: `${name}; ${unsealed} unsealed rows; by ${actor_id ?? 'the console'}`,
      }),
    );
  return [...moved, ...closed];
}
