import { taskJobs } from '../../document/server/task-jobs.ts';
import { importJobs } from '../../entity/server/import-job.ts';
import { tableJobs } from '../../entity/server/table-job.ts';
import { automaticExportJobs } from '../../features/accounting-export/server/automatic/export-job.ts';
import { unattendedLookJobs } from '../../features/accounting-export/server/automatic/look-job.ts';
import { exportSummaryJobs } from '../../features/accounting-export/server/automatic/summary-job.ts';
import { readinessJobs } from '../../features/accounting-export/server/check/keep-readiness.ts';
import { connectionJobs } from '../../features/accounting-export/server/connections/connection-warning.ts';
import { connections } from '../../features/accounting-export/server/connections/connections.ts';
import { lookJobs } from '../../features/accounting-export/server/reconciling/look-job.ts';
import { exportRunJobs } from '../../features/accounting-export/server/runs/run-job.ts';
import { withdrawalJobs } from '../../features/accounting-export/server/runs/withdraw.ts';
import { type ExportTransports, exportTransports } from '../../features/accounting-export/server/targets.ts';
import { letterJobs } from '../../features/contract/server/letter/letter-job.ts';
import { contractRecognitionJobs } from '../../features/contract/server/recognition/recognition-job.ts';
import { reminderJobs } from '../../features/contract/server/reminders.ts';
import { contractJobs } from '../../features/contract/server/roll-over.ts';
import { directoryJobs } from '../../features/directory/server/mapping-job.ts';
import { learningJobs } from '../../features/invoice/server/learning-job.ts';
import { recognitionJobs } from '../../features/invoice/server/recognition-job.ts';
import { mailboxJobs } from '../../features/mailbox/server/import-job.ts';
import { keptMailJobs } from '../../features/mailbox/server/kept-mail-job.ts';
import { mailboxWarningJobs } from '../../features/mailbox/server/oauth/warn-of-end.ts';
import type { TakingParts } from '../../features/mailbox/server/take-mail.ts';
import { sheets } from '../../features/master-data/entities.ts';
import { closingJobs } from '../../features/month-end/server/closing/closing-job.ts';
import { monthEndJobs } from '../../features/month-end/server/file-job.ts';
import { contractMonthJobs } from '../../features/month-end/server/keep-contract-months.ts';
import { exportJobs } from '../../features/overview/server/export-job.ts';
import { orderJobs } from '../../features/procurement/server/order-job.ts';
import { pushJobs } from '../../features/push/server/send-job.ts';
import { documentReader } from '../../features/recognition/server/reader.ts';
import { scheduledExportJobs } from '../../features/scheduled-export/server/run-job.ts';
import { serviceTokenJobs } from '../../features/session/server/service-tokens/warning-job.ts';
import { webhookJobs } from '../../features/webhook/server/send-job.ts';
import { readModels } from '../../graphql/server/catalog.ts';
import type { CleanedJobs, JobHandlers } from '../../platform/server/jobs/jobs.ts';
import { usualMailTokenUrls } from '../../platform/server/mail-token-urls.ts';
import { type OutgoingHosts, outgoingHosts } from '../../platform/server/outgoing.ts';
import { access } from './access.ts';
import { openGraphql } from './graphql.ts';
import { exportedKinds, kinds, servedKinds } from './kinds.ts';
import { changeQuestions } from './questions.ts';
import { contentWriter } from './scheduled-contents.ts';
import type { Work } from './work.ts';

/** The jobs of tenants, with the cleanup of those that finally failed. */
export async function tenantJobs(work: Work, taking: TakingParts): Promise<CleanedJobs> {
  const { configuration, database, clock } = work;
  const { publicUrl } = configuration;
  const { tenant: model } = await readModels(database.pool);
  const graphql = await openGraphql(database, work.log);
  const reader = documentReader();
  const transports = transportsOf(work);
  const mailed = { database, clock, publicUrl };
  const files = { database, clock, graphql, entities: sheets, model, kinds: exportedKinds };
  const withGivenUp = [
    ordersOf(work),
    scheduledExportJobs({
      ...{ ...mailed, transport: work.transport, secrets: work.secrets, hosts: hostsOf(configuration) },
      directory: configuration.exportDirectory ?? null,
      write: contentWriter(files),
    }),
    letterJobs({ ...mailed, transport: work.transport }),
    recognitionJobs({ database, read: reader.read }),
    contractRecognitionJobs({ database, read: reader.readContract }),
    exportRunJobs({ database, transports }),
  ];
  return {
    handlers: {
      ...merged(withGivenUp.map(({ handlers }) => handlers)),
      ...importJobs({ database, clock, entities: sheets, access, model, questions: changeQuestions }),
      ...taskJobs(database, servedKinds),
      ...withdrawalJobs({ database }),
      ...lookJobs({ database, transports }),
      ...unattendedLookJobs({ database, transports, publicUrl }),
      ...readinessJobs({ database }),
      ...automaticExportJobs({ database, publicUrl }),
      ...exportSummaryJobs({ database, publicUrl }),
      ...connectionJobs(mailed),
      ...serviceTokenJobs(mailed),
      ...directoryJobs({ database }),
      ...contractJobs(mailed),
      ...reminderJobs(mailed),
      ...mailboxJobs({ ...taking, ...mailboxAccess(work) }),
      ...keptMailJobs(taking),
      ...mailboxWarningJobs(mailed),
      ...webhookJobs({ ...mailed, secrets: work.secrets, hosts: hostsOf(configuration) }),
      ...pushJobs({ ...mailed, secrets: work.secrets, hosts: hostsOf(configuration), kinds }),
      ...monthEndJobs({ database }),
      ...closingJobs({ database }),
      ...contractMonthJobs({ database, clock }),
      ...learningJobs({ database, learn: reader.learn }),
      ...exportJobs(files),
      ...tableJobs(files),
    },
    givenUp: merged(withGivenUp.map(({ givenUp }) => givenUp)),
  };
}

function transportsOf({ configuration, database, clock, secrets }: Work): ExportTransports {
  const { datev = null, ms365 = null, publicUrl } = configuration;
  const settings = { datev, ms365 };
  const accounting = connections({ database, secrets, clock, settings, publicUrl });
  return exportTransports({ database, connections: accounting, settings, clock });
}

function ordersOf({ configuration, database, clock, secrets, transport }: Work): CleanedJobs {
  const { sandboxShop = null, publicUrl } = configuration;
  const shops = { database, secrets, hosts: hostsOf(configuration), sandboxShop, clock, publicUrl };
  return orderJobs({ database, clock, publicUrl, transport, shops });
}

function mailboxAccess({ configuration, clock, log, secrets }: Work) {
  const { mailTokenUrls: tokenUrls = usualMailTokenUrls } = configuration;
  return { clock, log, secrets, tokenUrls, hosts: hostsOf(configuration) };
}

function hostsOf({ privateNetworks = [] }: Work['configuration']): OutgoingHosts {
  return outgoingHosts(privateNetworks);
}

function merged(all: readonly JobHandlers[]): JobHandlers {
  return Object.assign({}, ...all);
}
