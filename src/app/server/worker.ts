import { sendDigest } from '../../document/server/digest.ts';
import { dailyTaskJobs, taskJobs } from '../../document/server/task-jobs.ts';
import { importJobs } from '../../entity/server/import-job.ts';
import { tableJobs } from '../../entity/server/table-job.ts';
import { automaticExportJobs } from '../../features/accounting-export/server/automatic/export-job.ts';
import { unattendedLookJobs } from '../../features/accounting-export/server/automatic/look-job.ts';
import {
  dailyExportJobs,
  exportSummaryJobs,
} from '../../features/accounting-export/server/automatic/summary-job.ts';
import { readinessJobs } from '../../features/accounting-export/server/check/keep-readiness.ts';
import {
  connectionJobs,
  dailyConnectionJobs,
} from '../../features/accounting-export/server/connections/connection-warning.ts';
import { connections } from '../../features/accounting-export/server/connections/connections.ts';
import { lookJobs } from '../../features/accounting-export/server/reconciling/look-job.ts';
import { exportRunJobs } from '../../features/accounting-export/server/runs/run-job.ts';
import { withdrawalJobs } from '../../features/accounting-export/server/runs/withdraw.ts';
import { exportTransports } from '../../features/accounting-export/server/targets.ts';
import { workOffArchives } from '../../features/archive/server/jobs.ts';
import { easybillProvider } from '../../features/billing/server/easybill/provider.ts';
import { billingTask } from '../../features/billing/server/jobs.ts';
import { letterJobs } from '../../features/contract/server/letter/letter-job.ts';
import { contractRecognitionJobs } from '../../features/contract/server/recognition/recognition-job.ts';
import { contractRecognitionJob } from '../../features/contract/server/recognition/recognitions.ts';
import { dailyReminderJobs, reminderJobs } from '../../features/contract/server/reminders.ts';
import { contractJobs, dailyContractJobs } from '../../features/contract/server/roll-over.ts';
import { notifyOfControls } from '../../features/control/server/notify.ts';
import { deletionTask } from '../../features/deletion/server/work.ts';
import { deliverInvoice } from '../../features/invoice/server/deliver.ts';
import { learningJob, learningJobs } from '../../features/invoice/server/learning-job.ts';
import { recognitionJobs } from '../../features/invoice/server/recognition-job.ts';
import { recognitionJob } from '../../features/invoice/server/recognitions.ts';
import { addressMails, serverOf } from '../../features/mailbox/server/address-mails.ts';
import { mailboxJob, mailboxJobs } from '../../features/mailbox/server/import-job.ts';
import { keptMailJobs } from '../../features/mailbox/server/kept-mail-job.ts';
import { mailReader } from '../../features/mailbox/server/mail-reader.ts';
import { scannerFolders } from '../../features/mailbox/server/scanner-folders.ts';
import { entities } from '../../features/master-data/entities.ts';
import { closingJobs } from '../../features/month-end/server/closing/closing-job.ts';
import { monthEndJobs } from '../../features/month-end/server/file-job.ts';
import { countStorage } from '../../features/operator/server/storage.ts';
import { exportJobs } from '../../features/overview/server/export-job.ts';
import { orderJobs } from '../../features/procurement/server/order-job.ts';
import { documentReader } from '../../features/recognition/server/reader.ts';
import { documentSigner } from '../../features/recognition/server/signer.ts';
import { fetchRates } from '../../features/reference-rate/server/fetch.ts';
import { mailInvitation } from '../../features/session/server/invitation.ts';
import { mailLoginLinks } from '../../features/session/server/login-mail.ts';
import { readModels } from '../../graphql/server/catalog.ts';
import { type Clock, systemClock } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { SystemSettings } from '../../platform/server/connected-systems.ts';
import type { Database } from '../../platform/server/database.ts';
import type { Payload } from '../../platform/server/jobs/given-up.ts';
import { startWorker, type Worker } from '../../platform/server/jobs/jobs-worker.ts';
import type { Log } from '../../platform/server/log.ts';
import { smtpTransport } from '../../platform/server/mail/mail-smtp.ts';
import { giveUpMail, sendQueuedMail } from '../../platform/server/mail/mail-task.ts';
import { usualMailTokenUrls } from '../../platform/server/mail-token-urls.ts';
import { outgoingHosts } from '../../platform/server/outgoing.ts';
import { deriveSecrets } from '../../platform/server/secrets.ts';
import { access } from './access.ts';
import { openGraphql } from './graphql.ts';
import { exportedKinds, kinds, servedKinds } from './kinds.ts';
import { changeQuestions } from './questions.ts';

export interface WorkerParts {
  readonly configuration: Pick<Configuration, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'secretKey'> &
    Partial<
      Pick<
        Configuration,
        | 'privateNetworks'
        | 'mailTokenUrls'
        | 'inboxDirectory'
        | 'importMailUrl'
        | 'referenceRatesUrl'
        | 'sandboxShop'
        | 'easybill'
        | 'creditor'
      > &
        SystemSettings
    >;
  readonly ownerUrl: string;
  readonly database: Database;
  readonly log: Log;
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

const dailyJobs = {
  ...dailyTaskJobs,
  ...dailyConnectionJobs,
  ...dailyExportJobs,
  ...dailyContractJobs,
  ...dailyReminderJobs,
};

/** Starts the worker with all background work of the product. */
export async function openWorker(parts: WorkerParts): Promise<Worker> {
  const {
    configuration,
    ownerUrl,
    database,
    log,
    clock = systemClock,
    onFailure,
    isAlone,
    node,
    sealAudit,
  } = parts;
  const { publicUrl, smtpUrl, mailFrom, importMailUrl, inboxDirectory, referenceRatesUrl } = configuration;
  const transport = smtpUrl === null ? null : smtpTransport(smtpUrl, mailFrom);
  const letters = letterJobs({ database, clock, publicUrl, transport });
  const { tenant: model } = await readModels(database.pool);
  const reader = documentReader();
  const recognitions = recognitionJobs({ database, read: reader.read });
  const contractReadings = contractRecognitionJobs({ database, read: reader.readContract });
  const secrets = deriveSecrets(configuration.secretKey);
  const { datev = null, ms365 = null, sandboxShop = null, easybill = null, creditor = null } = configuration;
  const accounting = connections({ database, secrets, clock, settings: { datev, ms365 }, publicUrl });
  const transports = exportTransports({
    database,
    connections: accounting,
    settings: { datev, ms365 },
    clock,
  });
  const exportRuns = exportRunJobs({ database, transports });
  const billing =
    easybill &&
    billingTask({ database, clock, creditor, provider: easybillProvider({ settings: easybill, clock }) });
  const taking = {
    database,
    readMail: mailReader(),
    sign: documentSigner(),
    deliver: deliverInvoice,
    publicUrl,
  };
  const hosts = outgoingHosts(configuration.privateNetworks ?? []);
  const shops = { database, secrets, hosts, sandboxShop, clock, publicUrl };
  const orders = orderJobs({ database, clock, publicUrl, transport, shops });
  const { mailTokenUrls: tokenUrls = usualMailTokenUrls } = configuration;
  const mailboxes = { ...taking, clock, log, hosts, secrets, tokenUrls };
  const imports = importJobs({ database, clock, entities, access, model, questions: changeQuestions });
  const graphql = await openGraphql(database, log);
  const digest = ({ tenant_id, person_id }: Payload, hasBriefs: boolean) =>
    sendDigest(
      { database, publicUrl, kinds, tokens: secrets, hasBriefs },
      { tenantId: Number(tenant_id), personId: Number(person_id) },
    );
  return await startWorker({
    ownerUrl,
    database,
    log,
    clock,
    handlers: {
      ...orders.handlers,
      ...letters.handlers,
      ...taskJobs(database, servedKinds),
      ...imports.handlers,
      ...recognitions.handlers,
      ...contractReadings.handlers,
      ...exportRuns.handlers,
      ...withdrawalJobs({ database }),
      ...lookJobs({ database, transports }),
      ...unattendedLookJobs({ database, transports, publicUrl }),
      ...readinessJobs({ database }),
      ...automaticExportJobs({ database, publicUrl }),
      ...exportSummaryJobs({ database, publicUrl }),
      ...connectionJobs({ database, clock, publicUrl }),
      ...contractJobs({ database, clock, publicUrl }),
      ...reminderJobs({ database, clock, publicUrl }),
      ...mailboxJobs(mailboxes),
      ...keptMailJobs(taking),
      ...monthEndJobs({ database }),
      ...closingJobs({ database }),
      ...learningJobs({ database, learn: reader.learn }),
      ...exportJobs({ database, clock, graphql, kinds: exportedKinds }),
      ...tableJobs({ database, clock, graphql, entities, model }),
    },
    // The login mail must not wait behind a stack of scans.
    apart: [
      { kinds: [recognitionJob, contractRecognitionJob, learningJob], places: documentsAtOnce },
      // External servers may be slow.
      { kinds: [mailboxJob], places: mailboxesAtOnce },
    ],
    givenUp: {
      ...orders.givenUp,
      ...letters.givenUp,
      ...imports.givenUp,
      ...recognitions.givenUp,
      ...contractReadings.givenUp,
      ...exportRuns.givenUp,
    },
    givenUpTasks: {
      mail: ({ tenant_id, mail_id }) =>
        giveUpMail(database, { tenantId: Number(tenant_id), mailId: Number(mail_id) }),
      digest: (payload) => digest(payload, false),
    },
    ...(onFailure && { onFailure }),
    ...(isAlone && { isAlone }),
    ...(node && { node }),
    tasks: {
      login: (payload, entry) => mailLoginLinks({ database, clock, publicUrl, secrets }, payload, entry),
      invitation: (payload) => mailInvitation({ database, clock, publicUrl, secrets }, payload),
      control_changes: (payload) => notifyOfControls({ database, publicUrl }, payload),
      mail: ({ tenant_id, mail_id }) =>
        sendQueuedMail(
          { database, clock, publicUrl, transport, tokens: secrets },
          { tenantId: Number(tenant_id), mailId: Number(mail_id) },
        ),
      digest: (payload) => digest(payload, true),
      ...(importMailUrl && {
        'address-mails': withoutAnswer(addressMails({ ...taking, clock, log }, serverOf(importMailUrl))),
      }),
      ...(referenceRatesUrl && { 'reference-rates': fetchRates(database, referenceRatesUrl) }),
      ...(inboxDirectory && {
        scans: scannerFolders({ ...taking, clock, log, directory: inboxDirectory }),
      }),
      'automatic-exports': () =>
        database.atGate(async (tx) => void (await tx.query('select app.enqueue_automatic_exports()'))),
      'export-looks': () =>
        database.atGate(async (tx) => void (await tx.query('select app.enqueue_export_looks()'))),
      'export-readiness': () =>
        database.atGate(async (tx) => void (await tx.query('select app.enqueue_readiness()'))),
      mailboxes: () =>
        database.atGate(async (tx) => void (await tx.query('select app.enqueue_mailbox_imports()'))),
      daily: () =>
        database.atGate(async (tx) => {
          for (const [kind, hour] of Object.entries(dailyJobs)) {
            await tx.query('select app.enqueue_daily($1, $2)', [kind, hour]);
          }
        }),
      ...(sealAudit && { 'seal-audit': sealAudit }),
      archive: () => workOffArchives({ database, log }),
      ...(billing && { billing }),
      storage: () => countStorage(database),
      'security-log': () =>
        database.atGate(async (tx) => void (await tx.query('select app.settle_security_log()'))),
      deletion: deletionTask({ database, log }),
      'clean-up': () =>
        database.atGate(
          async (tx) =>
            void (await tx.query(
              `select app.clean_up(), app.clean_up_exports(), app.clean_up_queue(), app.clean_up_mails(),
                 app.clean_up_punchouts(), app.clean_up_archives(), app.clean_up_readings(),
                 app.clean_up_security_log()`,
            )),
        ),
    },
    // Days begin at a full or half hour of UTC, in every time zone of tenants.
    schedule: {
      ...(sealAudit && { 'seal-audit': '* * * * *' }),
      'clean-up': '17 3 * * *',
      storage: '47 * * * *',
      mailboxes: '*/5 * * * *',
      'export-readiness': '*/5 * * * *',
      'export-looks': '*/5 * * * *',
      'automatic-exports': '*/5 * * * *',
      ...(importMailUrl && { 'address-mails': '*/5 * * * *' }),
      ...(inboxDirectory && { scans: '* * * * *' }),
      // Published at 16:00 on banking days.
      ...(referenceRatesUrl && { 'reference-rates': '23 * * * *' }),
      archive: '* * * * *',
      ...(billing && { billing: '* * * * *' }),
      deletion: '* * * * *',
      'security-log': '* * * * *',
      daily: '1,31 * * * *',
    },
  });
}

function withoutAnswer(run: () => Promise<unknown>): () => Promise<void> {
  return async () => void (await run());
}
