import { sendDigest } from '../../features/notification/server/digest.ts';
import { orderJobs } from '../../features/procurement/server/order-job.ts';
import { mailInvitation } from '../../features/session/server/invitation.ts';
import { mailLoginLinks } from '../../features/session/server/login-mail.ts';
import { type Clock, systemClock } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { Database } from '../../platform/server/database.ts';
import { startWorker, type Worker } from '../../platform/server/jobs-worker.ts';
import type { Log } from '../../platform/server/log.ts';
import { smtpTransport } from '../../platform/server/mail-smtp.ts';
import { sendQueuedMail } from '../../platform/server/mail-task.ts';

export interface WorkerParts {
  readonly configuration: Pick<Configuration, 'publicUrl' | 'smtpUrl' | 'mailFrom'>;
  readonly ownerUrl: string;
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
  readonly onFailure?: (error: Error) => void;
}

/** Starts the worker with everything the product does in the background. */
export async function openWorker(parts: WorkerParts): Promise<Worker> {
  const { configuration, ownerUrl, database, log, clock = systemClock, onFailure } = parts;
  const { publicUrl, smtpUrl, mailFrom } = configuration;
  const transport = smtpUrl === null ? null : smtpTransport(smtpUrl, mailFrom);
  const orders = orderJobs({ database, clock, publicUrl, transport });
  const worker = await startWorker({
    ownerUrl,
    database,
    log,
    clock,
    handlers: orders.handlers,
    givenUp: orders.givenUp,
    ...(onFailure && { onFailure }),
    tasks: {
      login: (payload, entry) => mailLoginLinks({ database, clock, publicUrl }, payload, entry),
      invitation: (payload) => mailInvitation({ database, clock, publicUrl }, payload),
      mail: ({ tenant_id, mail_id }) =>
        sendQueuedMail(
          { database, clock, publicUrl, transport },
          { tenantId: Number(tenant_id), mailId: Number(mail_id) },
        ),
      digest: ({ tenant_id, person_id }) =>
        sendDigest({ database, publicUrl }, { tenantId: Number(tenant_id), personId: Number(person_id) }),
      'clean-up': () => database.atGate(async (tx) => void (await tx.query('select app.clean_up()'))),
    },
    schedule: { 'clean-up': '17 3 * * *' },
  });
  return {
    stop: async () => {
      await worker.stop();
      transport?.close();
    },
  };
}
