import type {
  FailedJob,
  FailedMail,
  HealthAnswer,
  HealthQueue,
  PageOf,
} from '../../src/features/operator/health.ts';
import { enqueueJob, type JobHandler, runJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

export const path = '/api/operator/health';
/** Occurs in documents, errors and mails, and must not occur in answers. */
export const marker = 'GEHEIMNIS4711';
/** A kind of job that no worker handles, so that only the tests touch it. */
export const unknownKind = 'nobody_works_on_it';

/** The demo with an operator and failed work. */
export interface HealthSetup extends OperatorFixture {
  health(): Promise<HealthAnswer>;
  queue(kind: string): Promise<HealthQueue | undefined>;
  failedJobs(query?: string): Promise<PageOf<FailedJob>>;
  failedMails(): Promise<PageOf<FailedMail>>;
  enqueue(kind: string, input?: object, runAt?: Date | null): Promise<number>;
  /** Runs a job until its final failure, like a worker. */
  fail(id: number, kind?: string): Promise<void>;
  /** Adds a mail, failed by default. */
  addMail(change?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Restores the initial state, except the audit. */
  reset(): Promise<void>;
}

export async function healthSetup(): Promise<HealthSetup> {
  const fixture = await operatorFixture();
  const { web, demoTenant: tenantId } = fixture;
  const health = async () => (await fixture.get(path)).json<HealthAnswer>();
  return {
    ...fixture,
    health,
    queue: async (kind) => (await health()).queues.find((one) => one.kind === kind),
    failedJobs: async (query = '') => (await fixture.get(`${path}/jobs${query}`)).json(),
    failedMails: async () => (await fixture.get(`${path}/mails`)).json(),
    enqueue: (kind, input = {}, runAt = null) =>
      web.database.inTenant(systemContext(tenantId), (tx) => enqueueJob(tx, kind, input, runAt), {
        role: 'writer',
      }),
    fail: async (id, kind = 'remind_of_contracts') => {
      const { database, clock, log } = web;
      const parts = { database, clock, log: log.log, handlers: { [kind]: breakDown } };
      for (let attempt = 0; attempt < 6; attempt += 1) await runJob(parts, tenantId, id);
    },
    addMail: async (change = {}) => {
      const row = {
        ...{ tenant_id: tenantId, message_id: '<m@kontor>', kind: 'test', state: 'failed', attempts: 6 },
        ...{ recipient: 'marta.muster@firma.example', subject: marker, text_body: marker, html_body: marker },
        error: `Can't send mail - all recipients were rejected: 550 5.1.1 <marta.muster@firma.example> ${marker}`,
        ...change,
      };
      const [mail] = await web.sql<{ id: number }>(
        `insert into mail (${Object.keys(row).join(', ')})
         values (${Object.keys(row).map((_, place) => `$${place + 1}`)}) returning id`,
        Object.values(row),
      );
      return Number(mail?.id);
    },
    reset: async () => {
      await fixture.restore(tenantId);
      await web.sql('delete from graphile_worker._private_jobs');
      await web.sql("delete from mail where message_id = '<m@kontor>'");
      await web.sql('delete from job');
    },
  };
}

const breakDown: JobHandler = async () => {
  throw Object.assign(new TypeError(`${marker}: the invoice of Иван Петров`), { code: 'ERR_TEST' });
};
