import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { retentionYears } from '../../src/platform/constants.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { thisYear } from '../support/today.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  [accountant, admin] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('admin@demo.test'),
  ]);
});
afterAll(() => demo.close());
afterEach(async () => {
  await demo.web.sql("delete from configuration where key like 'retention_years_%'");
});

test('ARC-02 the database retains invoices and letters for the years defined in the product', async () => {
  const [years] = await demo.web.sql(
    "select app.retention_years(1, 'invoice') as invoice, app.retention_years(1, 'order') as order",
  );
  const { invoice, order } = retentionYears;
  expect(years).toEqual({ invoice, order });
});

const year = thisYear();
const endOf = (years: number): string => `${year + years}-12-31`;

async function received(name: string): Promise<{ readonly id: number; readonly file: string }> {
  const bytes = Buffer.from(`%PDF-1.7\n${name}\n%%EOF\n`);
  const form = formOf({}, [{ name: `${name}.pdf`, bytes, field: 'files[]' }]);
  const answer = await accountant.send({ ...form, url: '/api/invoice/upload' });
  const id = Number(answer.json<{ invoices: { id: number }[] }>().invoices[0]?.id);
  const [row] = await demo.web.sql<{ file_id: string }>('select file_id from invoice where id = $1', [id]);
  return { id, file: row?.file_id ?? '' };
}

async function attached(id: number): Promise<string> {
  const form = formOf({ kind: 'invoice', document: String(id) }, [
    { name: 'Lieferschein.pdf', bytes: Buffer.from('%PDF-1.7\nnote\n%%EOF\n'), field: 'file' },
  ]);
  const answer = await accountant.send({ ...form, url: '/api/file' });
  expect(answer.status, answer.body.toString()).toBe(200);
  return answer.json<{ id: string }>().id;
}

interface Kept {
  readonly kept_until: string;
  readonly legal_hold: string | null;
  readonly timeline: { readonly content_version: number };
  readonly actions: readonly { readonly key: string }[];
  readonly document_files: readonly { readonly file: { readonly kept_until: string } }[];
  readonly file: { readonly kept_until: string } | null;
}

async function seen(id: number, who: WebCaller = accountant): Promise<Kept> {
  const { invoice } = await who.get<{ invoice: Kept }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) {
      kept_until legal_hold timeline { content_version } actions { key } file { kept_until }
      document_files { file { kept_until } } } }`,
    { id },
  );
  return invoice;
}

const mutation = (action: string) => `mutation ($key: uuid!, $id: bigint!, $version: Int!, $comment: String) {
  document: invoice_${action}(idempotency_key: $key, id: $id, expected_version: $version, comment: $comment) { id } }`;

async function input(id: number, comment?: string): Promise<Record<string, unknown>> {
  return { key: randomUUID(), id, version: (await seen(id, admin)).timeline.content_version, comment };
}
const hold = async (id: number, reason: string): Promise<unknown> =>
  await admin.get(mutation('hold'), await input(id, reason));

const refusedByDatabase = async (statement: string, values: readonly unknown[]): Promise<void> => {
  await expect(demo.web.sql(statement, [...values]), statement).rejects.toMatchObject({
    code: expect.stringMatching(/^(55000|23001|23503)$/),
  });
};

/** Backdates a file so that its retention is over. */
async function outlived(file: string): Promise<void> {
  await demo.web.sql('alter table file disable trigger keep_original');
  await demo.web.sql(
    "update file set created_at = created_at - interval '12 years', retain_until = retain_until - interval '12 years' where id = $1",
    [file],
  );
  await demo.web.sql('alter table file enable trigger keep_original');
}

describe('ARC-02 the end of the retention', () => {
  test('is shown on the document and on each of its files', async () => {
    const { id } = await received('shown');
    await attached(id);
    expect(await seen(id)).toMatchObject({
      kept_until: endOf(8),
      file: { kept_until: endOf(8) },
      document_files: [{ file: { kept_until: endOf(8) } }],
    });
  });

  test('follows the tenant’s setting also for existing documents, but never below the statutory period', async () => {
    const { id, file } = await received('extended');
    const set = (value: string) =>
      admin.ask(
        `mutation ($value: String!) { insert_configuration_one(object:
          { key: "retention_years_invoice", model: "number", value: $value }) { id } }`,
        { value },
      );
    expect((await set('7')).errors?.[0]?.extensions).toMatchObject({ code: 'validation_failed' });
    expect((await set('12')).errors).toBeUndefined();
    expect(await seen(id)).toMatchObject({ kept_until: endOf(12) });
    await outlived(file);
    await demo.web.sql('update invoice set file_id = null where id = $1', [id]);
    await demo.web.sql("update configuration set value = '30' where key = 'retention_years_invoice'");
    await refusedByDatabase('delete from file where id = $1', [file]);
    // The statutory period is the minimum.
    await demo.web.sql("update configuration set value = '1' where key = 'retention_years_invoice'");
    expect((await seen((await received('law')).id)).kept_until).toBe(endOf(8));
    await demo.web.sql('delete from file where id = $1', [file]);
  });

  test('covers attached and detached files, but no drafts', async () => {
    const { id } = await received('attached');
    const file = await attached(id);
    await refusedByDatabase('delete from file_chunk where file_id = $1', [file]);
    await refusedByDatabase("update file set name = 'other' where id = $1", [file]);
    expect((await accountant.send({ method: 'DELETE', url: `/api/file/${file}` })).status).toBe(200);
    await refusedByDatabase('delete from file where id = $1', [file]);
    const [row] = await demo.web.sql<{ kept: string }>(
      'select retain_until::text as kept from file where id = $1',
      [file],
    );
    expect(row?.kept).toBe(endOf(8));
    const drafts = await demo.web.sql<{ kept: string | null }>(
      `select app.kept_until_of(tenant_id, created_at, null, id, null, null)::text as kept
       from procurement where status = 'draft'`,
    );
    expect(new Set(drafts.map(({ kept }) => kept)).size).toBeLessThanOrEqual(1);
    expect(drafts.every(({ kept }) => kept === null)).toBe(true);
  });
});

describe('ARC-02 a legal hold', () => {
  test('is set and lifted only by administrators, with a reason visible to everyone', async () => {
    const { id } = await received('held');
    expect((await seen(id)).actions.map(({ key }) => key)).not.toContain('hold');
    expect(await accountant.refusal(mutation('hold'), await input(id, 'Rechtsstreit'))).toMatchObject({
      code: 'step_not_possible',
    });
    expect(await admin.refusal(mutation('hold'), await input(id))).toMatchObject({
      code: 'comment_required',
    });
    await hold(id, 'Rechtsstreit mit dem Lieferanten');
    expect(await seen(id)).toMatchObject({ legal_hold: 'Rechtsstreit mit dem Lieferanten' });
    await admin.get(mutation('lift_hold'), await input(id, 'Verglichen'));
    expect(await seen(id)).toMatchObject({ legal_hold: null });
    const notes = await demo.web.sql<{ message_code: string; comment: string }>(
      `select e.message_code, e.comment from timeline_entry e join invoice i on i.timeline_id = e.timeline_id
       where i.id = $1 and e.message_code like 'hold%' order by e.entry_no`,
      [id],
    );
    expect(notes).toEqual([
      { message_code: 'hold_set', comment: 'Rechtsstreit mit dem Lieferanten' },
      { message_code: 'hold_lifted', comment: 'Verglichen' },
    ]);
  });

  test('keeps the document and its files beyond their retention, against any deletion', async () => {
    const { id, file } = await received('beyond');
    const extra = await attached(id);
    await outlived(file);
    await outlived(extra);
    await hold(id, 'Prüfung');
    expect((await accountant.send({ method: 'DELETE', url: `/api/file/${extra}` })).json()).toMatchObject({
      code: 'document_held',
    });
    await demo.web.sql('update invoice set file_id = null where id = $1', [id]);
    await refusedByDatabase('delete from file where id = $1', [file]);
    await refusedByDatabase('update file set invoice_id = null where id = $1', [file]);
    await refusedByDatabase("update file_chunk set bytes = 'x' where file_id = $1", [file]);
    await refusedByDatabase('delete from invoice where id = $1', [id]);
    await admin.get(mutation('lift_hold'), await input(id, 'Ende der Prüfung'));
    await demo.web.sql('delete from file where id = $1', [file]);
    expect(await demo.web.sql('select from file_chunk where file_id = $1', [file])).toEqual([]);
  });
});

describe('ARC-03 OP-02 a tenant with retained documents', () => {
  test('cannot be removed as a whole by the operator or the owner of the tables', async () => {
    const tenant = accountant.context.tenantId;
    const { id } = await received('tenant');
    await refusedByDatabase('delete from tenant where id = $1', [tenant]);
    await expect(
      demo.web.sql(
        `begin; select set_config('app.is_operator', 'on', true); set local role operator;
         delete from tenant where id = ${tenant}; commit;`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await demo.web.sql('rollback').catch(() => {});
    expect(await seen(id)).toMatchObject({ kept_until: endOf(8) });
  });
});
