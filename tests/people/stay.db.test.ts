import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Office } from '../isolation/people.ts';
import { quoted } from '../support/catalogue.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

/** References that do not record a person's acts: choices by others, and personal data deleted with the person. */
const noActs = [
  'accounting_sign_in.lb_user_id',
  'approval_link.lb_user_id',
  'client.responsible_id',
  'client.user_clearing_id',
  'client.user_consignee_id',
  'client.user_invoice_clearing_id',
  'client.user_invoice_manual_check_id',
  'client.user_select_product_id',
  'client.user_send_order_id',
  'configuration.lb_user_id',
  'contract_calendar.lb_user_id',
  'cost_center_approver.lb_user_id',
  'department.responsible_id',
  'department.user_clearing_id',
  'department.user_consignee_id',
  'department.user_select_product_id',
  'department.user_send_order_id',
  'department_approver.lb_user_id',
  'directory_group.task_group_id',
  'directory_member.lb_user_id',
  'directory_person.lb_user_id',
  'document_person.lb_user_id',
  'favourite_product.lb_user_id',
  'job.lb_user_id',
  'known_device.lb_user_id',
  'lb_user.substitute_id',
  'login_token.lb_user_id',
  'mail.lb_user_id',
  'notification.lb_user_id',
  'passkey.lb_user_id',
  'permission_user.lb_user_id',
  'product_group.user_select_product_id',
  'push_subscription.lb_user_id',
  'record_lock.locked_by_id',
  'refresh_token.actor_id',
  'refresh_token.lb_user_id',
  'saved_filter.lb_user_id',
  'scheduled_export.lb_user_id',
  'service_token.lb_user_id',
  'sign_on_group.task_group_id',
  'sign_on_identity.lb_user_id',
  'supplier_approver.lb_user_id',
  'task_group_user.lb_user_id',
  'task_group_user.task_group_id',
  'tour.lb_user_id',
  'user_address.lb_user_id',
  'webhook.lb_user_id',
];

interface PersonColumn {
  readonly relation: string;
  readonly column_name: string;
  readonly is_act: boolean;
}

describe('ADM-23 acts of a person', () => {
  let office: Office;
  beforeAll(async () => {
    office = await Office.open();
  }, 120_000);
  afterAll(() => office?.close());

  const columns = async () =>
    (await office.owner.query<PersonColumn>('select * from app.columns_of_people()')).rows;

  test('are all columns that reference people, except the reviewed ones', async () => {
    const rest = (await columns()).filter((one) => !one.is_act);
    expect(rest.map((one) => `${one.relation}.${one.column_name}`).toSorted()).toEqual(noActs);
  });

  test('each prevents deletion, and conversion to a group', async () => {
    const { owner } = office;
    const acts = (await columns()).filter((one) => one.is_act);
    expect(acts.length).toBeGreaterThan(50);
    const kept: string[] = [];
    for (const [place, { relation, column_name }] of acts.entries()) {
      await owner.query('begin');
      const { rows } = await owner.query<{ tenant_id: string; id: string }>(
        'insert into lb_user (tenant_id, name, email) values ($1, $2, $3) returning tenant_id, id',
        [office.factory.tenant.id, `Neu ${place}`, `neu${place}@a.test`],
      );
      const [person] = rows;
      // Other checks of the row do not matter here.
      await owner.query('set local session_replication_role = replica');
      const written = await owner.query(
        `update ${quoted(relation)} set ${quoted(column_name)} = $1
         where ctid = (select ctid from ${quoted(relation)} where tenant_id = $2 limit 1)`,
        [person?.id, person?.tenant_id],
      );
      await owner.query('set local session_replication_role = origin');
      expect(written.rowCount, `${relation} has no row`).toBe(1);
      for (const attempt of [
        'delete from lb_user where id = $1',
        'update lb_user set is_group = true where id = $1',
      ]) {
        await owner.query('savepoint attempt');
        const answer = await owner.query(attempt, [person?.id]).then(
          () => 'done',
          (error: Error) => error.message,
        );
        await owner.query('rollback to savepoint attempt');
        kept.push(`${relation}.${column_name} ${attempt.split(' ')[0]}: ${answer}`);
      }
      await owner.query('rollback');
    }
    expect(kept).toEqual(
      acts.flatMap(({ relation, column_name }) => [
        `${relation}.${column_name} delete: foreign_key_violation`,
        `${relation}.${column_name} update: not_convertible`,
      ]),
    );
  });
});

describe('ADM-23 people and groups', () => {
  let two: TwoAdministrators;
  beforeAll(async () => {
    two = await openTwoAdministrators();
  }, 120_000);
  afterAll(() => two?.close());

  const ways = {
    'by its key': (id: number) => `mutation { delete_lb_user_by_pk(id: ${id}) { id } }`,
    'by a condition': (id: number) =>
      `mutation { delete_lb_user(where: { id: { _eq: ${id} } }) { affected_rows } }`,
  };
  test.each(Object.entries(ways))(
    'a person with acts cannot be deleted %s, and no deletion request is created',
    async (_, mutation) => {
      const { admin, ids } = two;
      for (const id of [ids.person, two.second.context.userId]) {
        expect((await admin.refusal(mutation(id ?? 0))).code).toBe('foreign_key_violation');
      }
      expect(await two.waiting()).toEqual([]);
    },
  );

  test('a person who acts while their deletion waits is kept, and the request names its proposer', async () => {
    const { admin, second, decide, setup } = two;
    const made = await admin.get<{ made: { id: number } }>(
      'mutation { made: insert_lb_user_one(object: { name: "Paula Neu", email: "paula@demo.test", approval_limit: "10.00" }) { id } }',
    );
    const { id } = made.made;
    await admin.get(`mutation { delete_lb_user_by_pk(id: ${id}) { id } }`);
    const [change] = await two.waiting();
    const paula = await setup.demo.person('paula@demo.test');
    await paula.get(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { lang: "en" }) { id } }`,
    );
    expect(await decide(second, 'confirm', change?.id)).toBe('foreign_key_violation');
    expect(await decide(admin, 'reject', change?.id)).toBeUndefined();
    await admin.get(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { active: false }) { id } }`,
    );
    const named = await admin.get<{ changes: { proposed_by: { name: string } }[] }>(
      '{ changes: control_change(where: { control: { _eq: "lb_user" } }) { proposed_by { name } } }',
    );
    expect(named.changes.map((one) => one.proposed_by.name)).toEqual(['Katrin Voss']);
  });

  const becomes = (id: number | undefined, isGroup: boolean) =>
    two.admin.refusal(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { is_group: ${isGroup} }) { id } }`,
    );

  test('a person with a limit, an approver link or a membership cannot become a group', async () => {
    const { tenant, ids, setup } = two;
    const add = async (name: string, limit: string | null = null) => {
      const [row] = await setup.demo.web.sql<{ id: string }>(
        'insert into lb_user (tenant_id, name, email, approval_limit) values ($1, $2, $3, $4) returning id',
        [tenant, name, `${name}@demo.test`, limit],
      );
      return Number(row?.id);
    };
    expect((await becomes(await add('limit', '5'), true)).problems).toEqual([
      expect.objectContaining({ field: 'is_group', code: 'not_convertible' }),
    ]);
    for (const [table, column] of [
      ['department_approver', 'department_id'],
      ['cost_center_approver', 'cost_center_id'],
      ['supplier_approver', 'supplier_id'],
      ['task_group_user', 'task_group_id'],
    ] as const) {
      const id = await add(table);
      const owner = table === 'task_group_user' ? ids.group : ids[table.replace('_approver', '')];
      await setup.demo.web.sql(
        `insert into ${table} (tenant_id, ${column}, lb_user_id) values ($1, $2, $3)`,
        [tenant, owner, id],
      );
      expect((await becomes(id, true)).code, table).toBe('not_convertible');
    }
    // The group has members now.
    expect((await becomes(ids.group, false)).code).toBe('not_convertible');
    expect(await two.waiting()).toEqual([]);
  });
});
