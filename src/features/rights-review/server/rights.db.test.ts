import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../../../../tests/support/demo-web.ts';
import type { RightsAnswer } from '../model.ts';

let demo: DemoWeb;
let admin: WebCaller;
let tenantId: number;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  tenantId = admin.context.tenantId;
});
afterAll(() => demo?.close());
beforeEach(async () => {
  await demo.web.sql(
    "do $$ begin set local session_replication_role = 'replica'; delete from rights_review; end $$",
  );
  await demo.web.sql("delete from lb_user where email = 'zweite@demo.test'");
});

const rights = async (person = admin) =>
  (await person.send({ method: 'GET', url: '/api/rights' })).json<RightsAnswer>();
const confirm = (person: WebCaller, sha256: string) =>
  person.send({ method: 'POST', url: '/api/rights/confirm', payload: { sha256 } });
/** Another administrator, whom nobody made lately. */
const secondAdministrator = async () => {
  await demo.web.sql(
    `insert into lb_user (tenant_id, email, name, roles) values ($1, 'zweite@demo.test', 'Zoe Zweite', '{user-admin}')`,
    [tenantId],
  );
  return await demo.person('zweite@demo.test');
};
const of = ({ people }: RightsAnswer, email: string) => people.find((person) => person.email === email);

describe('the matrix of people and rights', () => {
  test('ADM-21 shows everybody who can enter, with own rights, those of task groups, limit and whether they approve', async () => {
    const answer = await rights();
    expect(of(answer, 'admin@demo.test')?.roles).toContain('user-admin');
    expect(of(answer, 'approver1@demo.test')).toMatchObject({ limit: '1000.00', approves: true });
    expect(of(answer, 'requester@demo.test')).toMatchObject({ limit: null, approves: false });
    const [group] = await demo.web.sql<{ id: string }>(
      `insert into lb_user (tenant_id, name, is_group, roles) values ($1, 'Buchung', true, '{user-export-invoice}') returning id`,
      [tenantId],
    );
    await demo.web.sql(
      `insert into task_group_user (tenant_id, task_group_id, lb_user_id)
       select $1, $2, id from lb_user where email = 'requester@demo.test'`,
      [tenantId, group?.id],
    );
    expect(of(await rights(), 'requester@demo.test')?.groups).toEqual(
      expect.arrayContaining([{ name: 'Buchung', roles: ['user-export-invoice'] }]),
    );
    // A group that approves makes its members approvers.
    await demo.web.sql(
      `insert into department_approver (tenant_id, department_id, lb_user_id)
       select $1, min(id), $2 from department where tenant_id = $1`,
      [tenantId, group?.id],
    );
    expect(of(await rights(), 'requester@demo.test')?.approves).toBe(true);
    await demo.web.sql("update lb_user set blocked = true where email = 'buyer@demo.test'");
    expect(of(await rights(), 'buyer@demo.test')).toBeUndefined();
    await demo.web.sql("update lb_user set blocked = false where email = 'buyer@demo.test'");
  });

  test('ADM-21 GEN-02 only administrators see and confirm it, and nothing of other tenants', async () => {
    expect(JSON.stringify(await rights())).not.toContain('other.test');
    const buyer = await demo.person('buyer@demo.test');
    expect((await buyer.send({ method: 'GET', url: '/api/rights' })).status).toBe(403);
    expect((await confirm(buyer, 'a'.repeat(64))).status).toBe(403);
  });
});

describe('the yearly confirmation', () => {
  test('ADM-21 a sole administrator confirms alone, which is told, and twice in a row counts once', async () => {
    const { sha256, is_due } = await rights();
    expect(is_due).toBe(true);
    for (const _ of [1, 2]) expect((await confirm(admin, sha256)).json()).toEqual({ is_complete: true });
    const answer = await rights();
    expect(answer.is_due).toBe(false);
    expect(answer.reviews).toMatchObject([{ confirmed_by: 'Katrin Voss', is_alone: true, second_by: null }]);
  });

  test('ADM-21 AUTH-37 with a second administrator it waits for the same matrix to be confirmed by the other', async () => {
    const second = await secondAdministrator();
    const { sha256 } = await rights();
    for (const _ of [1, 2]) expect((await confirm(admin, sha256)).json()).toEqual({ is_complete: false });
    expect((await rights()).is_due).toBe(true);
    expect((await confirm(second, sha256)).json()).toEqual({ is_complete: true });
    const answer = await rights();
    expect(answer.reviews).toMatchObject([
      { confirmed_by: 'Katrin Voss', second_by: 'Zoe Zweite', is_alone: false, is_complete: true },
    ]);
    const id = answer.reviews[0]?.id;
    await demo.web.sql("update lb_user set name = 'Anders' where email = 'buyer@demo.test'");
    const kept = (await admin.send({ method: 'GET', url: `/api/rights/review/${id}` })).json<RightsAnswer>();
    expect(of(kept, 'buyer@demo.test')?.name).toBe('Ina Berg');
    await demo.web.sql("update lb_user set name = 'Ina Berg' where email = 'buyer@demo.test'");
  });

  test('ADM-21 a confirmation of rights that changed meanwhile is refused, and one that waits for them is void', async () => {
    const second = await secondAdministrator();
    const { sha256 } = await rights();
    await confirm(admin, sha256);
    await demo.web.sql("update lb_user set approval_limit = 1001 where email = 'approver1@demo.test'");
    expect((await confirm(second, sha256)).status).toBe(409);
    const now = await rights(second);
    expect((await confirm(second, now.sha256)).json()).toEqual({ is_complete: false });
    expect((await rights()).reviews).toMatchObject([{ confirmed_by: 'Zoe Zweite', is_complete: false }]);
    await demo.web.sql("update lb_user set approval_limit = 1000 where email = 'approver1@demo.test'");
  });

  test('ADM-21 AUTH-29 nobody confirms while acting as another', async () => {
    const second = await secondAdministrator();
    const { sha256 } = await rights();
    const acting = { ...second.context, actorId: admin.context.userId };
    const token = await demo.web.tokens.issueAccess({
      tenantId,
      tenantName: 'demo',
      userId: acting.userId,
      actorId: acting.actorId,
      means: 'link',
      tokenVersion: 1,
      email: 'zweite@demo.test',
      language: 'de',
      roles: ['user-admin'],
      permissions: '',
    });
    const answer = await demo.send({
      method: 'POST',
      url: '/api/rights/confirm',
      headers: { authorization: `Bearer ${token}` },
      payload: { sha256 },
    });
    expect(answer.status).toBe(403);
    // The database refuses it, too.
    await expect(
      demo.web.database.inTenant(acting, (tx) => tx.query('select app.confirm_rights($1)', [sha256]), {
        role: 'writer',
      }),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('ADM-21 a complete confirmation cannot be changed or removed, not even by the owner of the database', async () => {
    const { sha256 } = await rights();
    await confirm(admin, sha256);
    for (const statement of ["update rights_review set confirmed_by = 'Anders'", 'delete from rights_review'])
      await expect(demo.web.sql(statement)).rejects.toThrow(/is kept/);
  });
});

describe('own templates', () => {
  const insert = `mutation ($object: role_template_insert_input!) { insert_role_template_one(object: $object) { id } }`;
  const graphql = (person: WebCaller, query: string, variables = {}) =>
    person.send({ method: 'POST', url: '/v1/graphql', payload: { query, variables } });

  test('ADM-21 AUTH-37 rights of a template wait for a second administrator, and none has those of operators or auditors', async () => {
    await secondAdministrator();
    await graphql(admin, insert, { object: { name: 'Labor', roles: ['user-price'] } });
    const stored = await demo.web.sql("select roles from role_template where name = 'Labor'");
    expect(stored).toEqual([{ roles: [] }]);
    expect(await demo.web.sql("select state from control_change where table_name = 'role_template'")).toEqual(
      [{ state: 'pending' }],
    );
    for (const role of ['user-operator', 'user-auditor'])
      await expect(
        demo.web.sql(`insert into role_template (tenant_id, name, roles) values ($1, $2, $3)`, [
          tenantId,
          role,
          `{${role}}`,
        ]),
      ).rejects.toThrow(/role_template_grantable/);
  });

  test('ADM-21 only administrators see templates', async () => {
    const buyer = await demo.person('buyer@demo.test');
    const answer = await graphql(buyer, '{ role_template { name } }');
    expect(answer.body.toString()).not.toContain('Labor');
  });
});
