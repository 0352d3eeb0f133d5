import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderJobs } from '../../src/features/procurement/server/order-job.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import type { Context } from '../../src/platform/context.ts';
import type { Fault } from '../../src/platform/sandbox/faults.ts';
import type { TransactionOptions } from '../../src/platform/server/database/entrance.ts';
import type { Database, Tx } from '../../src/platform/server/database.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { act, type Document, load } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { chanceOf } from '../torture/chance.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { approved, orderOf, send } from './shop-request.ts';
import { marketplace } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let requester: WebCaller;
let buyer: WebCaller;
let place: number;
const setup = () => ({ demo, shop, requester, buyer });

beforeAll(async () => {
  const opened = await openShopDemo();
  ({ demo, shop, requester, buyer } = opened);
  place = await marketplace(opened.admin, shop);
});
beforeEach(() => shop.faults.clear());
afterAll(() => closeShopDemo(demo, shop));

/** Faults of network or shop on the first request of an order. */
const troubles: Readonly<Record<string, Fault | 'refuses' | null>> = {
  nothing: null,
  'connection refused': { kind: 'unreachable', milliseconds: 40 },
  'reset while the order arrives': { kind: 'upload_cut' },
  'reset before the answer': { kind: 'answer_lost' },
  'an answer that is late': { kind: 'slow', milliseconds: 60 },
  'status 500': { kind: 'status', status: 500 },
  'a page of a proxy before the shop': { kind: 'status', status: 503, body: '<html>Busy</html>' },
  'an answer that is garbage': { kind: 'status', status: 500, body: '<?xml version="1.0"?><cXML><Resp' },
  'too many requests': { kind: 'status', status: 429, retryAfterSeconds: 1 },
  '401 Unauthorized': 'refuses',
  'a proxy before the shop: 401': { kind: 'status', status: 401, body: '<html>Log in</html>' },
  'a proxy before the shop: 403': { kind: 'status', status: 403, body: '' },
  'no such address: 404': { kind: 'status', status: 404, body: '<html>Not found</html>' },
};

/** How a worker dies at one of its steps: the begins, ends and follow-ups of its transactions. */
const deaths = ['dies', 'loses the database', 'is given up'] as const;
type Death = (typeof deaths)[number];
/** Number of steps if the shop does not answer. */
const steps = 22;

class Died extends Error {}

/** A database that fails at this step: once, or from then on. */
function dying(database: Database, at: number, isForGood: boolean) {
  let reached = 0;
  const step = () => {
    reached += 1;
    if (reached === at || (isForGood && reached > at)) throw new Died(`the worker died at step ${reached}`);
  };
  const failing: Database = {
    ...database,
    inTenant: async <T>(context: Context, run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => {
      step();
      const result = await database.inTenant(
        context,
        async (tx) => {
          const done = await run(tx);
          step();
          return done;
        },
        options,
      );
      step();
      return result;
    },
    atGate: async (run) => {
      step();
      return await database.atGate(run);
    },
  };
  return { failing, steps: () => reached };
}

async function worker(jobId: string, database: Database = demo.web.database): Promise<void> {
  const { clock, log, configuration } = demo.web;
  const secrets = deriveSecrets(configuration.secretKey);
  const publicUrl = 'https://kontor.example';
  const hosts = outgoingHosts(['127.0.0.0/8']);
  const jobs = orderJobs({
    ...{ database, clock, publicUrl, transport: null },
    shops: { database, clock, publicUrl, secrets, hosts },
  });
  await runJob({ database, clock, log: log.log, ...jobs }, buyer.context.tenantId, Number(jobId));
}

/** Repeats the job like the queue until nothing is pending. */
async function workedOff(document: Document, jobId: string): Promise<string> {
  for (let round = 0; round < 12; round += 1) {
    const { state } = await orderOf(setup(), document);
    if (state !== 'sending') return state;
    await worker(jobId);
  }
  return 'sending';
}

const asked = () => shop.requests.filter(({ path }) => path === '/cxml/order').length;
const taken = (document: Document) =>
  shop.orders.filter(({ number }) => number === document.order_number_formatted).length;

/** A person decides about an order with unknown outcome and sends it again. */
async function sentAgain(document: Document): Promise<string> {
  const known = (await load(buyer, document.id)) as Document;
  const supplier_id = known.procurement_lines[0]?.supplier_id;
  const refused = await buyer.refusal(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!, $supplier: bigint!, $place: bigint) { procurement_send_order(
      idempotency_key: $key, id: $id, expected_version: $version, supplier_id: $supplier, marketplace_id: $place) { id } }`,
    {
      ...{ key: crypto.randomUUID(), id: known.id, version: known.timeline.content_version },
      ...{ supplier: supplier_id, place },
    },
  );
  const confirmations = [refused.confirm?.hash];
  const again = await act(buyer, 'send_order', known, { supplier_id, marketplace_id: place, confirmations });
  return await workedOff(again, (await orderOf(setup(), again)).job_id);
}

interface Case {
  readonly trouble: string;
  readonly death: Death;
  readonly at: number;
}

const figures = { orders: 0, sent: 0, failed: 0, uncertain: 0, deaths: 0, again: 0 };

/** Sends one order despite the fault, and checks the invariants afterwards. */
async function prove({ trouble, death, at }: Case): Promise<void> {
  const { document } = await approved(setup(), place);
  const sending = await send(setup(), document, place);
  const { job_id } = await orderOf(setup(), sending);
  const fault = troubles[trouble] ?? null;
  if (fault === 'refuses')
    await demo.web.sql("update marketplace set identity = 'unknown' where id = $1", [place]);
  else if (fault) shop.faults.plan({ fault, path: /order/ });
  const before = asked();
  const { failing, steps: reached } = dying(demo.web.database, at, death === 'loses the database');
  if (death === 'is given up')
    await demo.web.sql('update job set failed_attempts = 5 where id = $1', [job_id]);
  await worker(job_id, failing).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  const [{ answered } = { answered: null }] = await demo.web.sql<{ answered: string | null }>(
    "select shop_answer ->> 'state' as answered from procurement_order_letter where job_id = $1",
    [job_id],
  );
  const state = await workedOff(sending, job_id);
  await demo.web.sql("update marketplace set identity = 'kontor-sandbox' where id = $1", [place]);
  const what = `${trouble}, ${death} at ${at}`;
  // An attempt contacts the shop at most once, however often its job is repeated.
  expect([what, asked() - before <= 1]).toEqual([what, true]);
  expect([what, state]).toEqual([what, expect.stringMatching(/^(sent|failed|uncertain)$/)]);
  if (answered !== null) expect([what, state]).toEqual([what, answered]);
  if (state === 'sent') expect([what, taken(sending)]).toEqual([what, 1]);
  if (state === 'failed') expect([what, taken(sending)]).toEqual([what, 0]);
  figures.orders += 1;
  figures[state as 'sent' | 'failed' | 'uncertain'] += 1;
  if (reached() >= at) figures.deaths += 1;
  shop.faults.clear();
  if (state !== 'uncertain') return;
  figures.again += 1;
  expect([what, await sentAgain(sending), taken(sending)]).toEqual([what, 'sent', 1]);
}

const cases = Array.from({ length: steps }, (_, step) => step + 1).flatMap((at) =>
  deaths.flatMap((death) => Object.keys(troubles).map((trouble): Case => ({ trouble, death, at }))),
);

describe('PUN-10 an order reaches its shop at most once despite any fault', () => {
  it.each(
    Object.entries({
      nothing: 'sent',
      '401 Unauthorized': 'failed',
      'a proxy before the shop: 401': 'failed',
      'a proxy before the shop: 403': 'failed',
      'no such address: 404': 'failed',
      'a page of a proxy before the shop': 'uncertain',
      'reset before the answer': 'uncertain',
    }),
  )('with a living worker: %s', async (trouble, state) => {
    const before = figures[state as 'sent'];
    await prove({ trouble, death: 'dies', at: Number.POSITIVE_INFINITY });
    expect(figures[state as 'sent']).toBe(before + 1);
  });

  it('the shop’s answer is kept if the worker dies afterwards', async () => {
    const whole = dying(demo.web.database, Number.POSITIVE_INFINITY, false);
    const first = await send(setup(), (await approved(setup(), place)).document, place);
    await worker((await orderOf(setup(), first)).job_id, whole.failing);
    expect(whole.steps()).toBeLessThanOrEqual(steps);
    console.info(`${whole.steps()} steps of a worker`);
    const { document } = await approved(setup(), place);
    const sending = await send(setup(), document, place);
    const { job_id } = await orderOf(setup(), sending);
    // The last steps are begin, end and follow-up of the transaction that stores the answer, and the end of the job.
    await worker(job_id, dying(demo.web.database, whole.steps() - 3, true).failing).catch(() => {});
    expect([(await orderOf(setup(), sending)).state, taken(sending)]).toEqual(['sending', 1]);
    expect(await workedOff(sending, job_id)).toBe('sent');
  });

  it('concurrent senders and concurrent workers', async () => {
    const rounds = inDepth(1, 8);
    for (let round = 0; round < rounds; round += 1) {
      const { document } = await approved(setup(), place);
      const tries = await Promise.allSettled([0, 1, 2].map(() => send(setup(), document, place)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { job_id } = await orderOf(setup(), document);
      const before = asked();
      await Promise.all([worker(job_id), worker(job_id), worker(job_id)]);
      const state = await workedOff(document, job_id);
      expect([asked() - before, taken(document)]).toEqual([1, 1]);
      expect(['sent', 'uncertain']).toContain(state);
    }
  });

  it('a fault at every step of a worker, with every network fault', async () => {
    for (const each of someOf(cases, 179)) await prove(each);
  });

  it('random sequences of several faults', async () => {
    const chance = chanceOf(20261126);
    for (let round = 0; round < inDepth(2, 20); round += 1) {
      const { document } = await approved(setup(), place);
      const sending = await send(setup(), document, place);
      const { job_id } = await orderOf(setup(), sending);
      const fault = troubles[chance.pick(Object.keys(troubles)) ?? ''];
      if (fault && fault !== 'refuses') shop.faults.plan({ fault, path: /order/ });
      const before = asked();
      for (let death = 0; death < 4; death += 1) {
        const { failing } = dying(demo.web.database, 1 + chance.below(steps), chance.share(0.5));
        await worker(job_id, failing).catch(() => {});
      }
      const state = await workedOff(sending, job_id);
      shop.faults.clear();
      expect(asked() - before).toBeLessThanOrEqual(1);
      if (state !== 'uncertain') expect(taken(sending)).toBe(state === 'sent' ? 1 : 0);
    }
  });

  afterAll(() => {
    console.info(
      `${figures.orders} orders: ${figures.sent} sent, ${figures.failed} failed, ${figures.uncertain} uncertain and sent again by a person; ${figures.deaths} deaths`,
    );
  });
});
