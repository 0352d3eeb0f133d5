import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The name of the program with this process id, or null. An ended process that its parent has not collected yet does
 * not count.
 */
export function runningProgram(pid: number): string | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** The second and third field of /proc/PID/stat; the name in parentheses may contain any character. */
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
