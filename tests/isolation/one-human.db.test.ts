import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  catalogueLines,
  completeForm,
  type Document,
  on,
  refused,
  run,
} from '../procurement/requests.ts';
import { type Caller, type DemoApi, demoApi, inPlaceOf } from '../support/demo-api.ts';
import { todayInSql } from '../support/today.ts';

let demo: DemoApi;
let requester: Caller;
let approver: Caller;
let admin: Caller;
/** A task group that includes the administrator. */
let group: number;
let clientId: number;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
  approver = await demo.person('approver1@demo.test');
  admin = await demo.person('admin@demo.test');
  const { tenantId, userId } = admin.context;
  await demo.db.sql('update lb_user set approval_limit = 1000000 where id = $1', [userId]);
  const [made] = await demo.db.sql<{ id: string }>(
    "insert into lb_user (tenant_id, name, is_group, approval_limit) values ($1, 'Freigeber', true, 1000000) returning id",
    [tenantId],
  );
  group = Number(made?.id);
  // A group without a member who may approve would not get the task (APPR-19).
  await demo.db.sql(
    `insert into task_group_user (tenant_id, task_group_id, lb_user_id)
     select $1, $2, id from lb_user where tenant_id = $1 and (id = $3 or email = 'buyer@demo.test')`,
    [tenantId, group, userId],
  );
  admin = await demo.person('admin@demo.test');
  clientId = Number((await completeForm(requester)).client_id);
});
afterAll(() => demo.close());

/** The administrator acting as the requester. */
const acting = () => inPlaceOf(demo, admin, requester);
const byToken = () => inPlaceOf(demo, admin, requester, 'token');

async function draftOf(maker: Caller): Promise<Document> {
  const lines = await catalogueLines(requester, 1, '1');
  return await run(maker, 'save', { head: await completeForm(requester), lines });
}

/** Ways by which the requester's request also becomes the administrator's own. */
const hands: Readonly<Record<string, () => Promise<Document>>> = {
  'made and submitted while acting': async () => act(acting(), 'submit', await draftOf(acting())),
  'made while acting': async () => act(requester, 'submit', await draftOf(acting())),
  'submitted while acting': async () => act(acting(), 'submit', await draftOf(requester)),
  'made and submitted with a token made by the administrator': async () =>
    act(byToken(), 'submit', await draftOf(byToken())),
  'changed while acting': async () => {
    const draft = await draftOf(requester);
    const lines = await catalogueLines(requester, 2, '3');
    return act(requester, 'submit', await run(acting(), 'save', { ...on(draft), lines }));
  },
};
/** The same request without the administrator's hand. */
const none = async (): Promise<Document> => act(requester, 'submit', await draftOf(requester));

/** Ways to approve it as the administrator: the refusal, or null. */
const attempts: Readonly<Record<string, (document: Document) => Promise<string | null>>> = {
  'it is reassigned to the administrator': async (document) =>
    codeOf(approver, 'reassign', document, admin.context.userId),
  'the administrator accepts it from a group': async (document) => {
    const given = await act(approver, 'reassign', document, { person_id: group });
    return codeOf(admin, 'accept', given);
  },
};

async function codeOf(
  who: Caller,
  command: string,
  document: Document,
  person_id?: number,
): Promise<string | null> {
  const input = on(document, person_id === undefined ? {} : { person_id });
  const called = await run(who, command, input).catch(() => null);
  return called === null ? (await refused(who, command, input)).code : null;
}

const openApprovers = (document: Document) =>
  document.timeline.timeline_entries
    .filter(({ type, status }) => type === 'approval' && status === null)
    .map(({ lb_user }) => lb_user?.email);

describe('APPR-17 APPR-09 one human is never two: a request', () => {
  describe.each(Object.keys(hands))('%s', (hand) => {
    test.each(Object.keys(attempts))('is not approved by the same human where %s', async (attempt) => {
      const document = (await hands[hand]?.()) as Document;
      expect(await attempts[attempt]?.(document)).toBe('self_approval');
    });

    test('does not go to the administrator as the substitute of its approver', async () => {
      await demo.db.sql(
        `update lb_user set substitute_id = $2, absence_from = ${todayInSql} - 1 where id = $1`,
        [approver.context.userId, admin.context.userId],
      );
      try {
        expect(openApprovers((await hands[hand]?.()) as Document)).toEqual(['approver1@demo.test']);
        expect(openApprovers(await none())).toEqual(['admin@demo.test']);
      } finally {
        await demo.db.sql('update lb_user set substitute_id = null, absence_from = null where id = $1', [
          approver.context.userId,
        ]);
      }
    });

    test('is approved by the administrator where the company allows self approval', async () => {
      await demo.db.sql("update client set self_approval = 'allowed' where id = $1", [clientId]);
      try {
        const document = (await hands[hand]?.()) as Document;
        const given = await act(approver, 'reassign', document, { person_id: admin.context.userId });
        expect((await act(admin, 'approve', given)).status).not.toBe(given.status);
      } finally {
        await demo.db.sql("update client set self_approval = 'never' where id = $1", [clientId]);
      }
    });
  });

  test.each(Object.keys(attempts))(
    'is approved by the administrator without a hand in it, where %s',
    async (attempt) => {
      expect(await attempts[attempt]?.(await none())).toBeNull();
    },
  );

  test('the administrator cannot be chosen manually by anyone', async () => {
    const draft = await draftOf(acting());
    const chosen = await run(requester, 'save', { ...on(draft), approver_ids: [admin.context.userId] });
    expect(openApprovers(await act(requester, 'submit', chosen))).toEqual(['approver1@demo.test']);
    const own = await run(requester, 'save', {
      ...on(await draftOf(requester)),
      approver_ids: [admin.context.userId],
    });
    expect(openApprovers(await act(requester, 'submit', own))).toContain('admin@demo.test');
  });

  test('a comment while acting does not count as a hand', async () => {
    const document = await none();
    await run(acting(), 'comment', { id: document.id, comment: 'Bitte bald.' });
    expect(await codeOf(approver, 'reassign', document, admin.context.userId)).toBeNull();
  });

  test('TL-27 the API names the human behind an entry only where it differs from the person', async () => {
    const actors = async ({ id }: Document) => {
      const { timeline_entry } = await requester.get<{ timeline_entry: readonly { actor: object | null }[] }>(
        `query ($id: bigint!) { timeline_entry(where: { procurement_id: { _eq: $id } }, order_by: { entry_no: asc }) {
          actor { id name } } }`,
        { id },
      );
      return timeline_entry.map(({ actor }) => actor);
    };
    const { name } = await admin
      .get<{ lb_user_by_pk: { name: string } }>('query ($id: bigint!) { lb_user_by_pk(id: $id) { name } }', {
        id: admin.context.userId,
      })
      .then(({ lb_user_by_pk }) => lb_user_by_pk);
    const submitted = await hands['submitted while acting']?.();
    const [start, ...open] = await actors(submitted as Document);
    expect(start).toEqual({ id: admin.context.userId, name });
    expect(open.every((actor) => actor === null)).toBe(true);
    expect((await actors(await none())).every((actor) => actor === null)).toBe(true);
  });
});

describe('APPR-17 acting as another leaves a hand on every kind of document', () => {
  const undone = new Error('undone');

  /** The humans with a hand in the document after this statement of the product. */
  async function handsAfter(who: Caller, kind: string, id: number, sql: string): Promise<number[]> {
    let hands: number[] = [];
    // The role of the product cannot do this.
    await demo.db.sql('delete from document_hand');
    const attempt = demo.db.database.inTenant(
      who.context,
      async (tx) => {
        await tx.query('set constraints all immediate');
        await tx.query(sql, [id]);
        const rows = await tx.query<{ actor_id: number }>(
          `select actor_id from document_hand where ${kind}_id = $1`,
          [id],
        );
        hands = rows.map(({ actor_id }) => actor_id);
        throw undone;
      },
      { role: 'writer' },
    );
    await expect(attempt).rejects.toBe(undone);
    return hands;
  }

  /** The demo begins without invoices. */
  async function invoiceWithLine(): Promise<number> {
    const accountant = await demo.person('accountant@demo.test');
    const { invoice } = await accountant.get<{ invoice: { id: number } }>(
      'mutation ($key: uuid!) { invoice: invoice_save(idempotency_key: $key, head: { number_printed: "R-1" }) { id } }',
      { key: randomUUID() },
    );
    await demo.db.sql(
      "insert into invoice_line (tenant_id, invoice_id, sort_no, description) values ($1, $2, 1, 'Stück')",
      [admin.context.tenantId, invoice.id],
    );
    return invoice.id;
  }

  test.each(['procurement', 'invoice', 'contract'])('%s: its head, its lines and its steps', async (kind) => {
    const [row] = await demo.db.sql<{ id: string }>(
      `select d.id from ${kind} d where d.tenant_id = $1 and exists (select from ${kind}_line l where l.${kind}_id = d.id)
       order by d.id limit 1`,
      [admin.context.tenantId],
    );
    const id = row ? Number(row.id) : await invoiceWithLine();
    const changes = [
      `update ${kind} set legal_hold = 'Betriebsprüfung' where id = $1`,
      `update ${kind}_line set sort_no = sort_no + 1 where ${kind}_id = $1`,
      `delete from ${kind}_line where ${kind}_id = $1`,
      `update timeline_entry set lb_user_id = app.user_id() where ${kind}_id = $1 and type <> 'comment'`,
    ];
    for (const change of changes) {
      expect([change, await handsAfter(acting(), kind, id, change)]).toEqual([
        change,
        [admin.context.userId],
      ]);
      expect([change, await handsAfter(requester, kind, id, change)]).toEqual([change, []]);
    }
    const renumbered = `update timeline_entry set entry_no = entry_no + 100 where ${kind}_id = $1`;
    expect(await handsAfter(acting(), kind, id, renumbered)).toEqual([]);
  });
});
