import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPerson,
  eventually,
  type TestPerson,
  type TestWeb,
  testWeb,
} from '../../../../tests/support/web.ts';
import { enqueueMail } from '../mail/mail.ts';
import { giveUpMail } from '../mail/mail-task.ts';
import { enqueueJob, type Job, systemContext } from './jobs.ts';
import { startWorker, type Worker } from './jobs-worker.ts';

let web: TestWeb;
let person: TestPerson;
let worker: Worker | undefined;
let reported: number[];

beforeAll(async () => {
  web = await testWeb();
  person = await addPerson(web, { email: 'ina@demo.test' });
});
beforeEach(() => {
  reported = [];
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await web.sql('delete from graphile_worker._private_jobs');
});
afterAll(() => web?.drop());

const start = async (isAlone = false) => {
  const { database, clock, log, ownerUrl } = web;
  worker = await startWorker({
    database,
    clock,
    log: log.log,
    ownerUrl,
    isAlone,
    handlers: { report: async () => 'done' },
    givenUp: { report: async ({ id }: Job) => void reported.push(id) },
    tasks: { mail: async () => {}, login: async () => {} },
    givenUpTasks: {
      mail: ({ tenant_id, mail_id }) =>
        giveUpMail(database, { tenantId: Number(tenant_id), mailId: Number(mail_id) }),
    },
    schedule: {},
  });
};
const enqueue = () =>
  web.database.inTenant(systemContext(person.tenantId), (tx) => enqueueJob(tx, 'report', {}), {
    role: 'writer',
  });
const queueMail = (kind: 'task' | 'order') =>
  web.database.atGate((tx) =>
    enqueueMail(tx, 'http://localhost:8080', {
      tenantId: person.tenantId,
      kind,
      recipient: person.email,
      senderName: 'demo',
      subject: 'Subject',
      text: 'Text',
      html: 'Text',
    }),
  );
const figures = async () => {
  const [found] = await web.sql('select * from app.queue_figures()');
  return found;
};
const stateOf = async (table: 'job' | 'mail', id: number) => {
  const [row] = await web.sql<{ state: string }>(`select state from ${table} where id = $1`, [id]);
  return row?.state;
};
const isSettled = () =>
  eventually(async () =>
    (await web.sql('select from app.given_up_entries()')).length === 0 ? true : undefined,
  );

describe('entries without remaining attempts', () => {
  test('JOB-05 raise no alarm, fail their mails and jobs, and are logged once for the operator', async () => {
    const job = await enqueue();
    const [mail, sending] = [await queueMail('task'), await queueMail('order')];
    await web.sql("update mail set state = 'sending' where id = $1", [sending]);
    await web.sql("select graphile_worker.add_job('login', '{}', max_attempts => 5)");
    await web.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no such column',
         run_at = now() - interval '1 hour'`,
    );
    expect(await figures()).toEqual({
      ready: '0',
      later: '0',
      running: '0',
      given_up: '4',
      oldest_ready_seconds: 0,
    });
    await start();
    await isSettled();
    expect(await stateOf('job', job)).toBe('failed');
    expect(await web.sql('select error from job where id = $1', [job])).toEqual([
      { error: { code: 'unexpected' } },
    ]);
    expect(reported).toEqual([job]);
    expect([await stateOf('mail', mail), await stateOf('mail', sending)]).toEqual(['failed', 'uncertain']);
    await worker?.stop();
    await start();
    await isSettled();
    const lines = web.log.lines().filter(({ msg }) => msg === 'an entry of the queue failed finally');
    expect(lines.map(({ level, task, last_error }) => ({ level, task, last_error }))).toEqual(
      ['report', 'mail', 'mail', 'login'].map((task) => ({ level: 50, task, last_error: 'no such column' })),
    );
    expect(await figures()).toMatchObject({ ready: '0', given_up: '4' });
  });

  test('JOB-02 are deleted a month later if they are settled', async () => {
    await web.sql("select graphile_worker.add_job('login', '{}', max_attempts => 5)");
    await web.sql("select graphile_worker.add_job('login', '{}', max_attempts => 5)");
    await web.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '31 days'`,
    );
    await web.sql('select app.settle_entry(min(id)) from graphile_worker.jobs');
    await web.database.atGate((tx) => tx.query('select app.clean_up_queue()'));
    expect(await figures()).toMatchObject({ given_up: '1' });
    expect(await web.sql('select from app.given_up_entries()')).toHaveLength(1);
  });
});

test('JOB-05 a lone server takes over the jobs of a killed worker at once', async () => {
  const job = await enqueue();
  await web.sql(
    "update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1",
  );
  await web.sql("insert into worker (id) values ('killed')");
  await web.sql("update job set state = 'running', attempts = 1 where id = $1", [job]);
  await start(true);
  await eventually(async () => ((await stateOf('job', job)) === 'done' ? true : undefined));
  expect(await web.sql("select from worker where id = 'killed'")).toEqual([]);
});
