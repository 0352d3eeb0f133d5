import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts';
import { demoTemplate, demoSecrets as secrets } from '../../../tests/support/demo-api.ts';
import { isDeep } from '../../../tests/support/depth.ts';
import { openNotary } from '../../features/audit/server/head-record.ts';
import { auditSealer } from '../../features/audit/server/seal.ts';
import { writeBackup } from '../../platform/server/backup/backup.ts';
import { openLog } from '../../platform/server/log.ts';
import { rehearse } from './rehearse.ts';

const { webPassword } = inject('postgres');
const notary = openNotary('a-secret-of-more-than-32-characters', null);

let source: TestDatabase;
let directory: string;

beforeAll(async () => {
  source = await testDatabase(await demoTemplate());
  directory = mkdtempSync(join(tmpdir(), 'kontor-rehearsal-'));
});
afterAll(async () => {
  await source?.drop();
  rmSync(directory, { recursive: true, force: true });
});

test.runIf(isDeep)(
  'ARC-07 a rehearsal restores a backup beside the installation, checks its audit and leaves nothing',
  async () => {
    const headsFile = join(directory, 'audit-heads.jsonl');
    await auditSealer({ database: source.database, log: openLog('silent'), notary, headsFile })();
    const file = join(directory, 'demo.backup');
    await writeBackup(source.ownerUrl, file, '0.1.0');
    // What was signed after the backup is no finding.
    await source.sql("update supplier set name = name || '!'");
    await auditSealer({ database: source.database, log: openLog('silent'), notary, headsFile })();
    const heads = readFileSync(headsFile, 'utf8');
    const place = join(directory, 'rehearsal');
    const parts = { directory: place, file, notary, headsFile, webPassword, secrets };
    const done = await rehearse(parts);
    expect(done.findings).toBe(0);
    expect(done.rows).toBeGreaterThan(100);
    expect(done.tables).toBeGreaterThan(100);
    expect(existsSync(place)).toBe(false);
    expect(readFileSync(headsFile, 'utf8')).toBe(heads);
    // A changed row of the audit is a finding.
    await source.sql(
      "set session_replication_role = 'replica'; update audit_log set info = 'x' where id = (select min(id) from audit_log)",
    );
    const tampered = join(directory, 'tampered.backup');
    await writeBackup(source.ownerUrl, tampered, '0.1.0');
    expect((await rehearse({ ...parts, file: tampered })).findings).toBe(1);
  },
);

test('ARC-07 a rehearsal without the signed heads is refused, because nothing proves the audit', async () => {
  const headsFile = join(directory, 'missing.jsonl');
  const parts = {
    directory: join(directory, 'rehearsal'),
    file: '',
    notary,
    headsFile,
    webPassword,
    secrets,
  };
  await expect(rehearse(parts)).rejects.toThrow('missing.jsonl');
});
