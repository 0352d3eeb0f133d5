import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeBackups } from '../../src/features/installation/backups.ts';
import { type Finding, levels } from '../../src/features/installation/finding.ts';
import { judgeMail } from '../../src/features/installation/mail.ts';
import { readBackups } from '../../src/features/installation/server/backup-facts.ts';
import { readMail } from '../../src/features/installation/server/mail-facts.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';
import { postgresHome, temporaryDataDirectory } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let data: ReturnType<typeof temporaryDataDirectory>;
beforeEach(() => {
  data = temporaryDataDirectory();
});
afterEach(() => data.remove());

const messagesOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ level, says }) => (level === 'ok' ? [] : [says]));

/** `npm run`, with its exit code. */
async function command(script: string, variables: Record<string, string>, ...parameters: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: data.path, ...variables };
  const program = ['scripts/run.mjs', join(root, 'scripts', `${script}.ts`), ...parameters];
  return await run(process.execPath, program, { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

async function findings(variables: Record<string, string>): Promise<readonly Finding[]> {
  const { output } = await command('doctor', variables, '--json');
  const answer = JSON.parse(output) as { status: string; findings: readonly Finding[] };
  expect(levels).toContain(answer.status);
  return answer.findings;
}

describe('npm run doctor', () => {
  test('GEN-15 mistakes of the configuration are reported all at once, with exit code 1', async () => {
    const { code, output } = await command('doctor', {
      PORT: 'http',
      PUBLIC_URL: 'kontor',
      TRUSTED_PROXIES: 'x',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES'])
      expect(output).toMatch(new RegExp(`^ {2}WRONG {4}${name} must be`, 'm'));
    expect(output.trim().split('\n').at(-1)).toBe('3 errors.');
  });

  test('before the first start it creates no database, and reports that nothing answers', async () => {
    const port = String(await freePort());
    const reported = messagesOf(await findings({ PORT: port }));
    expect(reported).toContain('There is no data yet: the first start creates it.');
    expect(reported).toContain(`Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED).`);
    expect(existsSync(join(data.path, 'postgres'))).toBe(false);
  });

  test('TECH-01 data unusable for the embedded PostgreSQL are reported with its message', async () => {
    await takeData(data.path, 'no tenant');
    chmodSync(join(data.path, 'secret-key'), 0o644);
    writeFileSync(join(postgresHome(data.path), 'cluster', 'PG_VERSION'), '17\n');
    const reported = messagesOf(await findings({ PORT: String(await freePort()) })).join('\n');
    expect(reported).toMatch(/The embedded PostgreSQL did not start \(.*postgres\.log\):/);
    expect(reported).toMatch(/secret-key can be read by other accounts of this machine\./);
  });
});

describe('backups for a timer', () => {
  const backups = () => join(data.path, '..', 'backups');

  test('npm run backup names them by time and keeps that many; the doctor checks the newest', async () => {
    await takeData(data.path, 'no tenant');
    const variables = { BACKUP_DIR: backups() };
    mkdirSync(backups(), { mode: 0o700 });
    for (const night of ['01', '02'])
      writeFileSync(join(backups(), `kontor-2026-01-${night}T02-30-00Z.backup`), '');
    expect((await command('backup', variables, '--keep', '2')).output).toContain(
      'Removed the old backup kontor-2026-01-01T02-30-00Z.backup.',
    );
    const names = readdirSync(backups()).toSorted();
    expect(names).toEqual([
      'kontor-2026-01-02T02-30-00Z.backup',
      expect.stringMatching(/^kontor-.*Z\.backup$/),
    ]);
    const look = async (clock = systemClock) =>
      messagesOf(judgeBackups(await readBackups(backups(), clock, { isForTrial: false, isThorough: true })));
    expect(await look()).toEqual([]);
    const later = { now: () => new Date(Date.now() + 40 * 3_600_000) };
    expect(await look(later)).toEqual([`The newest backup, ${names[1]}, is 40 hours old.`]);
    truncateSync(join(backups(), names[1] ?? ''), 5_000);
    expect(await look()).toEqual([
      expect.stringMatching(/^The newest backup is damaged: .* is not a complete backup/),
    ]);
  });

  test('reports unknown options', async () => {
    expect(await command('backup', {})).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^A file is required: npm run backup/),
    });
    for (const keep of ['0', 'all', '-1'])
      expect((await command('backup', { BACKUP_DIR: backups() }, `--keep=${keep}`)).output).toMatch(
        /^--keep requires a number/,
      );
    expect((await command('backup', {}, 'a.backup', '--keep', '2')).output).toMatch(
      /^--keep applies to backups in/,
    );
  });
});

describe('the doctor tests the mail server (MAIL-04)', () => {
  const settings = { mailFrom: 'Kontor <kontor@localhost>', publicUrl: 'http://localhost:8080' };
  const look = async (smtpUrl: string, to: string | null = null) =>
    messagesOf(judgeMail(await readMail({ ...settings, smtpUrl }, to)));

  test('one that accepts mails, and one that refuses the requested mail', async () => {
    const server = await startMailServer();
    expect(await look(server.url)).toEqual([]);
    expect(server.mails).toEqual([]);
    expect(await look(server.url, 'you@example.com')).toEqual([]);
    expect(server.mails).toHaveLength(1);
    server.script({ RCPT: '550 5.7.1 you may not send as kontor' });
    expect(await look(server.url, 'you@example.com')).toEqual([
      expect.stringMatching(
        /^The mail server rejected the mail to you@example\.com: .*550 5\.7\.1 you may not send as kontor\.$/,
      ),
    ]);
    server.script({ EHLO: 'hang up' });
    expect(await look(server.url)).toHaveLength(1);
    await server.close();
  });

  test('a missing one', async () => {
    const [reported = ''] = await look(`smtp://127.0.0.1:${await freePort()}`);
    expect(reported).toMatch(/^The mail server 127\.0\.0\.1:\d+ cannot be reached/);
  });

  test('a remote server without encryption', async () => {
    const server = await startMailServer();
    const facts = await readMail({ ...settings, smtpUrl: server.url }, null);
    await server.close();
    expect(facts).toMatchObject({ isEncrypted: false, isOnThisMachine: true });
  });
});
