import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../src/platform/server/clock.ts';
import { isDeep } from '../support/depth.ts';
import type { ProductProcess } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { largeInvoice, sendInvoice } from './large-invoice.ts';

/** The memory limit of the main process, in megabytes. */
const maxMegabytes = 700;
const duration = minutes(3);
/** A busy machine needs longer to reach these. */
const fewest = { uploads: 40, exports: 10 };
const megabyte = 2 ** 20;
const people = ['requester@demo.test', 'accountant@demo.test', 'admin@demo.test'];
/** Per person; together they reach the limit of their tenant. */
const uploadsAtOnce = 4;
const largestFile = 9 * megabyte;

describe.runIf(isDeep && platform() === 'linux')('the memory of the main process', () => {
  let cluster: Cluster;
  let product: ProductProcess;
  let tokens: readonly string[];

  beforeAll(async () => {
    cluster = await openCluster((path) => takeData(path, 'demo'));
    product = (await cluster.node()).process;
    tokens = await Promise.all(people.map((email) => cluster.token(email)));
  });
  afterAll(() => cluster?.close());

  test('TECH-21 stays below 700 MB during uploads, exports and reads, and until all uploads are read', async () => {
    const until = performance.now() + duration;
    const done = { uploads: 0, exports: 0, looks: 0 };
    const isDone = () =>
      performance.now() > until && done.uploads >= fewest.uploads && done.exports >= fewest.exports;
    const repeat = async (act: () => Promise<void>) => {
      while (!isDone()) await act();
    };
    const uploading = tokens.flatMap((token) =>
      Array.from({ length: uploadsAtOnce }, () =>
        repeat(async () => {
          if (await upload(product.url, token)) done.uploads += 1;
        }),
      ),
    );
    const exporting = tokens.map((token) =>
      repeat(async () => {
        if ((await post(product.url, token, '/api/overview/export', spreadsheet)).status === 202)
          done.exports += 1;
        await delay(seconds(1));
      }),
    );
    const looking = tokens.map((token) =>
      repeat(async () => {
        const { status } = await post(product.url, token, '/v1/graphql', list);
        if (status === 200) done.looks += 1;
        await delay(200);
      }),
    );
    await Promise.all([...uploading, ...exporting, ...looking]);
    await expect.poll(openJobs, { timeout: minutes(8), interval: seconds(1) }).toBe(0);
    const peak = peakOf(product.pid);
    console.log(`memory: ${peak.toFixed(0)} MB at most, ${JSON.stringify(done)}`);
    expect(peak).toBeLessThan(maxMegabytes);
  });

  const openJobs = async () => {
    const { rows } = await cluster.owner.query<{ open: number }>(
      "select count(*)::int as open from job where state in ('queued', 'running')",
    );
    return rows[0]?.open;
  };
});

/** The peak memory of a process since its start, as counted by the system, in megabytes. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const spreadsheet = {
  format: 'xlsx',
  kind: null,
  columns: ['number', 'name'],
  where: {},
  order_by: [],
  language: 'de',
};

const list = { query: '{ procurement(limit: 100, order_by: { id: desc }) { id name status } }' };

async function post(origin: string, token: string, path: string, body: object): Promise<Response> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

async function upload(origin: string, token: string): Promise<boolean> {
  const size = Math.round(largestFile * (0.2 + 0.8 * Math.random()));
  const response = await sendInvoice(origin, token, await largeInvoice(size));
  if (!response?.ok) return false;
  const { invoices } = (await response.json()) as { invoices?: { id: number | null }[] };
  return invoices?.[0]?.id !== null && invoices?.[0]?.id !== undefined;
}
