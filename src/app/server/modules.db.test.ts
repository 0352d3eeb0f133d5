import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../../../tests/support/demo-web.ts';
import { type Module, modulesByDefault } from '../../platform/modules.ts';
import { documentVisibility } from '../../timeline/server/document-visibility.ts';
import { moduleOfTable } from './module-tables.ts';

let demo: DemoWeb;
let admin: WebCaller;
let requester: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  requester = await demo.person('requester@demo.test');
});
afterAll(() => demo.close());
afterEach(() => setModules({}));

/** Sets some modules; the others have the defaults of a new tenant. */
async function setModules(set: Partial<Record<Module, boolean>>): Promise<void> {
  await demo.web.sql("delete from configuration where tenant_id = $1 and key like 'module\\_%'", [
    requester.context.tenantId,
  ]);
  for (const [module, isOn] of Object.entries(set)) {
    await demo.web.sql('insert into configuration (tenant_id, key, value) values ($1, $2, $3)', [
      requester.context.tenantId,
      `module_${module}`,
      String(isOn),
    ]);
  }
}

const ofModules: readonly Module[] = ['procurement', 'invoice', 'contract', 'permissions'];
const save = `mutation ($key: uuid!) { procurement_save(idempotency_key: $key, head: { name: "Bohrer" }) { id } }`;

interface RootFields {
  readonly __schema: {
    readonly [root: string]: {
      readonly fields: readonly {
        readonly name: string;
        readonly args: readonly { readonly name: string }[];
      }[];
    };
  };
}

/** All queries for rows of the module's tables: list, count and single row. */
async function questionsTo(module: Module): Promise<readonly string[]> {
  const { __schema } = await admin.get<RootFields>(
    '{ __schema { queryType { fields { name args { name } } } } }',
  );
  const fields = __schema.queryType?.fields ?? [];
  return fields
    .filter(({ name, args }) => name.endsWith('_by_pk') || args.some((arg) => arg.name === 'where'))
    .filter(({ name }) => moduleOfTable(name.replace(/_(aggregate|by_pk)$/, '')) === module)
    .map(({ name, args }) => {
      if (name.endsWith('_aggregate')) return `{ ${name} { aggregate { count } } }`;
      if (!name.endsWith('_by_pk')) return `{ ${name} { __typename } }`;
      return `{ ${name}(${args.map((arg) => `${arg.name}: 1`).join(', ')}) { __typename } }`;
    });
}

describe.each(ofModules)('GEN-10 the module %s', (module) => {
  test('refuses every query for its rows with permission_denied while off', async () => {
    const questions = await questionsTo(module);
    expect(questions.length).toBeGreaterThan(5);
    await setModules({ [module]: false });
    for (const question of questions) {
      expect([question, await admin.refusal(question)]).toMatchObject([
        question,
        { code: 'permission_denied' },
      ]);
    }
    const together = `{ client { id } beside: ${questions[0]?.slice(2) ?? ''}`;
    expect(await admin.refusal(together)).toMatchObject({ code: 'permission_denied' });
  });

  test('answers the same queries while on', async () => {
    await setModules({ [module]: true });
    for (const question of await questionsTo(module)) {
      expect([question, (await admin.ask(question)).errors]).toEqual([question, undefined]);
    }
  });
});

interface TypeNames {
  readonly __schema: {
    readonly types: readonly {
      readonly name: string;
      readonly fields: readonly { readonly name: string; readonly type: NamedType }[] | null;
    }[];
  };
}
interface NamedType {
  readonly name: string | null;
  readonly ofType?: NamedType | null;
}
const nameOf = (type: NamedType): string => type.name ?? (type.ofType ? nameOf(type.ofType) : '');

/** Relations into the module from every table with its own list. */
async function waysInto(
  module: Module,
): Promise<readonly { from: string; relation: string; isMany: boolean }[]> {
  const { __schema } = await admin.get<TypeNames>(
    '{ __schema { types { name fields { name type { name ofType { name ofType { name ofType { name } } } } } } } }',
  );
  const lists = __schema.types.find(({ name }) => name === 'query_root')?.fields ?? [];
  return __schema.types
    .filter(({ name }) => lists.some((list) => list.name === name) && !name.endsWith('_aggregate'))
    .filter(({ name }) => moduleOfTable(name) !== module)
    .flatMap(({ name: from, fields }) =>
      (fields ?? [])
        .filter(({ name, type }) => moduleOfTable(nameOf(type)) === module && !name.endsWith('_aggregate'))
        .filter(({ type }) => lists.some((list) => list.name === nameOf(type)))
        .map(({ name: relation, type }) => ({ from, relation, isMany: type.name === null })),
    );
}

/** Rows missing in the demo. */
const added: Partial<Record<Module, string>> = {
  permissions: 'mutation { insert_permission_one(object: { name: "Vorstand" }) { id } }',
  invoice: 'mutation ($key: uuid!) { invoice_save(idempotency_key: $key, head: { notes: "Neu" }) { id } }',
};

/** Everything that relations, filters, counts and the audit return of a module, in one list. */
async function found(module: Module): Promise<readonly string[]> {
  const known: string[] = [];
  for (const { from, relation, isMany } of await waysInto(module)) {
    const counted = isMany ? `${relation}_aggregate { aggregate { count } }` : '';
    const answer = await admin.get<Record<string, readonly Record<string, unknown>[]>>(
      `{ ${from}(limit: 100) { way: ${relation} { __typename } ${counted && `count: ${counted}`} }
         filtered: ${from}(where: { ${relation}: {} }, limit: 1) { __typename } }`,
    );
    const { [from]: rows = [], filtered = [] } = answer;
    if (rows.some(({ way }) => (Array.isArray(way) ? way.length > 0 : way !== null)))
      known.push(`${from}.${relation}`);
    if (rows.some(({ count }) => /"count":[1-9]/.test(JSON.stringify(count ?? null))))
      known.push(`${from}.${relation} counted`);
    if (filtered.length > 0) known.push(`${from} filtered by ${relation}`);
  }
  const { audit_log: audit } = await admin.get<{ audit_log: readonly { table: string }[] }>(
    '{ audit_log(distinct_on: table) { table } }',
  );
  return [
    ...known,
    ...audit.filter(({ table }) => moduleOfTable(table) === module).map(({ table }) => table),
  ];
}

test.each(ofModules)(
  'GEN-10 API-45 nothing reveals rows of the module %s while it is off',
  async (module) => {
    const all = Object.fromEntries(ofModules.map((each) => [each, true]));
    await setModules(all);
    const made = added[module];
    if (made) await admin.get(made, { key: randomUUID() });
    expect((await found(module)).length).toBeGreaterThan(0);
    await setModules({ ...all, [module]: false });
    expect(await found(module)).toEqual([]);
  },
);

test('API-45 the history of a document is empty while its module is off, and returns with it', async () => {
  const { procurement } = await requester.get<{ procurement: { id: number }[] }>(
    '{ procurement(limit: 1) { id } }',
  );
  const url = `/api/audit/history/procurement/${procurement[0]?.id}`;
  const items = async () => (await requester.send({ method: 'GET', url })).json<{ items: unknown[] }>().items;
  await setModules({ procurement: false });
  expect(await items()).toEqual([]);
  await setModules({});
  expect((await items()).length).toBeGreaterThan(0);
});

test('API-45 neither search nor live updates reveal a request while its module is off', async () => {
  const { procurement_save: saved } = await requester.get<{ procurement_save: { id: number } }>(save, {
    key: randomUUID(),
  });
  const found = async () => {
    const { document } = await requester.get<{ document: { id: number }[] }>(
      '{ document(where: { search_text: { _ilike: "%bohrer%" } }) { id } }',
    );
    return document.map(({ id }) => id);
  };
  const reported = async () => {
    const visibility = documentVisibility(demo.web.database);
    const { context } = requester;
    const subscribers = [{ context, rights: await visibility.rightsOf(context) }];
    const changes = [{ kind: 'procurement', id: saved.id, version: 1 }];
    return (await visibility.visibleTo(context.tenantId, subscribers, changes))[0];
  };
  await setModules({ procurement: false });
  expect([await found(), await reported()]).toEqual([[], []]);
  await setModules({});
  expect(await found()).toContain(saved.id);
  expect(await reported()).toMatchObject([{ id: saved.id }]);
});

test('API-45 the database has the same modules, tables and defaults as the product', async () => {
  const tables = await demo.web.sql<{ name: string; module: Module | null; is_walled: boolean }>(
    `select c.relname as name, app.module_of(c.relname) as module,
       exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'module_on' and not p.polpermissive) as is_walled
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name, module, is_walled } of tables) {
    expect([name, module ?? undefined]).toEqual([name, moduleOfTable(name)]);
    if (module) expect([name, is_walled]).toEqual([name, true]);
  }
  const [off] = await demo.web.sql<{ names: string }>('select app.modules_off() as names');
  expect(off?.names.split(',').filter(Boolean)).toEqual(
    ofModules.filter((module) => !modulesByDefault[module]).toSorted(),
  );
});

test('GEN-11 a tenant without settings has requests and invoices, but no contracts or groups', async () => {
  for (const module of ofModules) {
    const code = (await admin.ask((await questionsTo(module))[0] ?? '')).errors?.[0]?.extensions.code;
    expect([module, code]).toEqual([module, modulesByDefault[module] ? undefined : 'permission_denied']);
  }
});

test('GEN-10 API-45 a document that refers to a switched-off module stays readable', async () => {
  await setModules({ contract: false, permissions: false });
  const { procurement } = await requester.get<{ procurement: unknown[] }>(
    '{ procurement(limit: 3) { id contract { id name } } }',
  );
  expect(procurement).toHaveLength(3);
});

test('GEN-10 ROLE-17 a switched-off module cannot be written', async () => {
  const add = 'mutation { insert_permission_one(object: { name: "Geheim" }) { id } }';
  await setModules({ permissions: false });
  expect(await admin.refusal(add)).toMatchObject({ code: 'permission_denied' });
  await setModules({ permissions: true });
  const { insert_permission_one: added } = await admin.get<{ insert_permission_one: { id: number } }>(add);
  await setModules({ permissions: false });
  const change = `mutation { update_permission_by_pk(pk_columns: { id: ${added.id} }, _set: { name: "x" }) { id } }`;
  const remove = `mutation { delete_permission(where: { id: { _eq: ${added.id} } }) { affected_rows } }`;
  for (const mutation of [change, remove]) {
    expect(await admin.refusal(mutation)).toMatchObject({ code: 'permission_denied' });
  }
  expect(await demo.web.sql('select name from permission where id = $1', [added.id])).toEqual([
    { name: 'Geheim' },
  ]);
});

test('GEN-10 ROLE-17 ERR-16 commands of a switched-off module refuse with module_off, and work again once it is on', async () => {
  await setModules({ procurement: false });
  expect(await requester.refusal(save, { key: randomUUID() })).toMatchObject({ code: 'module_off' });
  await setModules({});
  const saved = await requester.get<{ procurement_save: { id: number } }>(save, { key: randomUUID() });
  expect(saved.procurement_save.id).toBeGreaterThan(0);
});

test('GEN-10 API-33 ERR-16 the calls that order from a supplier count as commands', async () => {
  const payload = { supplier_id: 1 };
  const refusals = async () =>
    Promise.all(
      ['send', 'confirm'].map(async (action) => {
        const answer = await requester.send({ method: 'POST', url: `/api/procurement/1/${action}`, payload });
        return answer.json().code;
      }),
    );
  await setModules({ procurement: false });
  expect(await refusals()).toEqual(['module_off', 'module_off']);
  await setModules({});
  expect(await refusals()).not.toContain('module_off');
});

test('GEN-10 a query function refuses with permission_denied', async () => {
  const mail = '{ procurement_order_mail(id: 1, supplier_id: 1) }';
  await setModules({ procurement: false });
  expect(await admin.refusal(mail)).toMatchObject({ code: 'permission_denied' });
  await setModules({});
  expect(await admin.refusal(mail)).not.toMatchObject({ code: 'permission_denied' });
});

test('GEN-10 letters, exports and imports of a switched-off module refuse with permission_denied', async () => {
  const { procurement } = await requester.get<{ procurement: { id: number }[] }>(
    '{ procurement(limit: 1, where: { status: { _eq: "ordered" } }) { id } }',
  );
  const calls = async () => {
    const letter = await requester.send({ method: 'GET', url: `/api/procurement/${procurement[0]?.id}/pdf` });
    const list = await requester.send({
      method: 'POST',
      url: '/api/overview/export',
      payload: {
        kind: 'procurement',
        where: {},
        order_by: [],
        columns: ['name'],
        format: 'csv',
        language: 'de',
      },
    });
    const groups = await admin.send({
      url: '/api/import/permission',
      ...formOf({}, [{ name: 'groups.csv', bytes: Buffer.from('Name\nGeheim\n') }]),
    });
    return [letter, list, groups];
  };
  await setModules({ procurement: false, permissions: false });
  for (const answer of await calls()) {
    expect([answer.status, answer.json().code]).toEqual([403, 'permission_denied']);
  }
  await setModules({ permissions: true });
  expect((await calls()).map(({ status }) => status)).toEqual([200, 202, 200]);
});
