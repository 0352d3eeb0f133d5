import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ApiFixture, askers, secrets } from './api-fixture.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await ApiFixture.open();
});
afterAll(() => api.close());

const password = 'Geheim-4711-Rübe';

async function mutate(query: string, variables: Record<string, unknown>): Promise<Answer> {
  return JSON.parse(await api.ask('administrator', { name: '', query, variables })) as Answer;
}

const cases = [
  {
    table: 'mailbox',
    column: 'password',
    object: { name: 'Rechnungen', host: 'imap.example.test', username: 'rechnung@example.test' },
  },
  {
    table: 'marketplace',
    column: 'secret',
    object: () => ({
      name: 'Bürobedarf',
      provider: 'raja',
      url: 'https://raja.example.test',
      identity: 'kontor',
      supplier_id: Number(api.fixture.a.row('supplier').id),
    }),
  },
  {
    table: 'sign_on_issuer',
    column: 'application_secret',
    object: { name: 'Firma', issuer: 'https://issuer.example.test', application_id: 'kontor' },
  },
  {
    table: 'export_destination',
    column: 'secret_access_key',
    object: {
      name: 'Ablage',
      kind: 'store',
      place: 'https://s3.example.test/kontor',
      region: 'eu-central-1',
      access_key_id: 'kontor',
    },
  },
] as const;

describe('TECH-07 secrets that administrators write', () => {
  test.each(cases)(
    '$table.$column is stored encrypted and never returned',
    async ({ table, column, object }) => {
      const given = { ...(typeof object === 'function' ? object() : object), [column]: password };
      const { data, errors } = await mutate(
        `mutation ($object: ${table}_insert_input!) { insert_${table}_one(object: $object) { id ${column} } }`,
        { object: given },
      );
      expect(errors).toBeUndefined();
      const inserted = data?.[`insert_${table}_one`] as { id: number };
      expect(inserted).toEqual({ id: expect.any(Number), [column]: '********' });

      const stored = await api.owner.query<{ secret: Buffer; row: string }>(
        `select ${column} as secret, to_jsonb(t)::text as row from ${table} t where id = $1`,
        [inserted.id],
      );
      const [row] = stored.rows;
      expect(row && secrets.unseal(row.secret)).toBe(password);
      expect(row?.secret.includes(Buffer.from(password))).toBe(false);

      const audit = await api.owner.query<{ after: string }>(
        `select data_after ->> $2 as after from audit_log where "table" = $1 and foreign_key = $3`,
        [table, column, inserted.id],
      );
      expect(audit.rows).toEqual([{ after: '********' }]);

      for (const who of askers) {
        const query = `{ ${table}(where: { id: { _eq: ${inserted.id} } }) { ${column} } audit_log { data_after } }`;
        const body = await api.ask(who, { name: '', query, variables: {} });
        expect(body).not.toContain(password);
        expect(body).not.toContain(row?.secret.toString('hex').slice(0, 24));
      }
    },
  );

  test('DATA-39 mailboxes are visible only to administrators', async () => {
    const seen = await Promise.all(
      askers.map(async (who) => [
        who,
        (JSON.parse(await api.ask(who, { name: '', query: '{ mailbox { id } }', variables: {} })) as Answer)
          .data?.mailbox,
      ]),
    );
    for (const [who, rows] of seen) {
      if (who === 'administrator') expect(rows).not.toEqual([]);
      else expect(rows).toEqual([]);
    }
  });

  test("DATA-39 the import's own columns cannot be written", async () => {
    const { errors } = await mutate(
      'mutation ($set: mailbox_set_input!) { update_mailbox(where: {}, _set: $set) { affected_rows } }',
      {
        set: { last_run_at: '2026-01-01T00:00:00Z' },
      },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'specific_field_not_found', field: 'last_run_at' });
  });
});
