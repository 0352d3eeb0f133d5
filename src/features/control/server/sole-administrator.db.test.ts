import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { eventually } from '../../../../tests/support/web.ts';

let two: TwoAdministrators;
let count = 0;
beforeAll(async () => {
  two = await openTwoAdministrators();
  await two.setup.demo.web.sql("update lb_user set roles = array_remove(roles, 'user-admin') where id = $1", [
    two.second.context.userId,
  ]);
}, 120_000);
afterAll(() => two?.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  two.setup.demo.web.sql<Row>(text, values);
const set = (id: number, change: string) =>
  two.admin.get(`mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { ${change} }) { id } }`);

/** A person created by the administrator long ago. */
async function longThere(columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
  count += 1;
  const given = { name: `Lange da ${count}`, email: `lange${count}@demo.test`, roles: [], ...columns };
  const names = Object.keys(given);
  const [row] = await sql<{ id: string }>(
    `insert into lb_user (tenant_id, made_by_id, made_at, ${names.join(', ')})
     values ($1, $2, now() - interval '300 days', ${names.map((_, place) => `$${place + 3}`).join(', ')}) returning id`,
    [two.tenant, two.admin.context.userId, ...Object.values(given)],
  );
  return Number(row?.id);
}
async function group(columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
  return await longThere({ email: null, is_group: true, ...columns });
}
const join = (groupId: number, id: number) =>
  two.admin.get(
    `mutation { insert_task_group_user(objects: [{ task_group_id: ${groupId}, lb_user_id: ${id} }]) { affected_rows } }`,
  );
const joined = (groupId: number, id: number) =>
  sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
    two.tenant,
    groupId,
    id,
  ]);
const admins = ['user-admin'];

/** All ways in which a sole administrator gets a second one of their own choice. */
const ways: Readonly<Record<string, () => Promise<number>>> = {
  'who is new': async () => {
    const made = await two.admin.get<{ made: { id: number } }>(
      'mutation { made: insert_lb_user_one(object: { name: "Neu", email: "ganzneu@demo.test", roles: ["user-admin"] }) { id } }',
    );
    return made.made.id;
  },
  'who came by an import': async () => {
    const job = await two.setup.run(
      'lb_user',
      'Name;E-Mail;Rechte;Sprache\nImport;import@demo.test;Administration: alle Rechte;Deutsch\n',
    );
    expect(job).toMatchObject({ state: 'done', result: { added: 1 } });
    const [row] = await sql<{ id: string }>("select id from lb_user where email = 'import@demo.test'");
    return Number(row?.id);
  },
  'who had left': async () => {
    const id = await longThere({ roles: admins, active: false });
    await set(id, 'active: true');
    return id;
  },
  'who was blocked': async () => {
    const id = await longThere({ roles: admins, blocked: true });
    await set(id, 'blocked: false');
    return id;
  },
  'with another address': async () => {
    const id = await longThere({ roles: admins });
    // While inactive the person cannot confirm, so the change applies immediately.
    await sql('update lb_user set active = false where id = $1', [id]);
    await set(id, 'email: "umgezogen@demo.test"');
    await sql('update lb_user set active = true where id = $1', [id]);
    return id;
  },
  'who was given the right later': async () => {
    const id = await longThere();
    await set(id, 'roles: ["user-admin"]');
    return id;
  },
  'by a membership': async () => {
    const id = await longThere();
    await join(await group({ roles: admins }), id);
    return id;
  },
  'by a right of his group': async () => {
    const [id, groupId] = [await longThere(), await group()];
    await joined(groupId, id);
    await set(groupId, 'roles: ["user-admin"]');
    return id;
  },
  'by his group that is active again': async () => {
    const [id, groupId] = [await longThere(), await group({ roles: admins, active: false })];
    await joined(groupId, id);
    await set(groupId, 'active: true');
    return id;
  },
  'by a membership that moved': async () => {
    const [id, other, groupId] = [await longThere(), await group(), await group({ roles: admins })];
    await joined(other, id);
    await two.admin.get(
      `mutation { update_task_group_user(where: { lb_user_id: { _eq: ${id} } }, _set: { task_group_id: ${groupId} }) { affected_rows } }`,
    );
    return id;
  },
};

beforeEach(async () => {
  // No other administrator is active now or was recently.
  await sql(
    `update lb_user set active = false, put_out_at = null where tenant_id = $1 and not is_group and id <> $2 and roles && '{user-admin}'`,
    [two.tenant, two.admin.context.userId],
  );
  await sql(
    "delete from task_group_user m using lb_user g where g.id = m.task_group_id and g.roles && '{user-admin}'",
  );
});

describe('AUTH-37 a second administrator chosen by the sole one', () => {
  test.each(Object.keys(ways))(
    '%s cannot confirm changes of the sole one for seven days from then',
    async (way) => {
      const id = (await ways[way]?.()) ?? 0;
      const standing = async () => {
        const [row] = await sql<{ administers: boolean; confirms: boolean; watched: boolean }>(
          `select app.administers($1, $2) as administers, app.may_confirm($1, $2, $3) as confirms, app.is_watched($1, $3) as watched`,
          [two.tenant, id, two.admin.context.userId],
        );
        return row;
      };
      expect(await standing()).toEqual({ administers: true, confirms: false, watched: false });
      await sql("update lb_user set made_at = made_at - interval '8 days' where id = $1", [id]);
      expect(await standing()).toEqual({ administers: true, confirms: true, watched: true });
    },
  );
});

describe('INV-33 a sole administrator who confirms accounts', () => {
  const isWatched = async () =>
    (
      await sql<{ watched: boolean }>('select app.accounts_are_watched($1, $2) as watched', [
        two.tenant,
        two.admin.context.userId,
      ])
    )[0]?.watched;

  test('is watched after deactivating a group, and not for reactivating it', async () => {
    await sql(
      "delete from control_change where control = any ('{active,is_group,lb_user,roles,task_group_user}')",
    );
    // Nobody else can confirm an account, now or recently.
    await sql(
      "update lb_user set roles = array_remove(array_remove(roles, 'user-admin'), 'user-can-insert-supplier') where tenant_id = $1 and id <> $2",
      [two.tenant, two.admin.context.userId],
    );
    expect(await isWatched()).toBe(false);
    const groupId = await group({ active: false });
    await set(groupId, 'active: true');
    expect(await isWatched()).toBe(false);
    await set(groupId, 'active: false');
    expect(await isWatched()).toBe(true);
  });
});

describe('AUTH-37 changes by a sole administrator', () => {
  const reported = async (recipient: string, words: string) => {
    await sql("update graphile_worker._private_jobs set run_at = now() where key like 'control changes%'");
    return await eventually(
      async () =>
        (
          await sql<{ text_body: string }>(
            "select text_body from mail where kind = 'warning' and recipient = $1 and text_body like $2",
            [recipient, `%${words}%`],
          )
        )[0],
    );
  };

  test('are mailed to the people concerned, and to the operators without names and values', async () => {
    await sql(
      `insert into lb_user (tenant_id, name, email, roles, lang)
       select id, 'Olga Betrieb', 'betrieb@other.test', '{user-operator}', 'de' from tenant where id <> $1 order by id limit 1`,
      [two.tenant],
    );
    const [member, limited] = [await longThere(), await longThere()];
    const groupId = await group();
    await sql('delete from mail');
    await join(groupId, member);
    await set(limited, 'approval_limit: "77777.00"');
    for (const id of [member, limited])
      expect(
        await reported((await two.storedIn('lb_user', id, 'email')) ?? '', 'ohne zweite Person'),
      ).toBeDefined();
    const mail = await reported('betrieb@other.test', 'geändert von Katrin Voss');
    expect(mail.text_body).toContain('Freigabelimit');
    expect(mail.text_body).not.toContain('Lange da');
    expect(mail.text_body).not.toContain('77777');
  });

  test('of an account are mailed to those who pay, and to the operators without the supplier', async () => {
    // Nobody who could have confirmed it was deactivated recently.
    await sql('delete from control_change');
    await sql('alter table lb_user disable trigger touch');
    await sql(
      "update lb_user set roles = array_remove(roles, 'user-can-insert-supplier'), updated_at = now() - interval '8 days' where id <> $1",
      [two.admin.context.userId],
    );
    await sql('alter table lb_user enable trigger touch');
    await sql('delete from mail');
    await two.admin.get(
      'mutation { insert_supplier_one(object: { name: "Allein GmbH", external_id: "78901", iban: "DE89370400440532013000" }) { id } }',
    );
    await two.admin.get('mutation { insert_supplier_one(object: { name: "Ohne Konto GmbH" }) { id } }');
    expect((await reported('accountant@demo.test', 'Allein GmbH')).text_body).not.toContain('Ohne Konto');
    const mail = await reported('betrieb@other.test', 'ein Konto eines Lieferanten allein bestätigt');
    expect(mail.text_body).toContain('Katrin Voss');
    expect(mail.text_body).not.toContain('Allein GmbH');
    expect(await sql("select from mail where recipient = 'admin@demo.test'")).toEqual([]);
    expect(await sql('select from supplier_bank_change where is_untold')).toEqual([]);
  });

  test('are not mailed to operators where a second administrator has confirmed them', async () => {
    await sql(
      "update lb_user set roles = roles || '{user-admin}', active = true, made_by_id = null where id = $1",
      [two.second.context.userId],
    );
    const second = await two.setup.demo.person('receiver@demo.test', 'passkey');
    await sql('delete from mail');
    await two.changeLeast(8);
    const [change] = await two.waiting();
    expect(await two.decide(second, 'confirm', change?.id)).toBeUndefined();
    expect(await reported('admin@demo.test', 'entschieden von')).toBeDefined();
    expect(await sql("select from mail where recipient = 'betrieb@other.test'")).toEqual([]);
  });
});
