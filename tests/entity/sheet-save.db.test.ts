import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo.close());

interface Saved {
  readonly data?: Readonly<Record<string, { readonly affected_rows: number }>>;
  readonly errors?: readonly {
    readonly extensions: { readonly code: string; readonly values?: Record<string, unknown> };
  }[];
}

const insert =
  'insert_cost_center(objects: $objects, on_conflict: { constraint: cost_center_pkey, update_columns: [name] }) { affected_rows }';

/** A save as the table view sends it (SHEET-15). */
async function save(
  query: string,
  variables: object,
  source = 'jexcel',
): Promise<{ status: number; body: Saved; seconds: number }> {
  const started = performance.now();
  const answer = await admin.send({
    method: 'POST',
    url: '/v1/graphql',
    headers: { 'x-hasura-app-source': source },
    payload: { query, variables },
  });
  return { status: answer.status, body: answer.json<Saved>(), seconds: (performance.now() - started) / 1000 };
}

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly updated_at: string;
}

async function stored(): Promise<readonly Stored[]> {
  const { cost_center } = await admin.get<{ cost_center: readonly Stored[] }>(
    '{ cost_center(where: { number: { _like: "M %" } }, order_by: [{ id: asc }]) { id name updated_at } }',
  );
  return cost_center;
}

const many = 5000;

test('SHEET-15 API-10 AUD-05 5,000 rows are saved in under 10 s, all or nothing, each with its audit', {
  timeout: 90_000,
}, async () => {
  const objects = Array.from({ length: many }, (_, n) => ({ number: `M ${n}`, name: `Kostenstelle ${n}` }));
  const mutation = `mutation ($objects: [cost_center_insert_input!]!) { ${insert} }`;
  const inserted = await save(mutation, { objects });
  expect(inserted.body).toEqual({ data: { insert_cost_center: { affected_rows: many } } });
  expect(inserted.seconds).toBeLessThan(10);

  const rows = await stored();
  const changes = rows.map(({ id, updated_at }) => ({ id, updated_at, name: 'geändert' }));
  const changed = await save(mutation, { objects: changes });
  expect(changed.body).toEqual({ data: { insert_cost_center: { affected_rows: many } } });
  expect(changed.seconds).toBeLessThan(10);

  const audited = await demo.web.sql<{ type: string; count: string; groups: string }>(
    `select type, count(*), count(distinct random_id) as groups from audit_log
     where "table" = 'cost_center' and data_after ->> 'name' in ('geändert') group by type`,
  );
  expect(audited).toEqual([{ type: 'update', count: String(many), groups: '1' }]);

  const again = await save(mutation, { objects: [...changes.slice(1), { number: 'M new', name: 'x' }] });
  expect(again.body.errors?.[0]?.extensions).toMatchObject({ code: 'record_changed' });
  expect((await stored()).filter(({ name }) => name !== 'geändert')).toEqual([]);

  const whole = `mutation ($objects: [cost_center_insert_input!]!, $idsToDelete: [bigint!]!) {
    delete_cost_center(where: { id: { _in: $idsToDelete } }) { affected_rows } ${insert} }`;
  const ids = rows.map(({ id }) => id);
  const refused = await save(whole, { objects: [{ number: 'M one', name: '' }], idsToDelete: ids.slice(1) });
  expect(refused.body.errors).toHaveLength(1);
  expect(await stored()).toHaveLength(many);
  const gone = await save(whole, {
    objects: [{ number: 'M one', name: 'bleibt' }],
    idsToDelete: ids.slice(1),
  });
  expect(gone.body.data).toMatchObject({ delete_cost_center: { affected_rows: many - 1 } });
});

test('API-05 only the table view may send so much', async () => {
  const objects = Array.from({ length: many }, (_, n) => ({ number: `N ${n}`, name: 'x'.repeat(250) }));
  const { status } = await save(
    `mutation ($objects: [cost_center_insert_input!]!) { ${insert} }`,
    { objects },
    'other',
  );
  expect(status).toBe(413);
});
