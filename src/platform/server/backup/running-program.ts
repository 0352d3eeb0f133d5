import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The name of the program that runs under a process id, or null. A process that has ended but was not yet
 * collected by its parent does not run any more.
 */
export function runningProgram(pid: number): string | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** The second and third field of /proc/PID/stat; the name in parentheses may itself contain any character. */
function fromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return stat[end + 2] === 'Z' ? null : stat.slice(stat.indexOf('(') + 1, end);
  } catch {
    return null;
  }
}

function fromPs(pid: number): string | null {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...command] = (stdout ?? '').trim().split(/\s+/);
  return state.startsWith('Z') || command.length === 0 ? null : basename(command.join(' '));
}
