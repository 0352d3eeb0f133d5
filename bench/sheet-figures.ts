import { access } from '../src/app/server/access.ts';
import { changeQuestions } from '../src/app/server/questions.ts';
import { csvHead, csvRows } from '../src/base/csv.ts';
import { importJobs } from '../src/entity/server/import-job.ts';
import { importJob } from '../src/entity/server/import-route.ts';
import { entities } from '../src/features/master-data/entities.ts';
import { readModels } from '../src/graphql/server/catalog.ts';
import type { Context } from '../src/platform/context.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import type { Tx } from '../src/platform/server/database.ts';
import { storeFile } from '../src/platform/server/files/files.ts';
import { type Figure, readFigure } from './figure.ts';
import { type Fixture, upTo } from './fixture.ts';

/** A full table view. */
const tableRows = (fixture: Fixture): number => upTo(5000, fixture);
/** Products of one import; the rate for twenty thousand is the same. */
const importRows = (fixture: Fixture): number => upTo(2000, fixture);

const asWriter = { role: 'writer' } as const;

function administrator({ people: { buyer } }: Fixture): Context {
  return { ...buyer, userId: 1, actorId: 1, roles: ['user-admin'] };
}

/** Cost centers besides those used by documents; created once. */
async function fill(fixture: Fixture): Promise<readonly number[]> {
  const context = administrator(fixture);
  return fixture.database.inTenant(
    context,
    async (tx) => {
      const numbered = "number like 'SHEET %'";
      const [known] = await tx.query<{ count: number }>(
        `select count(*)::int as count from cost_center where ${numbered}`,
      );
      if (!known?.count) {
        await tx.query(
          `insert into cost_center (tenant_id, number, name)
           select $1, 'SHEET ' || n, 'Kostenstelle ' || n from generate_series(1, $2::int) n`,
          [context.tenantId, tableRows(fixture)],
        );
      }
      const rows = await tx.query<{ id: number }>(`select id from cost_center where ${numbered} order by id`);
      return rows.map(({ id }) => id);
    },
    asWriter,
  );
}

const list = readFigure({
  name: 'sheet_list',
  title: 'all cost centers of a table view: 5,000 where there are 100,000 documents',
  aim: 0.7,
  concurrencies: [1],
  person: administrator,
  isPrepared: false,
  query: `query ($like: String!) { cost_center(where: { number: { _like: $like } }, order_by: [{ number: asc }, { id: asc }]) {
    id updated_at number name translations active } }`,
  sql: `select json_build_object('data', json_build_object('cost_center', coalesce(json_agg(json_build_object(
      'id', id, 'updated_at', updated_at, 'number', number, 'name', name, 'translations', translations, 'active', active)), '[]')))::text as body
    from (select * from cost_center where number like $1 order by number, id) c`,
  variables: () => ({ like: 'SHEET %' }),
});

/** Both sides change the names of all rows repeatedly. */
const save: Figure = {
  name: 'sheet_save',
  title: 'save of as many changed cost centers, each with its audit',
  aim: 0.5,
  concurrencies: [1],
  sides: async (fixture) => {
    const ids = await fill(fixture);
    const context = administrator(fixture);
    const query = `mutation ($objects: [cost_center_insert_input!]!) {
      insert_cost_center(objects: $objects, on_conflict: { constraint: cost_center_pkey, update_columns: [name] }) { affected_rows } }`;
    const objectsOf = (turn: number, side: string) => ids.map((id) => ({ id, name: `${side} ${turn}` }));
    const expected = `{"data":{"insert_cost_center":{"affected_rows":${tableRows(fixture)}}}}`;
    return {
      product: async (turn) => {
        const { body } = await fixture.graphql.execute(context, {
          query,
          variables: { objects: objectsOf(turn, 'product') },
        });
        if (body !== expected) throw new Error(`saving answered ${body.slice(0, 500)}`);
        return body;
      },
      hand: (turn) =>
        fixture.database.inTenant(
          context,
          async (tx) => {
            const done = await tx.query(
              `update cost_center t set name = o.name from json_to_recordset($1::json) as o (id bigint, name text)
               where t.id = o.id returning t.id`,
              [JSON.stringify(objectsOf(turn, 'hand'))],
            );
            return String(done.length);
          },
          asWriter,
        ),
    };
  },
};

interface Supplier {
  readonly id: number;
  readonly name: string;
}

/** The hand-written side knows the ids and checks nothing: it measures the writing alone. */
const csvImport: Figure = {
  name: 'csv_import',
  title:
    'CSV import of new products, 2,000 where there are 100,000 documents, read, matched, checked and written with their audit',
  aim: 0.5,
  concurrencies: [1],
  sides: async (fixture) => {
    const { database } = fixture;
    const context = administrator(fixture);
    const { tenant: model } = await readModels(database.pool);
    const parts = { database, clock: systemClock, entities, access, model, questions: changeQuestions };
    const handler = importJobs(parts)[importJob];
    const [supplier] = await database.inTenant(context, (tx) =>
      tx.query<Supplier>(
        'select min(id) as id, name from supplier group by name having count(*) = 1 order by name limit 1',
      ),
    );
    if (!handler || !supplier) throw new Error('nothing to import for');
    return {
      product: async (turn) => {
        const bytes = Buffer.from(csvOf(fixture, supplier, turn));
        const input = await database.inTenant(context, (tx) => keep(tx, context, bytes), asWriter);
        const result = await handler({ id: 0, kind: importJob, context, input, progress: async () => {} });
        if ((result as { added: number }).added !== importRows(fixture))
          throw new Error(JSON.stringify(result));
        return JSON.stringify(result);
      },
      hand: (turn) => database.inTenant(context, (tx) => insertByHand(tx, fixture, supplier, turn), asWriter),
    };
  },
};

function csvOf(fixture: Fixture, { name }: Supplier, turn: number): string {
  const titles = ['name', 'item_number', 'supplier_id', 'price_netto', 'tax', 'unit', 'description'];
  const rows = Array.from({ length: importRows(fixture) }, (_, n) => [
    `Artikel ${n}`,
    `I-${turn}-${n}`,
    name,
    `${n},50`,
    '19',
    'Stück',
    `Beschreibung ${n}`,
  ]);
  return csvHead(titles) + csvRows(rows);
}

async function keep(tx: Tx, { tenantId, userId }: Context, bytes: Buffer): Promise<object> {
  const file = { name: 'product.csv', mime: 'text/csv', receivedBy: 'import', createdById: userId } as const;
  const fileId = await storeFile(tx, { ...file, tenantId, bytes });
  return { entity: 'product', file_id: fileId, numbers: 'comma' };
}

async function insertByHand(tx: Tx, fixture: Fixture, { id }: Supplier, turn: number): Promise<string> {
  const rows = await tx.query(
    `insert into product (tenant_id, name, item_number, supplier_id, price_netto, price_brutto, tax, unit, description)
     select $1, 'Artikel ' || n, 'H-' || $2 || '-' || n, $3, n + 0.5, round((n + 0.5) * 1.19, 2), 19, 'Stück', 'Beschreibung ' || n
     from generate_series(0, $4::int - 1) n returning id`,
    [fixture.tenant.tenantId, String(turn), id, importRows(fixture)],
  );
  return String(rows.length);
}

export const sheetFigures: readonly Figure[] = [
  {
    ...list,
    sides: async (fixture, share) => {
      await fill(fixture);
      return list.sides(fixture, share);
    },
  },
  save,
  csvImport,
];
