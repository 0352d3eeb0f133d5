import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { tokenKeys } from '../../src/platform/web/session.ts';
import { inDatabase } from './own-database.ts';
import { ask, type Person } from './procurement-people.ts';

export interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Uploads a file as the person of the open window (API-30), and returns the invoice's id; it waits for its recognition. */
export async function uploadInvoice(page: Page, file: SentFile): Promise<number> {
  const response = await page.request.post('/api/invoice/upload', {
    headers: { authorization: `Bearer ${await accessToken(page)}` },
    multipart: { recognition_start: 'by_hand', 'files[]': file },
  });
  const answer = (await response.json()) as { invoices?: readonly { id: number | null }[] };
  const id = answer.invoices?.[0]?.id;
  if (!id) throw new Error(`not received: ${JSON.stringify(answer)}`);
  return id;
}

/** Continues to the manual check (REC-08). */
export async function skipRecognition(page: Page, id: number): Promise<void> {
  const response = await page.request.post(`/api/invoice/${id}/recognition/skip`, {
    headers: { authorization: `Bearer ${await accessToken(page)}` },
    data: {},
  });
  if (!response.ok()) throw new Error(await response.text());
}

/** Reassigns the step of an invoice to a person, as an administrator. */
export async function handInvoiceTo(person: Person | `${string}@demo.test`, id: number): Promise<void> {
  const { invoice_by_pk: found, lb_user: people } = await ask<{
    invoice_by_pk: { timeline: { content_version: number } };
    lb_user: readonly { id: number }[];
  }>(
    'admin',
    `query ($id: bigint!, $email: String!) { lb_user(where: { email: { _eq: $email } }) { id }
      invoice_by_pk(id: $id) { timeline { content_version } } }`,
    { id, email: person.includes('@') ? person : `${person}@demo.test` },
  );
  await ask(
    'admin',
    `mutation ($key: uuid!, $version: Int!, $person: bigint!) {
      invoice_reassign(idempotency_key: $key, id: ${id}, expected_version: $version, person_id: $person) { id } }`,
    { key: randomUUID(), version: found.timeline.content_version, person: people[0]?.id },
  );
}

async function accessToken(page: Page): Promise<string | null> {
  return await page.evaluate((key) => localStorage.getItem(key), tokenKeys.access);
}

/** Stores the result of a recognition, and with `fills` its values in the form. */
export async function layReading(
  id: number,
  reading: Reading,
  fills: Readonly<Record<string, string>> = {},
): Promise<void> {
  const columns = Object.keys(fills).map((column, place) => `${column} = $${place + 2}`);
  await inDatabase(async (owner) => {
    await owner.query(
      `insert into invoice_recognition (tenant_id, invoice_id, state, raw)
       select tenant_id, id, 'done', $2 from invoice where id = $1`,
      [id, JSON.stringify(reading)],
    );
    if (columns.length === 0) return;
    await owner.query(`update invoice set ${columns.join(', ')} where id = $1`, [
      id,
      ...Object.values(fills),
    ]);
  });
}

/** A recognition that runs forever. */
export async function beginRecognition(id: number): Promise<void> {
  await inDatabase((owner) =>
    owner.query(
      'insert into invoice_recognition (tenant_id, invoice_id, started_by_id) select tenant_id, id, creator_id from invoice where id = $1',
      [id],
    ),
  );
}
