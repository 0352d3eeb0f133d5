import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { launchOf, type Walls, wallsOfMachine } from './launch.ts';
import { makeFolder, removeFolder, sweepFolders } from './reader-folders.ts';

/** Loops forever as soon as it is loaded. */
const circles = 'data:text/javascript,for (;;);';
const own = String(process.pid);

/** Kills a product whose only reader loops forever; returns what it left behind. */
async function killedProduct(walls: Walls): Promise<{ readonly reader: number; readonly folder: string }> {
  const { command, args, env } = launchOf([circles], `${tmpdir()}/reader-PRODUCT-test/`, walls);
  const options = { env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] };
  const started = [command, args.map((each) => (each === own ? 'PRODUCT' : each)), options];
  const text = JSON.stringify(JSON.stringify(started));
  const product = spawn(
    process.execPath,
    [
      '-e',
      `require('node:fs').mkdirSync(${JSON.stringify(tmpdir())} + '/reader-' + process.pid + '-test');
       const [command, args, options] = JSON.parse(${text}.replaceAll('PRODUCT', process.pid));
       console.log(require('node:child_process').spawn(command, args, options).pid);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const reader = Number((await once(product.stdout, 'data')).join(''));
  onTestFinished(() => {
    if (isThere(reader)) process.kill(reader, 'SIGKILL');
  });
  await vi.waitFor(() => expect(ticksOf(reader)).toBeGreaterThan(30), 60_000);
  product.kill('SIGKILL');
  await once(product, 'close');
  return { reader, folder: `${tmpdir()}/reader-${product.pid}-test/` };
}

/** CPU time of a process in hundredths of a second. */
function ticksOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[11]);
}

/** An ended process has no open files, even before its parent collects it. */
const isThere = (pid: number) => existsSync(`/proc/${pid}/fd/0`);

describe.runIf(process.platform === 'linux')('TECH-20 a reader in an endless loop', () => {
  test('ends with a killed product, and the next start removes its folder', async () => {
    const { reader, folder } = await killedProduct(wallsOfMachine());
    await vi.waitFor(() => expect(isThere(reader)).toBe(false), 5_000);
    sweepFolders();
    expect(existsSync(folder)).toBe(false);
  });

  test('is ended by the next start if the system does not end it with its product', async () => {
    const { reader, folder } = await killedProduct({ ...wallsOfMachine(), endsWithProduct: false });
    expect(isThere(reader)).toBe(true);
    sweepFolders();
    await vi.waitFor(() => expect(isThere(reader)).toBe(false), 5_000);
    expect(existsSync(folder)).toBe(false);
  });

  test('never starts if its product has ended before the system was set up to end its readers', async () => {
    const folder = makeFolder();
    const { command, args, env } = launchOf([circles], folder);
    const ofAnother = args.map((each) => (each === own ? String(process.ppid) : each));
    const reader = spawn(command, ofAnother, { env, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
    expect(await once(reader, 'exit')).toEqual([0, null]);
    removeFolder(folder);
  });
});

test('TECH-20 a start removes no folder of a living product', () => {
  const folder = makeFolder();
  const ofAnother = `${tmpdir()}/reader-${process.ppid}-test/`;
  mkdirSync(ofAnother, { recursive: true });
  sweepFolders();
  expect([folder, ofAnother].map((each) => existsSync(each))).toEqual([true, true]);
  removeFolder(folder);
  removeFolder(ofAnother);
});
