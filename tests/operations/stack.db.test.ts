import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { isDeep } from '../support/depth.ts';
import { drawInvoice } from '../support/drawn-invoice.ts';
import { uploadOne } from '../support/intake.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { eventually } from '../support/web.ts';

const invoices = 12;
const program = join(import.meta.dirname, 'reading-worker.ts');

let demo: DemoWeb;
let accountant: WebCaller;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(async () => {
  for (const worker of workers) await killed(worker);
  await demo.close();
});

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [program, demo.web.ownerUrl, demo.web.webUrl], { stdio: 'inherit' });
  workers.push(worker);
  return worker;
}

async function killed(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

const countIn = async (state: string, ids: readonly number[]): Promise<number> => {
  const rows = await demo.web.sql(
    'select from invoice_recognition where state = $1 and invoice_id = any ($2)',
    [state, ids],
  );
  return rows.length;
};

test.runIf(isDeep)(
  'REC-04 JOB-05 a worker dies during several recognitions: the next one reads the rest, each invoice once',
  async () => {
    const ids: number[] = [];
    for (let place = 0; place < invoices; place += 1) {
      const isXml = place % 2 === 0;
      // Bytes after the end of a PDF make two files different without changing their content.
      const bytes = isXml
        ? ublInvoice({ number: `ST-${place}`, seller: 'Holzhof GmbH' })
        : Buffer.concat([await drawInvoice(3), Buffer.from(`\n% ${place}\n`)]);
      ids.push(await uploadOne(accountant, `stack-${place}.${isXml ? 'xml' : 'pdf'}`, bytes));
    }
    for (const id of ids)
      await accountant.send({ method: 'POST', url: `/api/invoice/${id}/recognition`, payload: {} });
    expect(await countIn('queued', ids)).toBe(invoices);

    const first = startWorker();
    await eventually(async () => {
      const reading = await demo.web.sql(
        "select from job where kind = 'recognise_invoice' and state = 'running'",
      );
      return reading.length > 0 ? true : undefined;
    });
    await killed(first);
    const left = await countIn('queued', ids);
    startWorker();
    await eventually(async () => ((await countIn('done', ids)) === invoices ? true : undefined));

    expect(left).toBeGreaterThan(0);
    const checks = await demo.web.sql<{ invoice_id: string }>(
      "select invoice_id from timeline_entry where type = 'invoice-manual-check' and invoice_id = any ($1)",
      [ids],
    );
    expect(checks.map(({ invoice_id }) => Number(invoice_id)).toSorted((a, b) => a - b)).toEqual(ids);
  },
);
