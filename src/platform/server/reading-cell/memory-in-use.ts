import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pageBytes = 4096;

/** Resident memory of a process in bytes; null if it is gone. */
export async function memoryInUse(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return await memoryByPs(pid);
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => null);
  return pages === null ? null : Number(pages.split(' ')[1]) * pageBytes;
}

async function memoryByPs(pid: number): Promise<number | null> {
  const found = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  return found === null ? null : Number(found.stdout.trim()) * 1024;
}
