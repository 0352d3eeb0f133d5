import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorker } from '../../src/app/server/worker.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import type { Worker } from '../../src/platform/server/jobs/jobs-worker.ts';
import { withCause } from '../../src/platform/server/telemetry/cause.ts';
import { openTelemetry, type Telemetry } from '../../src/platform/server/telemetry/telemetry.ts';
import { commandCall, on } from '../procurement/requests.ts';
import { mailFrom, publicUrl, SendingSetup } from '../procurement/sending-setup.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { accessTokenFor, eventually, testConfiguration } from '../support/web.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const recipient = 'verkauf@lieferant.example';

/** Everything that a span may say. */
const words = [
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'kontor.attempt',
  'kontor.fields',
  'kontor.request_id',
];

let setup: SendingSetup;
let receiver: OtlpReceiver;
let telemetry: Telemetry;
let app: HttpServer;
let worker: Worker;

beforeAll(async () => {
  [setup, receiver] = await Promise.all([SendingSetup.open(), openOtlpReceiver()]);
  await setup.startServer();
  const { web } = setup.demo;
  app = await web.another({ trustedProxies: ['127.0.0.1'] });
  const parts = { log: web.log.log, version: 'test', families: async () => [] };
  telemetry = await openTelemetry(receiver.settings, parts);
  const { ownerUrl, database, clock, log } = web;
  const configuration = {
    publicUrl,
    smtpUrl: setup.server.url,
    mailFrom,
    secretKey: testConfiguration.secretKey,
  };
  worker = await openWorker({ configuration, ownerUrl, database, log: log.log, clock });
});
afterAll(async () => {
  await worker?.stop();
  await telemetry?.close();
  await setup?.stopServer();
  await setup?.close();
  await receiver?.close();
});

/** Sends the order of an approved request over HTTP, as a proxy would. */
async function sendOrder(): Promise<{ readonly secrets: readonly string[] }> {
  const { document, supplier } = await setup.approved();
  const { web } = setup.demo;
  const { tenantId, userId, roles } = setup.buyer.context;
  const buyer = { tenantId, id: userId, email: 'buyer@demo.test' };
  const token = await accessTokenFor(web, buyer, [...roles]);
  const response = await app.inject({
    method: 'POST',
    url: '/v1/graphql',
    headers: { host: 'localhost', authorization: `Bearer ${token}`, traceparent },
    payload: commandCall('send_order', on(document, { supplier_id: supplier, recipient })),
  });
  expect(response.json().errors).toBeUndefined();
  const [named] = await web.sql<{ tenant: string; person: string; supplier: string }>(
    `select (select name from tenant where id = $1) as tenant, (select name from lb_user where id = $2) as person,
       (select name from supplier where id = $3) as supplier`,
    [tenantId, userId, supplier],
  );
  const [line] = document.procurement_lines;
  const secrets = [token, recipient, buyer.email, line?.description, document.order_number_formatted];
  return { secrets: [...secrets, ...Object.values(named ?? {})].filter((text) => typeof text === 'string') };
}

const inTrace = () => receiver.spans().filter((span) => span.traceId === traceId);
const find = (name: string) => eventually(async () => inTrace().find((span) => span.name === name));
const parentOf = (span: ReceivedSpan) => inTrace().find(({ spanId }) => spanId === span.parentSpanId);

describe('a command that makes a job that sends a mail', () => {
  test('is one trace from the proxy to the mail server, with one request id that the mail names', async () => {
    const { secrets } = await sendOrder();
    const [smtp, job, command, request] = [
      await find('smtp'),
      await find('send_order'),
      await find('mutation'),
      await find('POST /v1/graphql'),
    ];
    expect(request).toMatchObject({
      parentSpanId: 'b7ad6b7169203331',
      facts: { 'http.route': '/v1/graphql', 'http.response.status_code': 200 },
    });
    expect(command.facts['kontor.fields']).toBe('procurement_send_order');
    expect(parentOf(command)?.spanId).toBe(request.spanId);
    expect(parentOf(job)?.spanId).toBe(command.spanId);
    expect(parentOf(smtp)?.spanId).toBe(job.spanId);
    expect(
      inTrace().some((span) => span.name === 'transaction writer' || /^transaction reader/.test(span.name)),
    ).toBe(true);

    const ids = new Set(inTrace().map(({ facts }) => facts['kontor.request_id']));
    expect(ids.size).toBe(1);
    const mail = await eventually(async () =>
      setup.server.mails.find((each) => each.includes(`To: ${recipient}`)),
    );
    expect(mail).toContain(`X-Request-ID: ${[...ids][0]}\r\n`);

    const said = receiver.spans().flatMap(({ facts }) => Object.keys(facts));
    expect([...new Set(said)].filter((word) => !words.includes(word))).toEqual([]);
    expect(secrets.filter((secret) => receiver.bodies.some((body) => body.includes(secret)))).toEqual([]);
    expect(secrets.length).toBeGreaterThanOrEqual(7);
  });
});

describe('a transaction with traces', () => {
  test('shows the request id at the database, and prepares no further statement for it', async () => {
    const { database } = setup.demo.web;
    const context = systemContext(setup.buyer.context.tenantId);
    const look = (requestId: string) =>
      withCause({ requestId, traceparent: null }, () =>
        database.inTenant(context, (tx) =>
          tx.one<{ name: string; pid: number; prepared: number }>(
            `select current_setting('application_name') as name, pg_backend_pid() as pid,
               (select count(*)::int from pg_prepared_statements) as prepared`,
          ),
        ),
      );
    const counts = new Map<number, Set<number>>();
    for (let each = 0; each < 10; each += 1) {
      const requestId = randomUUID();
      const { name, pid, prepared } = await look(requestId);
      expect(name).toBe(`kontor ${requestId}`);
      if (each > 4) counts.set(pid, (counts.get(pid) ?? new Set()).add(prepared));
    }
    for (const seen of counts.values()) expect(seen.size).toBe(1);
  });
});
