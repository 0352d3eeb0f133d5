import { expect } from 'vitest';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, formOf, type WebCaller } from './demo-web.ts';

/** A file that looks like a PDF, for readers that never open it. */
export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);

export interface Uploaded {
  readonly invoices: readonly {
    readonly id: number | null;
    readonly name: string;
    readonly error?: {
      readonly code: string;
      readonly values: Record<string, unknown>;
      readonly message: string;
    };
  }[];
}

type Fields = Readonly<Record<string, string>>;

/** Uploads supplier invoices like the page (API-30); by default they wait for their recognition. */
export async function upload(
  who: WebCaller,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
  fields: Fields = {},
): Promise<Uploaded['invoices']> {
  const form = formOf(
    { recognition_start: 'by_hand', ...fields },
    files.map((file) => ({ ...file, field: 'files[]' })),
  );
  const answer = await who.send({ ...form, url: '/api/invoice/upload' });
  expect(answer.status, answer.body.toString()).toBe(200);
  return answer.json<Uploaded>().invoices;
}

/** The invoice created from an uploaded file. */
export async function uploadOne(
  who: WebCaller,
  name: string,
  bytes: Buffer = pdf(name),
  fields: Fields = {},
): Promise<number> {
  const [received] = await upload(who, [{ name, bytes }], fields);
  expect(received?.error).toBeUndefined();
  return Number(received?.id);
}

/** Runs the recognition of an invoice with this result of the reader. */
export async function recognise(
  demo: DemoWeb,
  who: WebCaller,
  id: number,
  answer: () => Promise<Reading>,
): Promise<void> {
  const started = await who.send({ method: 'POST', url: `/api/invoice/${id}/recognition`, payload: {} });
  const { job_id } = started.json<{ job_id: number }>();
  const { database } = demo.web;
  const parts = { database, clock: systemClock, log: openLog('silent') };
  await runJob({ ...parts, ...recognitionJobs({ database, read: answer }) }, who.context.tenantId, job_id);
}
