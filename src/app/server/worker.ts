import { contractRecognitionJob } from '../../features/contract/server/recognition/recognitions.ts';
import { learningJob } from '../../features/invoice/server/learning-job.ts';
import { recognitionJob } from '../../features/invoice/server/recognitions.ts';
import { mailboxJob } from '../../features/mailbox/server/import-job.ts';
import { pushJob } from '../../features/push/server/send-job.ts';
import { type Clock, systemClock } from '../../platform/server/clock.ts';
import { startWorker, type Worker } from '../../platform/server/jobs/jobs-worker.ts';
import { smtpTransport } from '../../platform/server/mail/mail-smtp.ts';
import { deriveSecrets } from '../../platform/server/secrets.ts';
import { queuedTasks, scheduledTasks } from './installation-tasks.ts';
import { tenantJobs } from './tenant-jobs.ts';
import { takingOf, type Work } from './work.ts';

export interface WorkerParts extends Omit<Work, 'clock' | 'secrets' | 'transport'> {
  readonly ownerUrl: string;
  readonly clock?: Clock;
  readonly onFailure?: (error: Error) => void;
  /** No other worker uses this database (JOB-05). */
  readonly isAlone?: boolean;
  /** The process it belongs to. */
  readonly node?: string;
  /** Seals the audit, every minute (AUD-09). */
  readonly sealAudit?: () => Promise<void>;
}

/**
 * Concurrent documents of the queue, three each of four tenants; the reading cell decides on their order (TECH-20).
 */
const documentsAtOnce = 12;
const mailboxesAtOnce = 2;
const pushesAtOnce = 2;

/** Starts the worker with all background work of the product. */
export async function openWorker({ sealAudit, clock = systemClock, ...parts }: WorkerParts): Promise<Worker> {
  const { smtpUrl, mailFrom, secretKey } = parts.configuration;
  const work: Work = {
    ...parts,
    clock,
    secrets: deriveSecrets(secretKey),
    transport: smtpUrl === null ? null : smtpTransport(smtpUrl, mailFrom),
  };
  const taking = takingOf(work);
  const scheduled = Object.entries(scheduledTasks(work, taking, sealAudit));
  const queued = queuedTasks(work);
  return await startWorker({
    ...parts,
    clock,
    ...(await tenantJobs(work, taking)),
    // The login mail must not wait behind a stack of scans.
    apart: [
      { kinds: [recognitionJob, contractRecognitionJob, learningJob], places: documentsAtOnce },
      // External servers may be slow.
      { kinds: [mailboxJob], places: mailboxesAtOnce },
      { kinds: [pushJob], places: pushesAtOnce },
    ],
    ...queued,
    tasks: { ...queued.tasks, ...Object.fromEntries(scheduled.map(([name, { run }]) => [name, run])) },
    schedule: Object.fromEntries(scheduled.map(([name, { at }]) => [name, at])),
  });
}
