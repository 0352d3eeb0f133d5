import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRows } from '../../src/base/csv-reading.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { takeStock } from '../../src/features/archive/server/stock.ts';
import { takeWork } from '../../src/features/archive/server/work.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import { linkPairs, pointersOf } from '../../src/graphql/model.ts';
import type { Context } from '../../src/platform/context.ts';
import { quoted, tenantTables } from '../support/catalogue.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import { ApiFixture } from './api-fixture.ts';
import {
  type ApiRequest,
  argumentsOf,
  openQuestions,
  queryFields,
  request,
  tableOfId,
} from './api-requests.ts';

let api: ApiFixture;
/** An auditor of one company of tenant A; the generated rows belong to another company, or to none. */
let auditor: Context;
let mine: string;
let other: string;
const own: Record<string, string> = {};
const people: Record<string, string> = {};

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.owner.query<Row>(text, values)).rows;
const asAuditor = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.db.database.inTenant(auditor, (tx) => tx.query(text, values))) as Row[];

const scopeOfAuditor = {
  roles: '{user-auditor}',
  auditor_from: '1990-01-01',
  auditor_until: '2090-12-31',
  auditor_ends_on: '2090-12-31',
};

beforeAll(async () => {
  api = await ApiFixture.open();
  const { a } = api.fixture;
  other = a.row('client').id ?? '';
  for (const table of ['cost_center', 'department', 'supplier'])
    await sql(
      `insert into ${table}_client (tenant_id, ${table}_id, client_id)
       select tenant_id, id, $1 from ${table} where tenant_id = $2 on conflict do nothing`,
      [other, a.id],
    );
  await sql('update department set client_id = $1 where tenant_id = $2', [other, a.id]);
  mine = (await a.add('client', { name: 'Geprüfte Firma' })).id ?? '';
  const { id } = await a.add('lb_user', {
    email: 'pruefer@amt.test',
    client_id: mine,
    department_id: null,
    cost_center_id: null,
    location_id: null,
    substitute_id: null,
    approval_limit: null,
    auditor_client_id: mine,
    ...scopeOfAuditor,
  });
  auditor = {
    tenantId: Number(a.id),
    userId: Number(id),
    actorId: Number(id),
    means: 'link',
    tokenVersion: 1,
    roles: ['user-auditor', 'user-price'],
    asOperator: false,
    language: 'de',
    requestId: randomUUID(),
  };
  await sql(
    `insert into auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, request_id) values ($1, $2, $2, 'query', 'test', $3)`,
    [auditor.tenantId, auditor.userId, auditor.requestId],
  );
  // One approves for visible records, the other is unrelated; both are members.
  for (const name of ['fremd', 'gibt-frei']) {
    const [row] = await sql<{ id: string }>(
      'insert into lb_user (tenant_id, name, email, client_id) values ($1, $2, $3, $4) returning id',
      [a.id, name, `${name}@a.test`, other],
    );
    people[name] = row?.id ?? '';
    await sql(
      `insert into task_group_user (tenant_id, task_group_id, lb_user_id)
       select tenant_id, id, $1 from lb_user where tenant_id = $2 and is_group`,
      [row?.id, a.id],
    );
    await sql(
      'insert into permission_user (tenant_id, permission_id, lb_user_id) select tenant_id, id, $1 from permission where tenant_id = $2',
      [row?.id, a.id],
    );
  }
  for (const table of ['cost_center', 'department', 'supplier']) {
    const [row] = await sql<{ id: string }>(
      `insert into ${table} (tenant_id, name${table === 'cost_center' ? ', number' : ''})
       values ($1, 'Eigen'${table === 'cost_center' ? ", 'E1'" : ''}) returning id`,
      [a.id],
    );
    own[table] = row?.id ?? '';
    await sql(`insert into ${table}_client (tenant_id, ${table}_id, client_id) values ($1, $2, $3)`, [
      a.id,
      own[table],
      mine,
    ]);
  }
  await sql('insert into cost_center_approver (tenant_id, cost_center_id, lb_user_id) values ($1, $2, $3)', [
    a.id,
    own.cost_center,
    people['gibt-frei'],
  ]);
}, 120_000);
afterAll(() => api?.close());

/** Tables whose rows belong to companies through links, such as `supplier_client`. */
const linked = () =>
  tenantTables(api.fixture.catalogue)
    .map(({ name }) => name)
    // A permission group guards companies but belongs to none.
    .filter((name) => name !== 'permission' && api.fixture.catalogue.has(`${name}_client`));

interface Pointer {
  readonly relation: string;
  readonly column_name: string;
  readonly target: string;
}
const pointers = () =>
  sql<Pointer>(
    `select c.relname as relation, a.attname as column_name, t.relname as target
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and array_length(f.conkey, 1) = 2
     order by 1, 2`,
  );

/** Texts that occur only in rows of the other company. */
const marksOfOther = (tag: string) =>
  new RegExp(
    `${tag} (${['client', ...linked(), 'budget', 'procurement', 'invoice', 'contract'].join('|')})`,
    'i',
  );

/** The rows of a data file, beginning with the head. */
const rowsOfCsv = (text: string): readonly (readonly string[])[] => {
  const read = csvRows(text, ';');
  if (isRefusal(read)) throw new Error('no CSV');
  return read.map(({ cells }) => cells);
};

/** The number of rows visible to the auditor; null where the query is refused. */
async function countSeen(text: string): Promise<number | null> {
  try {
    const [row] = await asAuditor<{ count: number }>(text);
    return row?.count ?? 0;
  } catch (error) {
    if (['42501', '42703'].includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

describe('ARC-09 an auditor of one company', () => {
  test('sees no row that belongs only to other companies, in every table with companies', async () => {
    expect(linked().toSorted()).toEqual(['cost_center', 'department', 'supplier']);
    for (const table of linked()) {
      const rows = await asAuditor<{ id: number }>(`select id from ${quoted(table)} order by id`);
      expect([table, rows.map(({ id }) => String(id))]).toEqual([table, [own[table]]]);
    }
  });

  test('sees no row that refers to an invisible one, for every table and reference', async () => {
    const all = await pointers();
    const asked: string[] = [];
    const found: string[] = [];
    for (const { relation, column_name, target } of someOf(all, 3)) {
      const count = await countSeen(
        `select count(*)::integer as count from ${quoted(relation)} r where r.${quoted(column_name)} is not null
           and not exists (select from ${quoted(target)} t where t.tenant_id = r.tenant_id and t.id = r.${quoted(column_name)})`,
      );
      if (count === null) continue;
      asked.push(relation);
      if (count > 0) found.push(`${relation}.${column_name}`);
    }
    expect(new Set(asked).size).toBeGreaterThan(inDepth(20, 40));
    expect(found).toEqual([]);
  });

  test('reads the columns that all readers of accounts and prices read, through the replacing views', async () => {
    const columnsOf = (relation: string, role: string) =>
      sql<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
           and has_column_privilege($2, attrelid, attnum, 'select') order by 1`,
        [relation, role],
      );
    const views = await sql<{ name: string }>(
      "select viewname as name from pg_views where schemaname = 'audited'",
    );
    expect(views.length).toBeGreaterThan(8);
    for (const { name } of views)
      expect([name, await columnsOf(`audited.${name}`, 'auditor')]).toEqual([
        name,
        await columnsOf(`public.${name}`, 'reader_price_bank'),
      ]);
  });

  test('ARC-05 gets an archive without any text of the other company, in master data, people and their history', async () => {
    const { a } = api.fixture;
    await sql(
      "update archive set state = 'failed', finished_at = now() where state in ('waiting', 'packing')",
    );
    await sql(
      `insert into archive (tenant_id, client_id, from_day, to_day, requested_by) values ($1, $2, '1990-01-01', '2090-12-31', 'x')`,
      [a.id, mine],
    );
    const work = await takeWork(api.db.database);
    if (!work) throw new Error('nothing to archive');
    await takeStock(api.db.database, work);
    const files = await sql<{ path: string; text: string }>(
      `select m.path, convert_from(string_agg(p.bytes, '' order by p.piece_no), 'UTF8') as text
       from archive_member m join archive_piece p on p.tenant_id = m.tenant_id and p.archive_member_id = m.id
       where m.tenant_id = $1 and m.archive_id = $2 group by m.path`,
      [a.id, work.id],
    );
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    for (const [path, text] of texts) expect(text, path).not.toMatch(marksOfOther(a.tag));
    expect(texts.get('supplier.csv')).toContain('"Eigen"');
    expect(texts.get('lb_user.csv')).toContain('"gibt-frei"');
    expect(texts.get('lb_user.csv')).not.toContain('"fremd"');
    const [head = [], ...people] = rowsOfCsv(texts.get('lb_user.csv') ?? '');
    const companies = people.map((cells) => cells[head.indexOf('client_id')]);
    expect(new Set(companies)).toEqual(new Set(['', mine]));
  });

  test('finds no text of the other company by any list, relation or function of the API', async () => {
    const { a } = api.fixture;
    const schema = api.graphql.schema({ kind: 'user', price: true });
    const ofOther = marksOfOther(a.tag);
    const found: string[] = [];
    const idOfOther = (table: string) => (api.fixture.catalogue.has(table) && a.row(table).id) || other;
    const ask = async (question: ApiRequest): Promise<Record<string, unknown>> => {
      const { body } = await api.graphql.execute(auditor, question);
      if (ofOther.test(body)) found.push(`${question.name}: ${body.slice(0, 300)}`);
      return (JSON.parse(body) as { data?: Record<string, unknown> }).data ?? {};
    };
    for (const question of someOf(openQuestions(schema), 11)) await ask(question);
    const numbers = new Set<string>();
    for (const field of queryFields(schema)) {
      const meaning = meaningOf(field);
      if (meaning?.kind === 'function') {
        const result = getNamedType(field.type).name;
        await ask(
          request(
            'query',
            field,
            argumentsOf(field.args, (path) => idOfOther(tableOfId(path, result))),
          ),
        );
      }
      if (meaning?.kind !== 'list') continue;
      const type = getNamedType(field.type);
      const offered = isObjectType(type) ? type.getFields() : {};
      const pointing = pointersOf(meaning.table).flatMap((relation) => {
        const [column] = linkPairs(relation)[0] ?? [];
        // The view of groups excludes people that a sample names as a group.
        const isThere = relation.table !== 'task_group' && relation.name in offered;
        return column && column in offered && isThere ? [[column, relation.name]] : [];
      });
      const selected = pointing.map(([column, relation]) => `${column} ${relation} { __typename }`).join(' ');
      const query = `{ rows: ${field.name} { __typename ${selected} } }`;
      const rows = (await ask({ name: field.name, query, variables: {} })).rows;
      expect(rows, field.name).toBeDefined();
      for (const row of rows as Record<string, unknown>[])
        for (const [column = '', relation = ''] of pointing) {
          numbers.add(field.name);
          if (row[column] !== null && row[relation] === null) found.push(`${field.name}.${column}`);
        }
    }
    expect(found).toEqual([]);
    expect(numbers).toContain('lb_user');
    expect(api.unexpected).toEqual([]);
  });

  test('sees only people connected with visible records', async () => {
    const seen = await asAuditor<{ id: number }>('select id from lb_user where id = any ($1)', [
      Object.values(people),
    ]);
    expect(seen.map(({ id }) => String(id))).toEqual([people['gibt-frei']]);
    const { body } = await api.graphql.execute(auditor, {
      query: '{ all: lb_user_aggregate(where: { name: { _eq: "fremd" } }) { aggregate { count } } }',
    });
    expect(JSON.parse(body)).toMatchObject({ data: { all: { aggregate: { count: 0 } } } });
  });

  test('sees audit rows only of visible rows', async () => {
    const audits = await asAuditor<{
      table: string;
      foreign_key: string | null;
      relation_key: string | null;
    }>('select "table", foreign_key, relation_table, relation_key from audit_log');
    expect(audits.length).toBeGreaterThan(0);
    for (const { table, foreign_key: key } of audits) {
      const [seen] = await asAuditor(`select from ${quoted(table)} where id = $1`, [key]);
      expect(seen, `${table} ${key}`).toBeDefined();
    }
  });

  test("reads only the own company's use of a shared budget", async () => {
    const { a } = api.fixture;
    const [shared] = await sql<{ id: string }>(
      "insert into cost_center (tenant_id, number, name) values ($1, 'G1', 'Gemeinsam') returning id",
      [a.id],
    );
    const [budget] = await sql<{ id: string }>(
      `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
       values ($1, $2, 'Gemeinsam', 1000, '2000-01-01', '2090-12-31') returning id`,
      [a.id, shared?.id],
    );
    const invoiceOf = async (client: string) => {
      const { id: timeline_id } = await a.add('timeline');
      return (await a.add('invoice', { client_id: client, supplier_id: null, timeline_id })).id;
    };
    for (const [client, net] of [
      [mine, 10],
      [other, 700],
    ] as const)
      await sql(
        `insert into budget_amount (tenant_id, invoice_id, cost_center_id, day, is_decided, net, committed)
         values ($1, $2, $3, ${todayInSql}, true, $4, 0)`,
        [a.id, await invoiceOf(client), shared?.id, net],
      );
    const { body } = await api.graphql.execute(auditor, {
      query: `{ budget(where: { id: { _eq: ${budget?.id} } }) { consumed } cost_center(where: { id: { _eq: ${shared?.id} } }) { free_budget } }`,
    });
    expect(JSON.parse(body)).toMatchObject({
      data: { budget: [{ consumed: 10 }], cost_center: [{ free_budget: 990 }] },
    });
    const months = await asAuditor<{ consumed: string }>(
      `select sum(consumed)::text as consumed from app.budget_months(array[$1::bigint], ${todayInSql})`,
      [shared?.id],
    );
    expect(Number(months[0]?.consumed)).toBe(10);
  });

  test('reads references of master data to invisible companies, cost centers, departments, suppliers and people as empty', async () => {
    const { a, catalogue } = api.fixture;
    const ofOthers: Record<string, string> = { client: other, lb_user: people.fremd ?? '' };
    for (const table of linked()) ofOthers[table] = a.row(table).id ?? '';
    const ofMine: Record<string, string> = { ...own, client: mine };
    const asked: string[] = [];
    const hidden: string[] = [];
    const found: string[] = [];
    const all = await pointers();
    const masters = new Set([...entities.values()].map(({ table }) => table));
    const isOptional = ({ relation, column_name: name }: Pointer) =>
      catalogue.get(relation)?.columns.some((column) => column.name === name && !column.notNull) === true;
    for (const pointer of all.filter(
      ({ relation, target }) => masters.has(relation) && target in ofOthers && catalogue.has(relation),
    )) {
      const { relation, column_name: column, target } = pointer;
      if (!isOptional(pointer)) continue;
      const beside = all.filter((each) => each.relation === relation && ofMine[each.target] !== undefined);
      const values = Object.fromEntries([
        ...beside.map((each) => [each.column_name, isOptional(each) ? null : ofMine[each.target]]),
        [column, ofOthers[target]],
        ...(relation === 'lb_user' ? [['email', `${column}@amt.test`]] : []),
        ...(column === 'merged_into_id' ? [['active', 'false']] : []),
        ...(column === 'auditor_client_id' ? Object.entries(scopeOfAuditor) : []),
      ]);
      const id = relation === 'client' ? mine : (await a.add(relation, values)).id;
      if (relation === 'client')
        await sql(`update client set ${quoted(column)} = $1 where id = $2`, [ofOthers[target], mine]);
      if (linked().includes(relation))
        await sql(
          `insert into ${relation}_client (tenant_id, ${relation}_id, client_id) values ($1, $2, $3)`,
          [a.id, id, mine],
        );
      const name = `${relation}.${column}`;
      const count = (empty: string) =>
        countSeen(
          `select count(*)::integer as count from ${quoted(relation)} where id = ${id} and (${quoted(column)} is null) = ${empty}`,
        );
      const [named, unnamed] = [await count('false'), await count('true')];
      if (named === null) continue;
      (named + (unnamed ?? 0) === 0 ? hidden : asked).push(name);
      if (named > 0) found.push(name);
    }
    // Without its cost center, a combination would allow any.
    expect(hidden).toContain('d365_allowed_combination.cost_center_id');
    for (const table of ['buyer_reference', 'client', 'department', 'marketplace', 'product', 'supplier'])
      expect(asked.join(' ')).toContain(`${table}.`);
    expect(found).toEqual([]);
  });
});
