import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openHttp } from '../src/app/server/http.ts';
import { openWorker } from '../src/app/server/worker.ts';
import { documentReader } from '../src/features/recognition/server/reader.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { openLog } from '../src/platform/server/log.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { createTokens } from '../src/platform/server/tokens.ts';
import type { Figure, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';
import { type SentInvoice, textInvoice, xmlInvoice } from './invoice-documents.ts';
import { keepByHand } from './keep-by-hand.ts';
import { secretKey } from './served.ts';

const untilAnalyzed = 60;

/** The polling interval for the recognition, in milliseconds; the page is notified instead. */
const lookedAfter = 3;

/**
 * From the upload until the values are in the form; the hand-written side reads the same document and stores the
 * rows.
 */
export const invoiceFigures: readonly Figure[] = [
  {
    name: 'invoice_xml',
    title: 'a supplier invoice in XML, from its upload until it is recognised',
    aimP95: 150,
    concurrencies: [1, 4],
    sides: (fixture, { part }) => sidesOf(fixture, xmlInvoice, part === 0),
  },
  {
    name: 'invoice_text',
    title: 'a supplier invoice as PDF with text, from its upload until it is recognised',
    aimP95: 1000,
    concurrencies: [1, 4],
    sides: (fixture, { part }) => sidesOf(fixture, textInvoice, part === 0),
  },
];

async function sidesOf(
  fixture: Fixture,
  made: () => Promise<SentInvoice>,
  isFirst: boolean,
): Promise<{ readonly product: Side; readonly hand: Side }> {
  const product = await startedProduct(fixture);
  const { read } = documentReader();
  if (isFirst) {
    // The statistics that autovacuum has in a running server after its first minute.
    for (let turn = 0; turn < untilAnalyzed; turn += 1) await product(await made());
    await fixture.owner.query('analyze');
  }
  return {
    product: async () => product(await made()),
    hand: async () => {
      const sent = await made();
      const reading = await read(fixture.tenant.tenantId, sent.bytes, { own: [] });
      return keepByHand(fixture, sent, JSON.stringify(reading));
    },
  };
}

type Product = (sent: SentInvoice) => Promise<string>;
const started = new WeakMap<Fixture, Promise<Product>>();

function startedProduct(fixture: Fixture): Promise<Product> {
  const product = started.get(fixture) ?? startProduct(fixture);
  started.set(fixture, product);
  return product;
}

/** Web server and worker in this process, as in a single node of the product; they end with the world. */
async function startProduct(fixture: Fixture): Promise<Product> {
  const { database, ownerUrl } = fixture;
  const log = openLog('error');
  const configuration = {
    publicUrl: 'http://127.0.0.1',
    allowedHosts: ['127.0.0.1'],
    trustedProxies: [],
    secretKey,
    smtpUrl: null,
    mailFrom: 'bench@kontor.test',
    isLoopback: true,
  };
  const app = await openHttp({ configuration, database, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // Jobs queued by earlier figures would be processed meanwhile.
  await fixture.owner.query('delete from graphile_worker._private_jobs');
  const worker = await openWorker({ configuration, ownerUrl, database, log });
  const looking = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  fixture.atEnd(async () => {
    const closed = once(app.server, 'close');
    await Promise.all([worker.stop(), app.close(), looking.end(), closed]);
  });
  const token = await createTokens(deriveSecrets(secretKey), systemClock).issueAccess({
    ...fixture.people.accountant,
    tokenVersion: 1,
    tenantName: 'bench',
    email: 'bench@kontor.test',
    permissions: '',
  });
  const post = async (path: string, body: FormData | string): Promise<unknown> => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  return async ({ name, bytes }) => {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), name);
    const { invoices } = (await post('/api/invoice/upload', form)) as { invoices: { id: number | null }[] };
    const id = invoices[0]?.id;
    if (!id) throw new Error(`${name} was not taken: ${JSON.stringify(invoices)}`);
    return await recognised(looking, id);
  };
}

async function recognised(looking: pg.Pool, id: number): Promise<string> {
  for (;;) {
    const { rows } = await looking.query<{ state: string }>(
      'select state from invoice_recognition where tenant_id = 1 and invoice_id = $1',
      [id],
    );
    const [{ state } = { state: 'queued' }] = rows;
    if (state === 'done') return state;
    if (state !== 'queued') throw new Error(`the recognition of invoice ${id} is ${state}`);
    await delay(lookedAfter);
  }
}
