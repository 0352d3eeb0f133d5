import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../../../tests/support/demo-web.ts';
import { type Module, modulesByDefault } from '../../platform/modules.ts';
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

/** Sets some modules; the others are as a new tenant begins with them. */
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

/** Every question for rows of a table with a list in the API: list, count and single row. */
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
  test('when it is off every question for its rows answers permission_denied', async () => {
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

  test('when it is on the same questions are answered', async () => {
    await setModules({ [module]: true });
    for (const question of await questionsTo(module)) {
      expect([question, (await admin.ask(question)).errors]).toEqual([question, undefined]);
    }
  });
});

test('GEN-11 a tenant that has set nothing has requests and invoices, and neither contracts nor groups', async () => {
  for (const module of ofModules) {
    const code = (await admin.ask((await questionsTo(module))[0] ?? '')).errors?.[0]?.extensions.code;
    expect([module, code]).toEqual([module, modulesByDefault[module] ? undefined : 'permission_denied']);
  }
});

test('GEN-10 what another document refers to stays readable with it', async () => {
  await setModules({ contract: false, permissions: false });
  const { procurement } = await requester.get<{ procurement: unknown[] }>(
    '{ procurement(limit: 3) { id contract { id name } } }',
  );
  expect(procurement).toHaveLength(3);
});

test('GEN-10 ROLE-17 nothing is written to a switched-off module', async () => {
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

test('GEN-10 ROLE-17 ERR-16 commands of a switched-off module answer module_off, and work again once it is on', async () => {
  await setModules({ procurement: false });
  expect(await requester.refusal(save, { key: randomUUID() })).toMatchObject({ code: 'module_off' });
  await setModules({});
  const saved = await requester.get<{ procurement_save: { id: number } }>(save, { key: randomUUID() });
  expect(saved.procurement_save.id).toBeGreaterThan(0);
});

test('GEN-10 API-33 ERR-16 the calls that order from a supplier are commands, too', async () => {
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

test('GEN-10 a question that is a function answers permission_denied, too', async () => {
  const mail = '{ procurement_order_mail(id: 1, supplier_id: 1) }';
  await setModules({ procurement: false });
  expect(await admin.refusal(mail)).toMatchObject({ code: 'permission_denied' });
  await setModules({});
  expect(await admin.refusal(mail)).not.toMatchObject({ code: 'permission_denied' });
});

test('GEN-10 letters, exports and imports of a switched-off module answer permission_denied', async () => {
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
