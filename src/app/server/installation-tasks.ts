import { sendDigest } from '../../document/server/digest.ts';
import { dailyTaskJobs } from '../../document/server/task-jobs.ts';
import { dailyExportJobs } from '../../features/accounting-export/server/automatic/summary-job.ts';
import { dailyConnectionJobs } from '../../features/accounting-export/server/connections/connection-warning.ts';
import { workOffArchives } from '../../features/archive/server/jobs.ts';
import { easybillProvider } from '../../features/billing/server/easybill/provider.ts';
import { billingTask } from '../../features/billing/server/jobs.ts';
import { dailyReminderJobs } from '../../features/contract/server/reminders.ts';
import { dailyContractJobs } from '../../features/contract/server/roll-over.ts';
import { notifyOfControls } from '../../features/control/server/notify.ts';
import { deletionTask } from '../../features/deletion/server/work.ts';
import { addressMails, serverOf } from '../../features/mailbox/server/address-mails.ts';
import { dailyMailboxJobs } from '../../features/mailbox/server/oauth/warn-of-end.ts';
import { scannerFolders } from '../../features/mailbox/server/scanner-folders.ts';
import type { TakingParts } from '../../features/mailbox/server/take-mail.ts';
import { dailyMonthEndJobs } from '../../features/month-end/server/keep-contract-months.ts';
import { countStorage } from '../../features/operator/server/storage.ts';
import { fetchRates } from '../../features/reference-rate/server/fetch.ts';
import { mailInvitation } from '../../features/session/server/invitation.ts';
import { mailLoginLinks } from '../../features/session/server/login-mail.ts';
import { dailyTokenJobs } from '../../features/session/server/service-tokens/warning-job.ts';
import type { Database } from '../../platform/server/database.ts';
import { fileTasks } from '../../platform/server/files/store/keep-files.ts';
import type { Payload } from '../../platform/server/jobs/given-up.ts';
import type { WorkerOptions } from '../../platform/server/jobs/jobs-worker.ts';
import { giveUpMail, sendQueuedMail } from '../../platform/server/mail/mail-task.ts';
import { kinds } from './kinds.ts';
import type { Work } from './work.ts';

/** A task that runs by the clock. */
interface ScheduledTask {
  /** Five fields of crontab in UTC. */
  readonly at: string;
  readonly run: () => Promise<void>;
}

type Tasks = Pick<WorkerOptions, 'tasks' | 'givenUpTasks'>;

const dailyJobs = {
  ...dailyTaskJobs,
  ...dailyConnectionJobs,
  ...dailyMailboxJobs,
  ...dailyExportJobs,
  ...dailyContractJobs,
  ...dailyMonthEndJobs,
  ...dailyReminderJobs,
  ...dailyTokenJobs,
};

const everyMinute = '* * * * *';
const everyFiveMinutes = '*/5 * * * *';

/** The tasks that something queues: logins, invitations, controls, mails and digests. */
export function queuedTasks({ configuration, database, clock, secrets, transport }: Work): Tasks {
  const { publicUrl, tenantDomain = null } = configuration;
  const session = { database, clock, publicUrl, secrets };
  const digest = ({ tenant_id, person_id }: Payload, hasBriefs: boolean) =>
    sendDigest(
      { database, publicUrl, kinds, tokens: secrets, hasBriefs },
      { tenantId: Number(tenant_id), personId: Number(person_id) },
    );
  return {
    tasks: {
      login: (payload, entry) => mailLoginLinks(session, payload, entry),
      invitation: (payload) => mailInvitation(session, payload),
      control_changes: (payload) => notifyOfControls({ database, publicUrl }, payload),
      mail: (payload) =>
        sendQueuedMail(
          { database, clock, publicUrl, tenantDomain, transport, tokens: secrets },
          mailOf(payload),
        ),
      digest: (payload) => digest(payload, true),
    },
    givenUpTasks: {
      mail: (payload) => giveUpMail(database, mailOf(payload)),
      digest: (payload) => digest(payload, false),
    },
  };
}

function mailOf({ tenant_id, mail_id }: Payload) {
  return { tenantId: Number(tenant_id), mailId: Number(mail_id) };
}

/** The tasks that run by the clock. Days begin at a full or half hour of UTC, in every time zone of tenants. */
export function scheduledTasks(
  work: Work,
  taking: TakingParts,
  sealAudit?: () => Promise<void>,
): Readonly<Record<string, ScheduledTask>> {
  const { configuration, database, log } = work;
  const { referenceRatesUrl } = configuration;
  const billing = billingOf(work);
  const files = database.objects && fileTasks(database, database.objects, log);
  const query = (text: string) => () => database.atGate(async (tx) => void (await tx.query(text)));
  return {
    ...(sealAudit && { 'seal-audit': { at: everyMinute, run: sealAudit } }),
    'clean-up': {
      at: '17 3 * * *',
      run: query(
        `select app.clean_up(), app.clean_up_exports(), app.clean_up_queue(), app.clean_up_mails(),
           app.clean_up_punchouts(), app.clean_up_archives(), app.clean_up_readings(),
           app.clean_up_security_log(), app.pseudonymise_leavers()`,
      ),
    },
    storage: { at: '47 * * * *', run: () => countStorage(database) },
    webhooks: { at: everyMinute, run: query('select app.enqueue_webhooks()') },
    'scheduled-exports': { at: everyMinute, run: query('select app.enqueue_scheduled_exports()') },
    push: { at: everyMinute, run: query('select app.enqueue_push()') },
    mailboxes: { at: everyFiveMinutes, run: query('select app.enqueue_mailbox_imports()') },
    'export-readiness': { at: everyFiveMinutes, run: query('select app.enqueue_readiness()') },
    'export-looks': { at: everyFiveMinutes, run: query('select app.enqueue_export_looks()') },
    'automatic-exports': { at: everyFiveMinutes, run: query('select app.enqueue_automatic_exports()') },
    ...deliveries(work, taking),
    // Published at 16:00 on banking days.
    ...(referenceRatesUrl && {
      'reference-rates': { at: '23 * * * *', run: fetchRates(database, referenceRatesUrl) },
    }),
    ...(files && { files: { at: everyMinute, run: files.move } }),
    ...(files && { 'file-locks': { at: '37 * * * *', run: files.lock } }),
    archive: { at: everyMinute, run: () => workOffArchives({ database, log }) },
    ...(billing && { billing: { at: everyMinute, run: billing } }),
    deletion: { at: everyMinute, run: deletionTask({ database, log }) },
    'security-log': { at: everyMinute, run: query('select app.settle_security_log()') },
    daily: { at: '1,31 * * * *', run: () => enqueueDaily(database) },
  };
}

/** Invoices from the mail address of the installation and from folders of scanners. */
function deliveries(
  { configuration, clock, log }: Work,
  taking: TakingParts,
): Readonly<Record<string, ScheduledTask>> {
  const { importMailUrl, inboxDirectory } = configuration;
  const addressed = importMailUrl && addressMails({ ...taking, clock, log }, serverOf(importMailUrl));
  return {
    ...(addressed && {
      'address-mails': { at: everyFiveMinutes, run: async () => void (await addressed()) },
    }),
    ...(inboxDirectory && {
      scans: {
        at: everyMinute,
        run: scannerFolders({ ...taking, clock, log, directory: inboxDirectory }),
      },
    }),
  };
}

function billingOf({ configuration, database, clock }: Work): (() => Promise<void>) | null {
  const { easybill = null, creditor = null } = configuration;
  return (
    easybill &&
    billingTask({ database, clock, creditor, provider: easybillProvider({ settings: easybill, clock }) })
  );
}

function enqueueDaily(database: Database): Promise<void> {
  return database.atGate(async (tx) => {
    for (const [kind, hour] of Object.entries(dailyJobs))
      await tx.query('select app.enqueue_daily($1, $2)', [kind, hour]);
  });
}
