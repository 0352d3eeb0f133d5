import { type Finding, findingsAbout } from './finding.ts';
import { sizeOf } from './machine.ts';

export interface BackupFacts {
  /** `BACKUP_DIR`; null if not set. */
  readonly folder: string | null;
  /** Why the folder cannot be read; null if it can. */
  readonly problem: string | null;
  readonly newest: {
    readonly name: string;
    readonly ageHours: number;
    readonly bytes: number;
    /** Damage of the file; null if it was read without errors, undefined if it was not read. */
    readonly damage?: string | null;
  } | null;
  /** Files of unfinished backups. */
  readonly unfinished: readonly string[];
  readonly isForTrial: boolean;
}

const { ok, warning, wrong } = findingsAbout('backup');

/** Maximum age of a nightly backup. */
export const oldestHours = 26;

export function judgeBackups({ folder, problem, newest, unfinished, isForTrial }: BackupFacts): Finding[] {
  if (folder === null) {
    if (isForTrial) return [];
    return [
      warning(
        'BACKUP_DIR is not set, so that backups cannot be checked.',
        'Set it, and install the timer: deploy/kontor-backup.timer',
      ),
    ];
  }
  if (problem !== null) {
    return [wrong(`${folder} cannot be read (${problem}).`, 'Create it for the account of the product.')];
  }
  if (newest === null) {
    return [wrong(`There is no backup in ${folder}.`, 'systemctl start kontor-backup; enable its timer.')];
  }
  return [aboutNewest(newest), ...aboutUnfinished(unfinished)];
}

function aboutNewest(newest: NonNullable<BackupFacts['newest']>): Finding {
  const { name, ageHours, bytes, damage } = newest;
  const age = ageHours < 48 ? `${Math.round(ageHours)} hours` : `${Math.round(ageHours / 24)} days`;
  if (damage)
    return wrong(`The newest backup is damaged: ${damage}`, 'Make another backup now, and check the disk.');
  if (ageHours > oldestHours) {
    return wrong(
      `The newest backup, ${name}, is ${age} old.`,
      'systemctl list-timers kontor-backup.timer; journalctl -u kontor-backup shows why none was made.',
    );
  }
  const read = damage === null ? ', and can be read completely' : '';
  return ok(`The newest backup, ${name}, is ${age} old (${sizeOf(bytes)})${read}.`);
}

function aboutUnfinished(files: readonly string[]): Finding[] {
  if (files.length === 0) return [];
  return [
    warning(
      `Unfinished backups: ${files.join(', ')}.`,
      'Remove these files when no backup is running, and check the free space of the disk.',
    ),
  ];
}
