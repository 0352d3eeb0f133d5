import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep, longestWait } from '../support/depth.ts';

const root = join(import.meta.dirname, '../..');
const debianPackages = ['pgbackrest', 'postgresql'];

/** The programs of Debian's PostgreSQL, which its pgBackRest knows; the packaged one may be newer. */
function programsOfDebian(): string | null {
  const { stdout } = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -1'], {
    encoding: 'utf8',
  });
  const programs = stdout.trim();
  return programs !== '' && existsSync('/usr/bin/pgbackrest') ? programs : null;
}

/** Debian's programs; root installs missing ones. Null, with a notice, where they cannot be had. */
function ensurePrograms(): string | null {
  if (!isDeep || process.getuid?.() !== 0) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=80', ...parameters], { stdio: 'ignore', env });
  if (programsOfDebian() === null) {
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...debianPackages);
  }
  const programs = programsOfDebian();
  if (programs === null)
    console.info(`Not tried: pgBackRest. As root on Debian: apt-get install ${debianPackages.join(' ')}`);
  return programs;
}

const programs = ensurePrograms();

describe.skipIf(programs === null)('deploy/pgbackrest.conf', () => {
  let place: string;
  let configuration: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'kontor-pgbackrest-'));
    chmodSync(place, 0o777);
    configuration = join(place, 'pgbackrest.conf');
    const delivered = readFileSync(join(root, 'deploy/pgbackrest.conf'), 'utf8');
    const own = delivered
      .replace('/var/lib/pgbackrest', join(place, 'repository'))
      .replace('/var/lib/postgresql/18/main', `${join(place, 'data')}\npg1-socket-path=${place}`)
      .replace('[global]', `[global]\nlog-path=${place}\nlock-path=${join(place, 'lock')}`);
    expect(own).not.toContain('/var/lib');
    writeFileSync(configuration, own);
  });
  afterAll(() => {
    pg(`pg_ctl stop --mode=immediate --pgdata=${join(place, 'data')}`);
    rmSync(place, { recursive: true, force: true });
  });

  /** Runs a command as the account of the database. */
  function asPostgres(command: string): { status: number | null; stdout: string } {
    const parameters = ['-u', 'postgres', '--', 'sh', '-c', command];
    const { status, stdout, stderr } = spawnSync('runuser', parameters, {
      cwd: '/',
      encoding: 'utf8',
      timeout: longestWait,
    });
    return { status, stdout: `${stdout}${status === 0 ? '' : stderr}` };
  }
  const pg = (command: string) => asPostgres(`${programs}/${command}`);
  const start = () =>
    expect(
      pg(`pg_ctl start --wait --pgdata=${join(place, 'data')} --log=${join(place, 'log')}`),
    ).toMatchObject({ status: 0 });
  const sql = (text: string) => pg(`psql -h ${place} -d postgres -At -c "${text}"`).stdout.trim();
  const backrest = (command: string) =>
    expect(asPostgres(`pgbackrest --config=${configuration} --stanza=kontor ${command}`)).toMatchObject({
      status: 0,
    });

  test('TECH-17 restores the minute before a wrong mass deletion', async () => {
    const data = join(place, 'data');
    expect(pg(`initdb --auth=trust --pgdata=${data}`).status).toBe(0);
    appendFileSync(
      join(data, 'postgresql.conf'),
      `listen_addresses = ''\nunix_socket_directories = '${place}'\narchive_mode = on
archive_command = 'pgbackrest --config=${configuration} --stanza=kontor archive-push %p'\n`,
    );
    start();
    sql('create table request (id integer); insert into request select generate_series(1, 1000)');
    backrest('stanza-create');
    backrest('check');
    backrest('backup --type=full');
    // The target must be later than the end of the backup, in whole seconds.
    sql('select pg_sleep(1.1)');
    sql('insert into request select generate_series(1001, 2000)');
    const minute = sql('select clock_timestamp()');
    sql('delete from request');
    sql('select pg_switch_wal()');
    expect(pg(`pg_ctl stop --wait --mode=fast --pgdata=${data}`).status).toBe(0);
    backrest(`restore --delta --type=time --target='${minute}' --target-action=promote`);
    start();
    await expect.poll(() => sql('select pg_is_in_recovery()')).toBe('f');
    expect(sql('select count(*) from request')).toBe('2000');
  });
});
