import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type Context, means } from '../../src/platform/context.ts';
import { suffices } from '../../src/platform/means.ts';
import { act, draftOf } from '../procurement/requests.ts';
import { type Caller, callerIn, callerOf, type DemoApi, demoApi } from '../support/demo-api.ts';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';

type Sql = DemoApi['db']['sql'];

/** The amount from which a passkey is needed; null for none. */
async function setAmount(sql: Sql, tenantId: number, amount: number | null): Promise<void> {
  await sql("delete from configuration where key = 'passkey_approval_amount'");
  if (amount === null) return;
  await sql("insert into configuration (tenant_id, key, value) values ($1, 'passkey_approval_amount', $2)", [
    tenantId,
    String(amount),
  ]);
}

describe("AUTH-36 approvals above the tenant's limit without a passkey", () => {
  let demo: DemoApi;
  let admin: Caller;
  beforeAll(async () => {
    demo = await demoApi();
    admin = await demo.person('admin@demo.test');
    // No confirmations besides the tested one.
    await demo.db.sql("update lb_user set approval_limit = null where 'user-admin' <> all (roles)");
    await demo.db.sql('delete from budget');
    await sendInvoice();
  });
  afterAll(() => demo.close());

  /** No invoice of the demo waits for an approval. */
  async function sendInvoice(): Promise<void> {
    const requester = await demo.person('requester@demo.test');
    const { own, supplier } = await admin.get<{
      own: { client_id: number; department_id: number };
      supplier: { id: number; iban: string }[];
    }>(
      `query ($id: bigint!) { own: lb_user_by_pk(id: $id) { client_id department_id }
        supplier(limit: 1, order_by: { id: asc }) { id iban } }`,
      { id: requester.context.userId },
    );
    const head = {
      ...own,
      number_printed: 'RE-4711',
      supplier_id: supplier[0]?.id,
      iban: supplier[0]?.iban,
      invoice_date: '2026-11-20',
      delivery_date: '2026-11-20',
      due_date: '2026-12-31',
      total_brutto: 1190,
      tax: 19,
    };
    const { invoice } = await requester.get<{
      invoice: { id: number; timeline: { content_version: number } };
    }>(
      `mutation ($key: uuid!, $head: invoice_save_head_input) {
        invoice: invoice_save(idempotency_key: $key, head: $head) { id timeline { content_version } } }`,
      { key: randomUUID(), head },
    );
    await requester.get(
      `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
        invoice_to_approval(idempotency_key: $key, id: $id, expected_version: $version) { id } }`,
      { key: randomUUID(), id: invoice.id, version: invoice.timeline.content_version },
    );
  }

  interface Waiting {
    readonly id: number;
    readonly version: number;
    readonly value: number;
    readonly approver: Caller;
  }

  /** A document of the demo that waits for approval. */
  async function waiting(kind: (typeof kinds)[number]): Promise<Waiting> {
    const [row] = await demo.db.sql<{ id: string; version: number; value: string; email: string }>(
      `select d.id, t.content_version as version, abs(d.total_netto) as value, u.email
       from document d join timeline t on t.id = d.timeline_id
       join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
       join lb_user u on u.id = e.lb_user_id
       where d.kind = $1 and e.type = $2 and d.tenant_id = $3 and not u.is_group order by d.id limit 1`,
      [kind.name, kind.entries.approval, admin.context.tenantId],
    );
    if (!row) throw new Error(`no ${kind.name} of the demo waits for an approval`);
    const approver = await callerOf(demo.db, demo.graphql, row.email);
    return { id: Number(row.id), version: row.version, value: Number(row.value), approver };
  }

  const strong = ['passkey', 'sign_on'];
  const ways = (own: Context): Readonly<Record<string, Pick<Context, 'actorId' | 'means'>>> => ({
    ...Object.fromEntries(means.map((one) => [one, { actorId: own.userId, means: one }])),
    'token of another': { actorId: admin.context.userId, means: 'token' },
    'acting as him': { actorId: admin.context.userId, means: 'passkey' },
  });

  async function outcomeOfApproval(
    kind: string,
    { id, version, approver }: Waiting,
    way: string,
  ): Promise<string> {
    const caller = callerIn(demo.graphql, { ...approver.context, ...ways(approver.context)[way] });
    const { errors } = await caller.ask(
      `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
        ${kind}_approve(idempotency_key: $key, id: $id, expected_version: $version) { id } }`,
      { key: randomUUID(), id, version },
    );
    return errors?.[0]?.extensions.code ?? 'done';
  }

  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    '%s: is refused with every means but a passkey or single sign-on, and its page shows this',
    async (name, kind) => {
      const document = await waiting(kind);
      await setAmount(demo.db.sql, admin.context.tenantId, Math.max(0, document.value - 0.01));
      const { context } = document.approver;
      for (const way of Object.keys(ways(context)).filter((one) => !strong.includes(one))) {
        const isAble = suffices({ ...context, ...ways(context)[way] }, 'four_eyes');
        const code = isAble ? 'approval_needs_passkey' : 'permission_denied';
        expect([way, await outcomeOfApproval(name, document, way)]).toEqual([way, code]);
      }
      const { shown } = await document.approver.get<{
        shown: { actions: { key: string; enabled: boolean; refusal: { code: string } | null }[] };
      }>(`{ shown: ${name}_by_pk(id: ${document.id}) { actions { key enabled refusal } } }`);
      const action = shown.actions.find(({ key }) => key === 'approve');
      expect(action).toMatchObject({ enabled: false, refusal: { code: 'approval_needs_passkey' } });
      expect(await outcomeOfApproval(name, document, name === 'invoice' ? 'sign_on' : 'passkey')).toBe(
        'done',
      );
    },
  );

  test('all means suffice up to the amount itself, and without a limit', async () => {
    const kind = kinds.find(({ name }) => name === 'procurement');
    if (!kind) throw new Error('there are no requests');
    for (const way of ['link', 'token'] as const) {
      const document = await waiting(kind);
      await setAmount(demo.db.sql, admin.context.tenantId, way === 'link' ? document.value : null);
      expect(await outcomeOfApproval('procurement', document, way)).toBe('done');
    }
  });
});

describe('AUTH-36 MAIL-06 the link of a mail to an approval above the amount', () => {
  const publicUrl = 'http://localhost:8080';
  let demo: DemoWeb;
  beforeAll(async () => {
    demo = await demoWeb();
    await demo.web.sql("update lb_user set approval_limit = null where 'user-admin' <> all (roles)");
    await demo.web.sql('delete from budget');
  });
  afterAll(() => demo.close());

  /** A waiting request, and the token of the link in the mail to its approver or to the approver's group. */
  async function asked(ofGroup: boolean) {
    await demo.web.sql('delete from notification');
    const requester = await demo.person('requester@demo.test');
    const { tenantId } = requester.context;
    await setAmount(demo.web.sql, tenantId, null);
    const draft = await draftOf(requester);
    let document = await act(requester, 'submit', draft);
    const { timeline } = document;
    const email = timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '';
    const approver = await demo.person(email);
    if (ofGroup) {
      const [group] = await demo.web.sql<{ id: string }>(
        `with made as (insert into lb_user (tenant_id, name, is_group, approval_limit) values ($1, 'Freigeber', true, 100000)
           returning id)
         insert into task_group_user (tenant_id, task_group_id, lb_user_id) select $1, id, $2 from made
         returning task_group_id as id`,
        [tenantId, approver.context.userId],
      );
      document = await act(await demo.person('admin@demo.test'), 'reassign', document, {
        person_id: Number(group?.id),
      });
    }
    await demo.web.sql('delete from mail');
    await sendDigest(
      { database: demo.web.database, publicUrl, kinds, tokens: mailTokens },
      { tenantId, personId: approver.context.userId },
    );
    const [mail] = (await demo.send({ url: `/api/dev/outbox?to=${encodeURIComponent(email)}` })).json<
      readonly { links: string[] }[]
    >();
    const link = mail?.links.find((one) => one.startsWith(`${publicUrl}/approve#`)) ?? '';
    return { document, tenantId, token: link.split('#')[1] ?? '' };
  }
  const post = async (url: string, payload: object) =>
    (await demo.send({ method: 'POST', url, payload })).json<Record<string, unknown>>();

  test.each([
    ['for the person', false],
    ['for the group of the person', true],
  ])('a mail link %s does not approve and explains this; it still declines', async (_whose, ofGroup) => {
    const { document, tenantId, token } = await asked(ofGroup);
    await setAmount(demo.web.sql, tenantId, 0);
    expect(await post('/api/approval/preview', { token })).toMatchObject({
      state: 'open',
      document: { path: expect.stringContaining(String(document.id)) },
      refusal: { code: 'approval_needs_passkey' },
    });
    expect(await post('/api/approval', { token, decision: 'approve' })).toMatchObject({
      code: 'approval_needs_passkey',
    });
    expect(await post('/api/approval', { token, decision: 'decline', comment: 'Zu teuer' })).toMatchObject({
      state: 'decided',
      decision: { isApproved: false },
    });
  });

  test('approves below the amount', async () => {
    const { tenantId, token } = await asked(false);
    await setAmount(demo.web.sql, tenantId, 999_999);
    expect(await post('/api/approval/preview', { token })).toMatchObject({ refusal: null });
    expect(await post('/api/approval', { token, decision: 'approve' })).toMatchObject({
      state: 'decided',
      decision: { isApproved: true },
    });
  });
});
