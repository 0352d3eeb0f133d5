import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type CellLimits, plainAnswerBytes, residentBytes } from './cell-limits.ts';
import { wallsOfMachine } from './launch.ts';
import { Cell, inCell } from './reading-cell.ts';

/** The file of a reader with this code as its body. */
const fileOf = (code: string) =>
  `data:text/javascript,${encodeURIComponent(`export default async (task) => { ${code} };`)}`;

/** A reader with this code as its body; `task` is its input. */
function reader(code: string, limits: Partial<CellLimits> = {}) {
  return inCell<unknown, unknown>(new URL(fileOf(code)), 'others', {
    seconds: 30,
    answerBytes: plainAnswerBytes,
    ...limits,
  });
}

const echo = reader('return task;');

describe('TECH-20 the reading cell', () => {
  test('passes plain data in and out, including bytes', async () => {
    const task = { bytes: new Uint8Array([1, 2, 3]), day: new Date(0), map: new Map([[1, null]]) };
    expect(await echo(1, task)).toEqual(task);
  });

  test('an error of a reader is thrown, and the process continues with the next task', async () => {
    const pid = reader('return process.pid;');
    const first = await pid(1, null);
    await expect(reader('throw new TypeError("no such luck");')(1, null)).rejects.toThrow('no such luck');
    expect(await pid(1, null)).toBe(first);
  });

  test('a process that ran short of memory is replaced before the next document', async () => {
    const pid = reader('return process.pid;');
    const first = await pid(1, null);
    await expect(reader('throw new Error("out of memory");')(1, null)).rejects.toThrow('too_large');
    expect(await pid(2, null)).not.toBe(first);
  });

  test('a task that takes longer than estimated is put back for others and finished later', async () => {
    const cell = new Cell({ places: 3, maxOfOne: 1, patienceMs: 500 });
    const limits = { seconds: 30, answerBytes: plainAnswerBytes };
    const ended: unknown[] = [];
    const run = async (whose: number, code: string) => {
      ended.push(await cell.run(fileOf(code), whose, whose, 0, limits));
    };
    const long = 'await new Promise((done) => { setTimeout(done, 4_000); }); return task;';
    const slow = [1, 2, 3].map((whose) => run(whose, long));
    await run(4, 'return task;');
    expect(ended).toEqual([4]);
    await Promise.all(slow);
    expect(ended.toSorted()).toEqual([1, 2, 3, 4]);
    expect(ended.at(-1)).toBe(3);
  });

  test.each([
    ['a loop', 'for (;;);', { seconds: 1 }, 'too_slow'],
    ['a promise that never settles', 'await new Promise(() => {});', { seconds: 1 }, 'too_slow'],
    ['endless buffers', 'const all = []; for (;;) all.push(new Uint8Array(50e6).fill(1));', {}, 'too_large'],
    ['endless objects', 'const all = []; for (;;) all.push({ all: [all.length] });', {}, 'too_large'],
    ['one huge buffer', 'return new Uint8Array(4e9).length;', {}, 'too_large'],
    ['a large answer', 'return new Uint8Array(2e6);', { answerBytes: 1_000_000 }, 'too_large'],
    ['an exit', 'process.exit(3);', {}, 'ended'],
    ['a signal', 'process.kill(process.pid, "SIGSEGV"); await new Promise(() => {});', {}, 'ended'],
  ] as const)('%s ends the reader, and the next task is done', async (_, code, limits, reason) => {
    await expect(reader(code, limits)(1, null)).rejects.toMatchObject({ reason });
    expect(await echo(1, 'still there')).toBe('still there');
  });

  test('memory is limited from outside, independent of the reader', async () => {
    const code = 'const all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await null; }';
    let highest = 0;
    const looking = setInterval(() => {
      highest = Math.max(highest, ...readers().map(residentOf));
    }, 10);
    await expect(reader(code)(1, null)).rejects.toMatchObject({ reason: 'too_large' });
    clearInterval(looking);
    // Between two checks a reader can grow further, up to the system's limit.
    expect(highest).toBeLessThan(residentBytes + 500 * 2 ** 20);
  });

  test('a reader has no network, no environment, no files but its own, and starts no process', async () => {
    const outcome = (code: string) =>
      `await (async () => { ${code}; return 'done'; })().catch((e) => e.code ?? 'refused')`;
    const tried = reader(`return {
      connect: ${outcome("(await import('node:net')).connect(80, '127.0.0.1')")},
      fetch: ${outcome("await fetch('http://127.0.0.1:80/')")},
      resolve: ${outcome("await (await import('node:dns')).promises.lookup('localhost')")},
      read: ${outcome("(await import('node:fs')).readFileSync('/etc/passwd')")},
      write: ${outcome("(await import('node:fs')).writeFileSync(task, 'x')")},
      own: ${outcome("(await import('node:fs')).writeFileSync(process.env.TMPDIR + 'x', 'x')")},
      start: ${outcome("(await import('node:child_process')).execSync('true')")},
      secrets: Object.keys(process.env).filter((name) => /KEY|URL|SECRET|PASS/.test(name)),
    };`);
    expect(await tried(1, `${tmpdir()}/of-a-reader`)).toEqual({
      ...{ connect: 'refused', resolve: 'refused', own: 'done', secrets: [] },
      fetch: expect.not.stringContaining('done'),
      ...{ read: 'ERR_ACCESS_DENIED', write: 'ERR_ACCESS_DENIED', start: 'ERR_ACCESS_DENIED' },
    });
  });

  test.runIf(process.platform === 'linux')('the system itself limits a reader', () => {
    expect(wallsOfMachine().limitsMemory).toBe(true);
  });
});

/** Child processes of this one. */
function readers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]) === process.pid
      );
    } catch {
      return false;
    }
  });
}

function residentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
