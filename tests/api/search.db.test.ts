import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import {
  documentSearchQuery,
  documentSearchVariables,
  type FoundRows,
  foundDocuments,
} from '../../src/features/overview/document-search.ts';
import { noFilter, whereOf } from '../../src/features/overview/filter.ts';
import { searchedFor } from '../../src/graphql/search-where.ts';
import {
  type FoundPerson,
  foundPersons,
  mentionQuery,
  mentionVariables,
} from '../../src/timeline/mention-search.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

let demo: DemoApi;
let admin: Caller;
/** An order of the demo: `PO-000012` and 12. */
let order: { readonly id: number; readonly number: string; readonly running: number };

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  const [found] = await demo.db.sql<{ id: string; number: string; running: number }>(
    `select id, order_number_formatted as number, number as running from procurement
     where tenant_id = $1 and number between 10 and 99 order by id limit 1`,
    [admin.context.tenantId],
  );
  if (found === undefined) throw new Error('the demo has an order of two digits');
  order = { ...found, id: Number(found.id) };
  await demo.db.sql(
    "update procurement set name = 'Drehstühle fürs Büro, Größe L' where tenant_id = $1 and id = $2",
    [admin.context.tenantId, order.id],
  );
});
afterAll(() => demo.close());

/** The numbers of the documents found by the overview for a text. */
async function overview(text: string): Promise<readonly string[]> {
  const where = whereOf(
    'all',
    { ...noFilter, text },
    {
      userId: admin.context.userId,
      persons: [admin.context.userId],
      today: '2026-11-22',
      timeZone: 'Europe/Berlin',
      seesPrices: true,
      modules: ['procurement', 'contract', 'invoice'],
      listed,
    },
  );
  const { document } = await admin.get<{ document: readonly { number: string }[] }>(
    'query ($where: document_bool_exp!) { document(where: $where) { number } }',
    { where },
  );
  return document.map(({ number }) => number);
}

async function palette(text: string, who = admin, seesPrices = true): Promise<readonly string[]> {
  const kinds = listed.kinds.map(({ name }) => name);
  const answers = await who.get<FoundRows>(
    documentSearchQuery,
    documentSearchVariables(text, { kinds, seesPrices }),
  );
  return foundDocuments(text, answers).map(({ number }) => number);
}

describe('OVW-05 documents', () => {
  test.each(['buero', 'Büro', 'buro', 'groesse', 'GRÖSSE', 'drehstuehle groesse'])(
    '%s finds',
    async (text) => {
      expect(await overview(text)).toContain(order.number);
      expect(await palette(text)).toContain(order.number);
    },
  );

  test('NUM-01 a number is found in the usual notations: PO-57, 57, and a part of it', async () => {
    const all = await overview('');
    const digits = String(order.running);
    for (const text of [order.number, `PO-${digits}`, `po ${digits}`, digits]) {
      const found = await overview(text);
      expect([text, found]).toEqual([text, expect.arrayContaining([order.number])]);
      expect(found.length, text).toBeLessThan(all.length);
    }
    expect(await overview(digits.slice(1))).toContain(order.number);
  });

  test('one character searches, and signs alone find nothing', async () => {
    const all = await overview('');
    expect((await overview('q')).length).toBeLessThan(all.length);
    expect(await overview('%')).toEqual([]);
    expect(await palette('%')).toEqual([]);
  });

  test('OVW-02 NAV-05 list and palette find a document by the article number of one of its lines', async () => {
    await demo.db.sql(
      `update procurement_line set item_number = 'HX-77-4412' where tenant_id = $1 and procurement_id = $2`,
      [admin.context.tenantId, order.id],
    );
    for (const text of ['HX-77-4412', 'hx 77 4412', '4412']) {
      expect([text, await overview(text)]).toEqual([text, expect.arrayContaining([order.number])]);
      expect([text, await palette(text)]).toEqual([text, expect.arrayContaining([order.number])]);
    }
  });

  test('OVW-02 ROLE-07 list and palette find a document by its net value and its gross amount, only for people who see prices', async () => {
    await demo.db.sql(
      `update procurement set total_netto = 7329.41, total_tax = 1392.59, total_brutto = 8722.00 where tenant_id = $1 and id = $2`,
      [admin.context.tenantId, order.id],
    );
    for (const text of ['7.329,41', '7329.41', '7,329.41', '8.722,00', '8722.00']) {
      expect([text, await overview(text)]).toEqual([text, expect.arrayContaining([order.number])]);
      expect([text, await palette(text)]).toEqual([text, expect.arrayContaining([order.number])]);
    }
    const receiver = await demo.person('receiver@demo.test');
    for (const text of ['7.329,41', '8.722,00'])
      expect(await palette(text, receiver, false)).not.toContain(order.number);
  });

  test('the palette shows the document with this exact number first', async () => {
    for (const text of [order.number, `PO-${order.running}`, `po${order.running}`]) {
      expect([text, (await palette(text))[0]]).toEqual([text, order.number]);
    }
    expect(await palette(String(order.running))).toContain(order.number);
  });
});

async function mentioned(typed: string): Promise<readonly FoundPerson[]> {
  const answers = await admin.get<Record<'begin' | 'have', readonly FoundPerson[]>>(
    mentionQuery,
    mentionVariables(typed),
  );
  return foundPersons(typed, answers);
}

describe('TASK-23 suggestions after an @', () => {
  beforeAll(async () => {
    await demo.db.sql(
      `insert into lb_user (tenant_id, email, name) values
         ($1, 'a.demoulin@firma.test', 'Anna Albers'), ($1, 'x@demo.test', 'Zoe Demoulin'), ($1, 'y@demo.test', 'Jörg Größer'),
         ($1, 'groesser@firma.test', 'Berta Cohn')`,
      [admin.context.tenantId],
    );
  });

  test('names come first, then the part of an address before the @, and never its domain', async () => {
    expect((await mentioned('demo')).map(({ name }) => name)).toEqual(['Zoe Demoulin', 'Anna Albers']);
    expect((await mentioned('groesser')).map(({ name }) => name)).toEqual(['Jörg Größer', 'Berta Cohn']);
    expect(await mentioned('demo.test')).toEqual([]);
    expect(await mentioned('%')).toEqual([]);
  });

  test('one letter suggests names that begin with it', async () => {
    const names = (await mentioned('z')).map(({ name }) => name);
    expect(names[0]).toBe('Zoe Demoulin');
  });
});

describe('LIST-02 lists', () => {
  test.each([
    ['supplier', 'brueggemann'],
    ['supplier', 'Bruggemann'],
    ['lb_user', 'admin@demo.test'],
    ['lb_user', 'ADMIN@demo'],
    ['department', 'einkauf'],
  ])('%s by %s', async (table, text) => {
    const where = { _and: searchedFor(text, table === 'lb_user' ? { email: 'email' } : {}) };
    const { rows } = await admin.get<{ rows: readonly unknown[] }>(
      `query ($where: ${table}_bool_exp!) { rows: ${table}(where: $where) { id } }`,
      { where },
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});
