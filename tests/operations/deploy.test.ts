import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.info('Unit files are not checked: systemd-analyze is missing (Debian: systemd)');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('deploy/kontor', () => {
  const kontor = async (...parameters: string[]) => {
    const variables = join(folder, 'kontor.env');
    writeFileSync(
      variables,
      `PUBLIC_URL=https://kontor.example.com\nDATA_DIR=${folder}/data\nSECRET_KEY=kFz0+Q1v/8uJm2nW3xYb4aRt5cLp6dHs7eGq9iOj=\nMAIL_FROM="Kontor # <kontor>"\nTRUSTED_PROXIES=\n`,
    );
    const env = {
      PATH: process.env.PATH,
      KONTOR_HOME: root,
      KONTOR_ENV: variables,
      KONTOR_ACCOUNT: userInfo().username,
    };
    return await promisify(execFile)('sh', [join(deploy, 'kontor'), ...parameters], { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  };

  test('GEN-15 runs a command with the variables of the service, and passes its exit code on', async () => {
    const { code, output } = await kontor('doctor');
    expect(code).toBe(1);
    // Blanks and # in quotes are part of the value, as in systemd.
    expect(output).toContain(
      'MAIL_FROM must be a mail address such as Kontor <kontor@example.com>, but is "Kontor # <kontor>".',
    );
  });

  test('GEN-15 trusts the authority that the file names, which Node.js does not read from a file', async () => {
    const [home, variables] = [join(folder, 'home'), join(folder, 'kontor.env')];
    mkdirSync(join(home, 'scripts'), { recursive: true });
    mkdirSync(join(home, 'node_modules/node/bin'), { recursive: true });
    writeFileSync(join(home, 'scripts/doctor.ts'), '');
    const node = join(home, 'node_modules/node/bin/node');
    writeFileSync(node, '#!/bin/sh\necho "authority: $NODE_EXTRA_CA_CERTS"\n', { mode: 0o755 });
    const env = { PATH: process.env.PATH, KONTOR_HOME: home, KONTOR_ENV: variables };
    const doctor = async (line: string): Promise<string> => {
      writeFileSync(variables, `PUBLIC_URL=https://kontor.example.com\n${line}\n`);
      const account = { KONTOR_ACCOUNT: userInfo().username };
      const { stdout } = await promisify(execFile)('sh', [join(deploy, 'kontor'), 'doctor'], {
        env: { ...env, ...account },
      });
      return stdout;
    };
    expect(await doctor('NODE_EXTRA_CA_CERTS="/etc/kontor/ca.pem"')).toBe('authority: /etc/kontor/ca.pem\n');
    expect(await doctor('')).toBe('authority: \n');
  });

  test('lists the commands', async () => {
    expect(await kontor()).toMatchObject({
      code: 2,
      output: expect.stringContaining('A command is required'),
    });
    expect(await kontor('nothing')).toEqual({ code: 2, output: 'Unknown command: nothing.\n' });
  });
});

describe.runIf(hasSystemd)('the unit files', () => {
  const units = ['kontor.service', 'kontor-backup.service', 'kontor-backup.timer'];
  const analyze = (...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', parameters, {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, output: stdout + stderr };
  };
  beforeEach(() => {
    for (const unit of units) {
      const text = readFileSync(join(deploy, unit), 'utf8');
      // The program is replaced by its local path.
      writeFileSync(
        join(folder, unit),
        text.replace('/opt/kontor/node_modules/node/bin/node', process.execPath),
      );
    }
  });

  test('GEN-15 are accepted by systemd unchanged', () => {
    expect(analyze('verify', '--man=no', ...units.map((unit) => join(folder, unit)))).toEqual({
      status: 0,
      output: '',
    });
  });

  test('TECH-11 restrict the services', () => {
    for (const unit of units.slice(0, 2)) {
      const { status, output } = analyze('security', '--offline=true', '--threshold=25', join(folder, unit));
      expect([unit, status, output.split('\n').findLast((line) => line.includes('Overall'))]).toEqual([
        unit,
        0,
        expect.stringContaining('OK'),
      ]);
    }
  });
});
