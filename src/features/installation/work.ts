import { isLate } from '../../platform/readiness.ts';
import { type Finding, findingsAbout } from './finding.ts';

/** A process at its last sign of life. */
export interface ProcessFacts {
  readonly roles: readonly string[];
  readonly version: string;
  readonly isSilent: boolean;
  /** Running time. */
  readonly seconds: number;
}

export interface WorkFacts {
  /** Version of the examining sources. */
  readonly version: string;
  readonly processes: readonly ProcessFacts[];
  /** Waiting time of the oldest due job. */
  readonly oldestDueSeconds: number;
  /** Failures of the last day, by kind. */
  readonly failedJobs: Readonly<Record<string, number>>;
  readonly failedMails: number;
  readonly oldestUnsealedSeconds: number;
  /** Whether rows of the audit were sealed before. */
  readonly hasSeal: boolean;
}

/** The file of the signed heads of the audit on a machine with a worker (AUD-09). */
export interface HeadsFacts {
  readonly file: string;
  readonly isThere: boolean;
}

const { ok, warning, wrong } = findingsAbout('work');

/** Judges processes, queue and failures (JOB-05). */
export function judgeWork(facts: WorkFacts): Finding[] {
  return [...aboutProcesses(facts), ...aboutQueue(facts), ...aboutFailures(facts)];
}

/** Judges whether the heads of a sealed audit are there (AUD-09); null where no worker keeps them. */
export function judgeHeads({ hasSeal }: Pick<WorkFacts, 'hasSeal'>, heads: HeadsFacts | null): Finding[] {
  if (heads === null || !hasSeal || heads.isThere) return [];
  return [
    wrong(
      `The audit is sealed, but its signed heads are missing: there is no file ${heads.file}.`,
      'Copy it back from where it is kept, or set AUDIT_HEADS to its place; without it nothing proves the audit until now.',
    ),
  ];
}

function aboutProcesses({ processes, version }: WorkFacts): Finding[] {
  const alive = processes.filter(({ isSilent }) => !isSilent);
  const silent = processes.length - alive.length;
  const missing = ['web', 'worker'].filter((role) => !alive.some(({ roles }) => roles.includes(role)));
  const others = [...new Set(alive.map((one) => one.version))].filter((other) => other !== version);
  return [
    missing.length > 0
      ? wrong(
          `No process with the role ${missing.join(' or ')} has sent a heartbeat for 3 minutes.`,
          'Start it: systemctl start kontor; journalctl -u kontor shows why it ended. ROLES sets the roles of a process.',
        )
      : ok(`${alive.length} ${alive.length === 1 ? 'process' : 'processes'} running, web server and worker.`),
    ...(silent > 0
      ? [
          warning(
            `${silent} ${silent === 1 ? 'process' : 'processes'} stopped within the last day without a shutdown.`,
            'It was killed, or its machine stopped: journalctl -u kontor. The entry disappears after a day.',
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          warning(
            `Version ${others.join(' and ')} is running, but this is version ${version}.`,
            'Restart every process after an update: systemctl restart kontor',
          ),
        ]
      : []),
  ];
}

/** Jobs that waited before a worker started are not late yet. */
function aboutQueue({ processes, oldestDueSeconds, oldestUnsealedSeconds }: WorkFacts): Finding[] {
  const workers = processes.filter(({ isSilent, roles }) => !isSilent && roles.includes('worker'));
  const longest = Math.max(0, ...workers.map(({ seconds }) => seconds));
  const found: Finding[] = [];
  if (isLate(oldestDueSeconds, longest)) {
    found.push(
      wrong(
        `Due jobs have been waiting for ${minutesOf(oldestDueSeconds)}.`,
        'Workers are missing or busy: check the log of the worker, and start another one with ROLES=worker.',
      ),
    );
  }
  if (isLate(oldestUnsealedSeconds, longest)) {
    found.push(
      wrong(
        `Rows of the audit have not been sealed for ${minutesOf(oldestUnsealedSeconds)}.`,
        'A transaction is stuck, or AUDIT_HEADS cannot be written; the log says "the audit cannot be sealed".',
      ),
    );
  }
  if (found.length > 0 || longest === 0) return found;
  return [ok('No due job is late, and the audit is sealed.')];
}

function aboutFailures({ failedJobs, failedMails }: WorkFacts): Finding[] {
  const kinds = Object.entries(failedJobs);
  const found: Finding[] = [];
  if (kinds.length > 0) {
    found.push(
      warning(
        `Jobs failed within the last day: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}.`,
        'Operators see the reasons, and can restart the jobs, under "Health of the installation".',
      ),
    );
  }
  if (failedMails > 0) {
    found.push(
      warning(
        `${failedMails} mails of the last day were not sent, or their delivery is unknown.`,
        'Operators see the answers of the mail server under "Health of the installation".',
      ),
    );
  }
  return found;
}

function minutesOf(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}
