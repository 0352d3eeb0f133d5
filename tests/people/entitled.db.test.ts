import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { servedKinds } from '../../src/app/server/kinds.ts';
import { taskJobs } from '../../src/document/server/task-jobs.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { act, type Document, draftOf, load, on, refused } from '../procurement/requests.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { todayInSql } from '../support/today.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

let two: TwoAdministrators;
let requester: WebCaller;
beforeAll(async () => {
  two = await openTwoAdministrators();
  requester = await two.setup.demo.person('requester@demo.test');
}, 120_000);
afterAll(() => two?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  two.setup.demo.web.sql<Row>(text, values);

beforeEach(async () => {
  await sql('update lb_user set substitute_id = null, absence_from = null, absence_to = null');
  await sql("update client set when_limit_exceeded = 'confirm'");
});

const settle = () =>
  taskJobs(two.setup.demo.web.database, servedKinds).settle_tasks?.({
    id: 0,
    kind: 'settle_tasks',
    context: systemContext(two.tenant),
    input: {},
    progress: async () => {},
  });

async function submitted(): Promise<Document> {
  const draft = await draftOf(requester, { name: 'Messuhr' });
  return await act(requester, 'submit', draft);
}
const holderOf = async ({ id }: Document) => {
  const [row] = await sql<{ id: string }>(
    `select e.lb_user_id as id from procurement d join timeline t on t.id = d.timeline_id
     join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no where d.id = $1`,
    [id],
  );
  return Number(row?.id);
};

/** A person with given roles and limit who is not an approver yet. */
async function substitute(name: string, roles: string[], limit: string | null): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into lb_user (tenant_id, name, email, roles, approval_limit, client_id)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [two.tenant, name, `${name}@demo.test`, roles, limit, two.ids.client],
  );
  return Number(row?.id);
}
const goesAway = (id: number | undefined, to: number) =>
  sql(
    `update lb_user set substitute_id = $2, absence_from = ${todayInSql}, absence_to = ${todayInSql} where id = $1`,
    [id, to],
  );

describe('APPR-20 a substitute', () => {
  test('without approval rights or the price role gets no approvals', async () => {
    const [none, blind, able] = await Promise.all([
      substitute('ohnelimit', ['user-price'], null),
      substitute('ohnepreise', [], '99999'),
      substitute('darf', ['user-price'], '99999'),
    ]);
    const document = await submitted();
    const owner = await holderOf(document);
    for (const id of [none, blind]) {
      await goesAway(owner, id);
      await settle();
      expect(await holderOf(document)).toBe(owner);
    }
    await goesAway(owner, able);
    await settle();
    expect(await holderOf(document)).toBe(able);
    const handed = (await load(two.admin, document.id)) ?? document;
    const darf = () => two.setup.demo.person('darf@demo.test');
    // Lost rights cannot be used any more.
    for (const [loss, back] of [
      ["roles = '{}'", "roles = '{user-price}'"],
      ['approval_limit = null', 'approval_limit = 99999'],
    ] as const) {
      await sql(`update lb_user set ${loss} where id = $1`, [able]);
      const answer = await refused(await darf(), 'approve', on(handed));
      expect([loss, answer.code]).toEqual([loss, 'substitute_not_entitled']);
      await sql(`update lb_user set ${back} where id = $1`, [able]);
    }
    expect((await act(await darf(), 'approve', handed)).status).not.toBe('approval');
  });

  test('with too low a limit gets the approval if the company asks, but not if it blocks', async () => {
    const low = await substitute('wenig', ['user-price'], '0.01');
    const document = await submitted();
    const owner = await holderOf(document);
    await sql("update client set when_limit_exceeded = 'block'");
    await goesAway(owner, low);
    await settle();
    expect(await holderOf(document)).toBe(owner);
    await sql("update client set when_limit_exceeded = 'confirm'");
    await settle();
    expect(await holderOf(document)).toBe(low);
  });

  test('is named by the person, or by two administrators', async () => {
    const { admin, second, ids, waiting, decide, storedIn, setup } = two;
    const able = await substitute('vertretung', ['user-price'], '99999');
    const naming = (who: WebCaller) =>
      who.ask(
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.person} }, _set: { substitute_id: ${able} }) { id } }`,
      );
    expect(await naming(admin)).toMatchObject({ extensions: { waiting: 1 } });
    expect(await storedIn('lb_user', ids.person ?? 0, 'substitute_id')).toBeNull();
    const [change] = await waiting();
    expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
    expect(await storedIn('lb_user', ids.person ?? 0, 'substitute_id')).toBe(String(able));
    await sql('update lb_user set substitute_id = null where id = $1', [ids.person]);
    expect((await naming(await setup.demo.person('approver1@demo.test'))).errors).toBeUndefined();
    expect(await storedIn('lb_user', ids.person ?? 0, 'substitute_id')).toBe(String(able));
  });
});

describe('APPR-20 auditors, blocked and inactive people', () => {
  const states: Readonly<Record<string, string>> = {
    blocked: 'blocked = true',
    inactive: 'active = false',
    auditor: `roles = '{user-auditor}', auditor_client_id = (select min(id) from client c where c.tenant_id = lb_user.tenant_id),
      auditor_from = '2020-01-01', auditor_until = '2020-12-31', auditor_ends_on = '2090-12-31'`,
  };
  const made = async (state: string) => {
    const id = await substitute(`nicht-${state}`, [], null);
    await sql(`update lb_user set ${states[state]} where id = $1`, [id]);
    return id;
  };

  test.each(Object.keys(states))(
    '%s: cannot be named as approver or substitute in any way',
    async (state) => {
      const { admin, ids } = two;
      const id = await made(state);
      for (const table of ['department_approver', 'cost_center_approver', 'supplier_approver']) {
        const owner = table.replace('_approver', '');
        const mutation = `mutation { insert_${table}(objects: [{ ${owner}_id: ${ids[owner]}, lb_user_id: ${id} }]) { affected_rows } }`;
        expect([table, (await admin.refusal(mutation)).code]).toEqual([table, 'not_selectable']);
      }
      expect(
        await admin.refusal(
          `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.other} }, _set: { substitute_id: ${id} }) { id } }`,
        ),
      ).toMatchObject({
        code: 'not_selectable',
        problems: [{ field: 'substitute_id', code: 'not_selectable' }],
      });
      const job = await two.setup.run('lb_user', `E-Mail;Vertretung\napprover2@demo.test;nicht-${state}\n`);
      expect(job).toMatchObject({ state: 'done', result: { changed: 0, problems: 1 } });
      expect(await two.waiting()).toEqual([]);
    },
  );

  test.each(Object.keys(states))('%s: approves nothing, even if linked and chosen', async (state) => {
    const id = await substitute(`war-${state}`, ['user-price'], null);
    await sql(
      'insert into department_approver (tenant_id, department_id, lb_user_id, is_required) select tenant_id, department_id, $1, true from lb_user where id = $2',
      [id, requester.context.userId],
    );
    const before = await submitted();
    expect(await approversOf(before)).toContain(id);
    // Bypasses the checks on writing.
    await sql(
      `do $$ begin set local session_replication_role = replica; update lb_user set ${states[state]} where id = ${id}; end $$`,
    );
    const after = await submitted();
    expect(await approversOf(after)).not.toContain(id);
    const chosen = await draftOf(requester, { name: 'Gewählt' });
    const sent = await act(requester, 'submit', chosen, { approver_ids: [id] });
    expect(await approversOf(sent)).not.toContain(id);
    await sql('delete from department_approver where lb_user_id = $1', [id]);
  });

  const approversOf = async ({ id }: Document) =>
    (
      await sql<{ id: string }>(
        "select lb_user_id as id from timeline_entry where procurement_id = $1 and type = 'approval'",
        [id],
      )
    ).map((row) => Number(row.id));

  test('an approver, a substitute or a person with a limit cannot become an auditor', async () => {
    const limited = await substitute('limitiert', [], '5');
    const named = await substitute('genannt', [], null);
    await sql('update lb_user set substitute_id = $2 where id = $1', [two.ids.other, named]);
    const linked = await substitute('verknüpft', [], null);
    await sql('insert into supplier_approver (tenant_id, supplier_id, lb_user_id) values ($1, $2, $3)', [
      two.tenant,
      two.ids.supplier,
      linked,
    ]);
    for (const id of [limited, named, linked]) {
      await expect(sql(`update lb_user set ${states.auditor} where id = $1`, [id])).rejects.toThrow(
        'auditor_only',
      );
    }
  });
});
