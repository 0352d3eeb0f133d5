import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

let two: TwoAdministrators;
let admin: WebCaller;
let second: WebCaller;
let sql: TwoAdministrators['setup']['demo']['web']['sql'];

beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ admin } = two);
  sql = two.setup.demo.web.sql;
  await sql(
    "update lb_user set roles = array_remove(roles, 'user-can-insert-supplier') where email = 'accountant@demo.test'",
  );
}, 120_000);
afterAll(() => two?.close());

/** Whether companies require a second person, and whether there is one. */
const modes = ['on', 'off', 'alone'] as const;
type Mode = (typeof modes)[number];

const entitled = ['user-admin', 'user-can-insert-supplier'];
async function turnTo(mode: Mode): Promise<void> {
  await sql('update client set bank_change_second_person = $1', [mode !== 'off']);
  await sql(
    `update lb_user set roles = array(select unnest(roles) except select unnest($2::text[])) || $3::text[]
     where tenant_id = $1 and email in ('receiver@demo.test', 'selector@demo.test', 'buyer@demo.test')`,
    [two.tenant, entitled, mode === 'alone' ? [] : entitled],
  );
  second = await two.setup.demo.person('receiver@demo.test');
}

let made = 0;
/** A new German account for each case. */
function nextIban(): string {
  made += 1;
  const account = `20050550${String(made).padStart(10, '0')}`;
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

interface Way {
  /** Gives the account to a supplier of this name, which exists already unless the way creates a new one. */
  give(name: string, id: number, iban: string): Promise<unknown>;
}
const newOnes: Readonly<Record<string, Way>> = {
  'by one': {
    give: (name, _, iban) =>
      admin.get(`mutation { insert_supplier_one(object: { name: "${name}", iban: "${iban}" }) { id } }`),
  },
  'by many': {
    give: (name, _, iban) =>
      admin.get(
        `mutation { insert_supplier(objects: [{ name: "${name}", iban: "${iban}" }]) { affected_rows } }`,
      ),
  },
  'by an upsert': {
    give: (name, _, iban) =>
      admin.get(`mutation { insert_supplier(objects: [{ name: "${name}", iban: "${iban}" }],
        on_conflict: { constraint: supplier_pkey, update_columns: [iban] }) { affected_rows } }`),
  },
  nested: {
    give: (name, _, iban) =>
      admin.get(`mutation { insert_product_one(object: { name: "Für ${name}", item_number: "N-${made}",
        supplier: { data: { name: "${name}", iban: "${iban}" } } }) { id } }`),
  },
  'by an import': {
    give: async (name, _, iban) => {
      const job = await two.setup.run('supplier', `Name;IBAN\n${name};${iban}\n`);
      expect(job.state).toBe('done');
    },
  },
};
const knownOnes: Readonly<Record<string, Way>> = {
  'by key': {
    give: (_, id, iban) =>
      admin.get(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${id} }, _set: { iban: "${iban}" }) { id } }`,
      ),
  },
  'by where': {
    give: (_, id, iban) =>
      admin.get(
        `mutation { update_supplier(where: { id: { _eq: ${id} } }, _set: { iban: "${iban}" }) { affected_rows } }`,
      ),
  },
  'by many': {
    give: (_, id, iban) =>
      admin.get(
        `mutation { update_supplier_many(updates: [{ where: { id: { _eq: ${id} } }, _set: { iban: "${iban}" } }]) { affected_rows } }`,
      ),
  },
  'by the table view': {
    give: (_, id, iban) =>
      admin.get(`mutation { insert_supplier(objects: [{ id: ${id}, iban: "${iban}" }],
        on_conflict: { constraint: supplier_pkey, update_columns: [iban] }) { affected_rows } }`),
  },
  'by an import': {
    give: async (name, _, iban) => {
      const job = await two.setup.run('supplier', `Name;IBAN\n${name};${iban}\n`);
      expect(job.state).toBe('done');
    },
  },
};

const standing = async (name: string) => {
  const [row] = await sql<{ iban: string | null; states: string[]; is_payable: boolean; wanted: string }>(
    `select s.iban, array(select b.state || case when b.at_once then ' at once' else '' end from supplier_bank_change b
       where b.supplier_id = s.id order by b.id) as states,
       (select b.iban from supplier_bank_change b where b.supplier_id = s.id order by b.id desc limit 1) as wanted
     from supplier s where s.tenant_id = $1 and s.name = $2`,
    [two.tenant, name],
  );
  return row;
};

describe.each(modes)('INV-33 ADM-23 an account, with a second person %s,', (mode) => {
  const waits = mode === 'on';
  beforeAll(() => turnTo(mode));

  const chosen = (ways: typeof newOnes) => Object.entries(ways);
  test.each(chosen(newOnes))('of a new supplier %s', async (_, { give }) => {
    const iban = nextIban();
    const name = `Neu ${mode} ${made}`;
    await give(name, 0, iban);
    expect(await standing(name)).toMatchObject({
      iban: waits ? null : iban,
      states: [waits ? 'pending' : 'confirmed at once'],
      wanted: iban,
    });
  });

  test.each(chosen(knownOnes))('of a known supplier %s', async (_, { give }) => {
    for (const former of inDepth([null], [null, nextIban()])) {
      const iban = nextIban();
      const name = `Bekannt ${mode} ${made}`;
      const [row] = await sql<{ id: string }>(
        'insert into supplier (tenant_id, name, iban) values ($1, $2, $3) returning id',
        [two.tenant, name, former],
      );
      await give(name, Number(row?.id), iban);
      const stood = former === null ? [] : ['confirmed at once'];
      expect(await standing(name)).toMatchObject({
        iban: waits ? former : iban,
        states: [...stood, waits ? 'pending' : 'confirmed at once'],
        wanted: iban,
      });
    }
  });
});

describe('INV-33 nobody becomes the only person by', () => {
  beforeAll(() => turnTo('alone'));

  const waitsOf = async (): Promise<readonly string[] | undefined> => {
    const iban = nextIban();
    const name = `Allein ${made}`;
    await newOnes['by one']?.give(name, 0, iban);
    return (await standing(name))?.states;
  };

  test('blocking the persons who could confirm', async () => {
    expect(await waitsOf()).toEqual(['confirmed at once']);
    const id = await two.idOf('lb_user', "email = 'buyer@demo.test'");
    await sql("update lb_user set roles = roles || '{user-can-insert-supplier}' where id = $1", [id]);
    expect(await waitsOf()).toEqual(['pending']);
    await admin.get(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { blocked: true }) { id } }`,
    );
    expect(await waitsOf()).toEqual(['pending']);
    await sql('update lb_user set blocked = false where id = $1', [id]);
  });

  test('taking the right away from the persons who could confirm', async () => {
    const id = await two.idOf('lb_user', "email = 'buyer@demo.test'");
    const roles = await two.storedIn('lb_user', id, 'array_to_json(roles)');
    const left = (JSON.parse(roles ?? '[]') as string[]).filter((role) => !entitled.includes(role));
    await admin.get(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { roles: ${JSON.stringify(left)} }) { id } }`,
    );
    expect(await two.waiting()).toEqual([]);
    expect(await waitsOf()).toEqual(['pending']);
    await sql('delete from control_change');
    expect(await waitsOf()).toEqual(['confirmed at once']);
  });
});

describe('INV-33 a proposal', () => {
  beforeAll(() => turnTo('on'));

  const proposed = async (numbers = '') => {
    const iban = nextIban();
    const name = `Wartend ${made}`;
    const { made: supplier } = await admin.get<{ made: { id: number } }>(
      `mutation { made: insert_supplier_one(object: { name: "${name}", iban: "${iban}" ${numbers} }) { id } }`,
    );
    return { id: supplier.id, name, iban };
  };
  const lastOf = async (id: number) => {
    const [row] = await sql<{ state: string; void_columns: string[] | null; id: string }>(
      'select id, state, void_columns from supplier_bank_change where supplier_id = $1 order by id desc limit 1',
      [id],
    );
    return row;
  };
  const set = (id: number, values: string) =>
    admin.get(`mutation { update_supplier_by_pk(pk_columns: { id: ${id} }, _set: { ${values} }) { id } }`);

  test.each([
    ['name', 'name: "Ganz anders"'],
    ['supplier_number', 'supplier_number: "998877"'],
    ['external_id', 'external_id: "79871"'],
    ['vat_number', 'vat_number: "DE136695976"'],
    ['tax_number', 'tax_number: "12/345/67890"'],
    ['country', 'country: "AT"'],
    ['active', 'active: false'],
  ])('becomes void when the %s of the supplier changes, and states the reason', async (column, values) => {
    const { id } = await proposed();
    await set(id, values);
    expect(await lastOf(id)).toMatchObject({ state: 'void', void_columns: [column] });
    const change = await lastOf(id);
    const { errors } = await second.ask(
      `mutation { supplier_bank_change_confirm(id: ${change?.id}) { id } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('record_changed');
  });

  test('becomes void once the supplier gets another number in a company', async () => {
    const { id } = await proposed();
    const client = two.ids.client;
    await admin.get(
      `mutation { insert_supplier_client_one(object: { supplier_id: ${id}, client_id: ${client}, external_id: "79872" }) { id } }`,
    );
    expect(await lastOf(id)).toMatchObject({ state: 'void', void_columns: ['client_id', 'external_id'] });
  });

  test('stays when none of these fields changes, and when it comes with the change', async () => {
    const { id, name } = await proposed(', supplier_number: "998878"');
    await set(id, `name: "${name}", notes: "Nur telefonisch", active: true`);
    expect(await lastOf(id)).toMatchObject({ state: 'pending' });
    await set(id, `name: "Neu und anders ${made}", iban: "${nextIban()}"`);
    expect(await lastOf(id)).toMatchObject({ state: 'pending' });
  });

  test('keeps its proposer when another person proposes the same account', async () => {
    const { id, iban } = await proposed();
    const before = await lastOf(id);
    await second.get(
      `mutation { update_supplier_by_pk(pk_columns: { id: ${id} }, _set: { iban: "${iban}" }) { id } }`,
    );
    expect(await lastOf(id)).toEqual(before);
  });

  test('is not confirmed by a setting, a deactivated company, or a new supplier in its place', async () => {
    const { id, name, iban } = await proposed();
    await sql('update client set bank_change_second_person = false, active = false');
    await set(id, `iban: "${nextIban()}"`);
    expect((await standing(name))?.iban).toBeNull();
    expect(await lastOf(id)).toMatchObject({ state: 'pending' });
    await sql('update client set bank_change_second_person = true, active = true');
    await admin.get(`mutation { delete_supplier_by_pk(id: ${id}) { id } }`);
    await newOnes['by one']?.give(name, 0, iban);
    expect(await standing(name)).toMatchObject({ iban: null, states: ['pending'] });
    expect(await sql('select state from supplier_bank_change where supplier_id is null order by id')).toEqual(
      [{ state: 'replaced' }, { state: 'void' }],
    );
  });
});
