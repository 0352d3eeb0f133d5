import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nordfeld } from '../../src/app/server/demo/nordfeld.ts';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { seedDemo } from '../../src/app/server/seed.ts';
import { readRecords } from '../../src/features/audit/server/head-file.ts';
import { openNotary } from '../../src/features/audit/server/head-record.ts';
import { noteRestore } from '../../src/features/audit/server/note-restore.ts';
import { auditSealer } from '../../src/features/audit/server/seal.ts';
import { verifyAudit } from '../../src/features/audit/server/verify.ts';
import { verifyingClient } from '../../src/features/audit/server/verifying-client.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/database/embedded-postgres.ts';
import { migrate, webRole } from '../../src/platform/server/database/migrate.ts';
import { NoPrimary } from '../../src/platform/server/database/primary.ts';
import { type Database, openDatabase } from '../../src/platform/server/database.ts';
import { storeFile } from '../../src/platform/server/files/files.ts';
import { verifyFiles } from '../../src/platform/server/files/verify-files.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { run } from '../procurement/requests.ts';
import { callerOf } from '../support/demo-api.ts';
import { eventually } from '../support/web.ts';

const secretKey = 'the secret key of an installation that archives';
const webPassword = 'only-for-tests';
const notary = openNotary(secretKey, null);

let place: string;
let archive: string;
let postgres: EmbeddedPostgres;
let restored: EmbeddedPostgres | undefined;
let owner: pg.Client;
let database: Database;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'kontor-point-in-time-'));
  archive = join(place, 'archive');
  mkdirSync(archive);
  // The account of PostgreSQL writes there.
  chmodSync(place, 0o711);
  chmodSync(archive, 0o777);
  postgres = await startEmbeddedPostgres(join(place, 'data'), {
    settings: { fsync: 'off', archive_mode: 'on', archive_command: `cp %p ${archive}/%f` },
  });
  await postgres.ensureDatabase('kontor');
  const ownerUrl = postgres.ownerUrl('kontor');
  await migrate({ ownerUrl, webPassword });
  await prepareQueue(ownerUrl);
  await seedDemo(ownerUrl, deriveSecrets(secretKey), [{ ...nordfeld, invoices: [] }]);
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  database = openDatabase(
    Object.assign(new URL(ownerUrl), { username: webRole, password: webPassword }).href,
  );
});
afterAll(async () => {
  await database?.close();
  await owner?.end();
  await postgres?.stop();
  await restored?.stop();
  rmSync(place, { recursive: true, force: true });
});

/** What `pg_basebackup` does, which is not among the packaged programs. */
async function baseBackup(to: string): Promise<void> {
  const cluster = join(dirname(postgres.logFile), 'cluster');
  await owner.query("select pg_backup_start('base', true)");
  mkdirSync(dirname(to), { recursive: true });
  chmodSync(dirname(dirname(to)), 0o711);
  // A file may vanish while it is copied.
  expect([0, 1]).toContain(spawnSync('cp', ['-a', cluster, to]).status);
  const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  rmSync(join(to, 'postmaster.pid'));
  for (const name of readdirSync(join(to, 'pg_wal')).filter((one) => /^[0-9A-F]{24}$/.test(one)))
    rmSync(join(to, 'pg_wal', name));
  const { uid, gid } = statSync(to);
  for (const [name, text] of Object.entries({
    backup_label: rows[0]?.labelfile ?? '',
    'recovery.signal': '',
  })) {
    writeFileSync(join(to, name), text);
    chownSync(join(to, name), uid, gid);
  }
}

async function seal(headsFile: string): Promise<void> {
  await auditSealer({ database, log: openLog('silent'), notary, headsFile })();
}

/** Waits until everything written so far is in the archive. */
async function archived(): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await eventually(async () => (readdirSync(archive).includes(rows[0]?.name ?? '') ? true : undefined));
}

test('TECH-17 after a wrong mass deletion everything of the minute before is back, and nothing later', async () => {
  const copy = join(place, 'restored', 'postgres', 'cluster');
  const headsFile = join(place, 'audit-heads.jsonl');
  await baseBackup(copy);
  const log = { error: (...details: unknown[]) => console.error(...details) };
  const graphql = await openGraphql(database, log, deriveSecrets(secretKey));
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  const requester = await callerOf({ sql }, graphql, 'requester@demo.test');
  const draft = (name: string) => run(requester, 'save', { head: { name } });

  const kept = await draft('Vor dem Fehler');
  const { tenantId } = requester.context;
  const plan = {
    tenantId,
    name: 'Plan.pdf',
    mime: 'application/pdf',
    bytes: Buffer.alloc(600_000, 'Plan'),
    receivedBy: 'upload',
    createdById: null,
  } as const;
  await database.inTenant(systemContext(tenantId), (tx) => storeFile(tx, plan), { role: 'writer' });
  await seal(headsFile);
  const [minute] = await sql<{ at: string }>('select clock_timestamp()::text as at');
  const counted =
    'select (select count(*) from procurement)::integer as requests, (select count(*) from file)::integer as files';
  const [before] = await sql<{ requests: number; files: number }>(counted);
  const later = await draft('Nach der Minute');
  await owner.query(
    "set session_replication_role = 'replica'; delete from procurement; delete from file_chunk; set session_replication_role = 'origin'",
  );
  await seal(headsFile);
  await archived();

  writeFileSync(join(place, 'restored', 'postgres-password'), new URL(postgres.ownerUrl('kontor')).password, {
    mode: 0o600,
  });
  restored = await startEmbeddedPostgres(join(place, 'restored'), {
    settings: {
      fsync: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: minute?.at ?? '',
      recovery_target_action: 'promote',
    },
  });
  const ownerUrl = restored.ownerUrl('kontor');
  const client = await eventually(() => promoted(ownerUrl));
  try {
    expect((await client.query(counted.replaceAll('from ', 'from public.'))).rows[0]).toEqual(before);
    const { rows: found } = await client.query(
      'select id from public.procurement where id = any ($1::bigint[])',
      [[kept.id, later.id]],
    );
    expect(found).toEqual([{ id: String(kept.id) }]);

    await noteRestore(ownerUrl, { notary, headsFile, file: `restored to ${minute?.at}` });
    const audit = await verifyAudit(client, notary, readRecords(headsFile).records);
    expect(audit.findings).toEqual([]);
    expect(audit.rows).toBeGreaterThan(100);
    const files = await verifyFiles(client);
    expect(files.disagreeing).toEqual([]);
    expect(files.files).toBe(before?.files);

    await client.query("set session_replication_role = 'replica'");
    await client.query(
      "update public.file_chunk set bytes = sha256(bytes) where chunk_no = 1 and file_id in (select id from public.file where name = 'Plan.pdf')",
    );
    expect((await verifyFiles(client)).disagreeing).toMatchObject([{ name: 'Plan.pdf' }]);
  } finally {
    await client.end();
  }
});

/** A connection once the recovery is over; undefined before. */
async function promoted(ownerUrl: string): Promise<pg.Client | undefined> {
  try {
    return await verifyingClient(ownerUrl);
  } catch (error) {
    if (error instanceof NoPrimary) return undefined;
    throw error;
  }
}
