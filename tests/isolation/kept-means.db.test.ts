import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import type { HistoryPage } from '../../src/features/audit/history.ts';
import { type Context, means, ways } from '../../src/platform/context.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { act, catalogueLines, completeForm, type Document, run } from '../procurement/requests.ts';
import { type Caller, inPlaceOf } from '../support/demo-api.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let requester: WebCaller;
let approver: WebCaller;
let admin: WebCaller;
let document: Document;
let graphql: Awaited<ReturnType<typeof openGraphql>>;

beforeAll(async () => {
  demo = await demoWeb();
  graphql = await openGraphql(demo.web.database, { error: console.error }, deriveSecrets('x'.repeat(40)));
  requester = await demo.person('requester@demo.test');
  approver = await demo.person('approver1@demo.test');
  admin = await demo.person('admin@demo.test');
  const lines = await catalogueLines(requester, 1, '1');
  const draft = await run(requester, 'save', { head: await completeForm(requester), lines });
  // Drafts are private.
  document = await act(requester, 'submit', draft);
});
afterAll(() => demo.close());

interface Kept {
  readonly means: string | null;
  readonly way: string | null;
}

/** The means of the newest timeline entry, as seen by this reader. */
async function newestEntry(reader: Caller): Promise<Kept | undefined> {
  const { timeline_entry } = await reader.get<{ timeline_entry: readonly Kept[] }>(
    `query ($id: bigint!) { timeline_entry(where: { procurement_id: { _eq: $id }, completed_at: { _is_null: false } },
      order_by: { id: desc }, limit: 1) { means way } }`,
    { id: document.id },
  );
  return timeline_entry[0];
}

const auditOf = (reader: Caller) =>
  reader
    .get<{ audit_log: readonly { means: string | null }[] }>(
      `query ($id: bigint!) { audit_log(where: { procurement_id: { _eq: $id } }, order_by: { id: desc }, limit: 1) { means } }`,
      { id: document.id },
    )
    .then(({ audit_log }) => audit_log[0]?.means);

/** The requester writes into a document by these means, like every command. */
const write = (context: Context, comment: string) =>
  demo.web.database.inTenant(
    context,
    async (tx) => {
      await tx.query(
        `insert into timeline_entry (tenant_id, timeline_id, procurement_id, entry_no, type, status, size, text_type, comment,
           completed_at, created_by_id)
         select d.tenant_id, d.timeline_id, d.id, 900 + (select count(*) from timeline_entry), 'comment', 'comment', 'size-s',
           'past', $2, now(), app.user_id() from procurement d where d.id = $1`,
        [document.id, comment],
      );
      await tx.query('update procurement set notes = $2 where id = $1', [document.id, comment]);
    },
    { role: 'writer' },
  );

describe('AUTH-30 timeline and audit keep the means of an act', () => {
  test.each(means)('%s: administrators read the means, others only that no page was used', async (one) => {
    await write({ ...requester.context, means: one }, `by ${one}`);
    const way = ways.find((name) => name === one) ?? null;
    expect(await newestEntry(admin)).toEqual({ means: one, way });
    expect(await newestEntry(requester)).toEqual({ means: null, way });
    expect(await auditOf(admin)).toBe(one);
    expect(await auditOf(requester)).toBeNull();
    // The audit of the entry does not reveal it either.
    const { audit_log } = await requester.get<{ audit_log: readonly object[] }>(
      `query ($id: bigint!) { audit_log(where: { procurement_id: { _eq: $id }, table: { _eq: "timeline_entry" } }) {
        affected_properties data_before data_after } }`,
      { id: document.id },
    );
    expect(audit_log.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit_log)).not.toMatch(/"(means|way)"/);
  });

  test.each(means)('%s: the history of the record shows it only to administrators', async (one) => {
    await write({ ...requester.context, means: one }, `history by ${one}`);
    const read = async (who: WebCaller) =>
      (
        await who.send({ method: 'GET', url: `/api/audit/history/procurement/${document.id}` })
      ).json<HistoryPage>().items[0]?.means;
    expect(await read(admin)).toBe(one);
    expect(await read(requester)).toBeNull();
  });

  test('AUTH-23 with a token made by another person, the maker is the human behind the act', async () => {
    const token = inPlaceOf({ graphql }, admin, requester, 'token');
    await run(token, 'comment', { id: document.id, comment: 'Von der Schnittstelle.' });
    const [entry] = await demo.web.sql(
      'select lb_user_id::int, created_by_id::int, actor_id::int, means from timeline_entry order by id desc limit 1',
    );
    expect(entry).toMatchObject({
      created_by_id: requester.context.userId,
      actor_id: admin.context.userId,
      means: 'token',
    });
    const [row] = await demo.web.sql(
      'select lb_user_id::int, info, means from audit_log where procurement_id = $1 order by id desc limit 1',
      [document.id],
    );
    expect(row).toMatchObject({ lb_user_id: admin.context.userId, means: 'token' });
  });

  test('a waiting step has no means, a done step has them', async () => {
    const open = await demo.web.sql(
      'select means, way from timeline_entry where procurement_id = $1 and completed_at is null',
      [document.id],
    );
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(open.map((entry) => JSON.stringify(entry)))).toEqual(
      new Set(['{"means":null,"way":null}']),
    );
    await demo.web.database.inTenant(
      { ...approver.context, means: 'mail_link' },
      (tx) =>
        tx.query(
          `update timeline_entry set completed_at = now() where procurement_id = $1 and type = 'approval' and completed_at is null`,
          [document.id],
        ),
      { role: 'writer' },
    );
    const [step] = await demo.web.sql(
      `select means, way from timeline_entry where procurement_id = $1 and type = 'approval' order by id desc limit 1`,
      [document.id],
    );
    expect(step).toEqual({ means: 'mail_link', way: 'mail_link' });
  });

  test('the means cannot be set by the caller', async () => {
    await demo.web.database.inTenant(
      { ...requester.context, means: 'token' },
      (tx) =>
        tx.query(
          `update timeline_entry set completed_at = now() - interval '1 hour', means = 'passkey', way = null
           where procurement_id = $1 and type = 'comment'`,
          [document.id],
        ),
      { role: 'writer' },
    );
    const recorded = await demo.web.sql(
      "select distinct means, way from timeline_entry where procurement_id = $1 and type = 'comment'",
      [document.id],
    );
    expect(recorded).toEqual([{ means: 'token', way: 'token' }]);
  });
});
