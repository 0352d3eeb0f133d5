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
}

const { ok, warning, wrong } = findingsAbout('work');

/** Judges processes, queue and failures (JOB-05). */
export function judgeWork(facts: WorkFacts): Finding[] {
  return [...aboutProcesses(facts), ...aboutQueue(facts), ...aboutFailures(facts)];
}

function aboutProcesses({ processes, version }: WorkFacts): Finding[] {
  const alive = processes.filter(({ isSilent }) => !isSilent);
  const silent = processes.length - alive.length;
  const missing = ['web', 'worker'].filter((role) => !alive.some(({ roles }) => roles.includes(role)));
  const others = [...new Set(alive.map((one) => one.version))].filter((other) => other !== version);
  return [
    missing.length > 0
      ? wrong(
          `No process that does ${missing.join(' and ')} has shown a sign of life for 3 minutes.`,
          'Start it: systemctl start kontor; journalctl -u kontor says why it ended. ROLES says what a process does.',
        )
      : ok(`${alive.length} ${alive.length === 1 ? 'process' : 'processes'} at work, web server and worker.`),
    ...(silent > 0
      ? [
          warning(
            `${silent} ${silent === 1 ? 'process' : 'processes'} fell silent within the last day without signing off.`,
            'It was killed, or its machine stopped: journalctl -u kontor. It is forgotten after a day.',
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          warning(
            `Version ${others.join(' and ')} is running, and this is ${version}.`,
            'After an update every process is started anew: systemctl restart kontor',
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
        `Work that is due has been waiting for ${minutesOf(oldestDueSeconds)}.`,
        'Workers are missing, or busy: look at the log of the worker, and start a further one with ROLES=worker.',
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
  return [ok('Nothing that is due is late, and the audit is sealed.')];
}

function aboutFailures({ failedJobs, failedMails }: WorkFacts): Finding[] {
  const kinds = Object.entries(failedJobs);
  const found: Finding[] = [];
  if (kinds.length > 0) {
    found.push(
      warning(
        `Within a day jobs have failed: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}.`,
        'Operators see why, and begin them anew, under "Health of the installation".',
      ),
    );
  }
  if (failedMails > 0) {
    found.push(
      warning(
        `${failedMails} mails of the last day did not leave, or nobody knows whether they did.`,
        'Operators see what the mail server said under "Health of the installation".',
      ),
    );
  }
  return found;
}

function minutesOf(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}
