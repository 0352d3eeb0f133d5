import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../../../../tests/support/demo-web.ts';
import { today } from '../../../../tests/support/today.ts';
import { unzipped } from '../../../../tests/support/unzipped.ts';
import type { DataProtectionAnswer, PersonalData } from '../model.ts';

let demo: DemoWeb;
let admin: WebCaller;
let tenantId: number;
const path = '/api/data-protection';

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  tenantId = admin.context.tenantId;
});
afterAll(() => demo?.close());

const idOf = async (email: string) => {
  const [row] = await demo.web.sql<{ id: string }>('select id from lb_user where email = $1', [email]);
  return Number(row?.id);
};
const reportOf = async (id: number) => {
  const answer = await admin.send({ method: 'GET', url: `${path}/person/${id}/file` });
  return answer.json<PersonalData>();
};
const rowsOf = ({ tables }: PersonalData, table: string) =>
  tables.find((one) => one.table === table)?.rows ?? [];

describe('the report about a person', () => {
  test('ARC-08 one file contains the person, what belongs to them and what they did, from every table that names people', async () => {
    const id = await idOf('approver1@demo.test');
    const report = await reportOf(id);
    expect(report).toMatchObject({ person_id: id, company: expect.any(String) });
    expect(rowsOf(report, 'lb_user')).toMatchObject([{ id, email: 'approver1@demo.test' }]);
    expect(rowsOf(report, 'timeline_entry').length).toBeGreaterThan(0);
    await demo.web.sql("update lb_user set lang = 'en' where id = $1", [id]);
    expect(rowsOf(await reportOf(id), 'audit_log_of_person')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ data_before: { lang: 'de' }, data_after: { lang: 'en' } }),
      ]),
    );
    const named = await demo.web.sql<{ relation: string }>(
      'select distinct relation from app.columns_of_people() order by 1',
    );
    expect(report.tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(named.map(({ relation }) => relation)),
    );
    // Every row names the person.
    for (const { table, named_in, rows } of report.tables)
      for (const row of rows)
        expect([table, named_in.some((column) => row[column] === id)]).toEqual([table, true]);
  });

  test('ARC-08 the file contains no secret, no content of documents, and no other tenant', async () => {
    const id = await idOf('requester@demo.test');
    await demo.web.sql("update lb_user set api_token_hash = '\\xdeadbeefcafe' where id = $1", [id]);
    const report = await reportOf(id);
    const text = JSON.stringify(report);
    expect(text).not.toContain('deadbeefcafe');
    expect(Object.keys(rowsOf(report, 'lb_user')[0] ?? {})).not.toContain('api_token_hash');
    expect(Object.keys(rowsOf(report, 'procurement')[0] ?? {})).not.toContain('net_total');
    expect(Object.keys(rowsOf(report, 'audit_log')[0] ?? {})).not.toContain('data_before');
    const stranger = await idOf('admin@other.test');
    expect((await admin.send({ method: 'GET', url: `${path}/person/${stranger}/file` })).status).toBe(404);
  });

  test('ARC-08 more rows than one page are complete and each there once', async () => {
    const id = await idOf('buyer@demo.test');
    await demo.web.sql(
      `insert into audit_log (tenant_id, type, "table", lb_user_id, random_id)
       select $1, 'info', 'supplier', $2, 'abcdefghij' from generate_series(1, 4100)`,
      [tenantId, id],
    );
    const [{ count } = { count: '0' }] = await demo.web.sql<{ count: string }>(
      'select count(*) from audit_log where lb_user_id = $1',
      [id],
    );
    const ids = rowsOf(await reportOf(id), 'audit_log').map((row) => row.id);
    expect(ids.length).toBe(Number(count));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('ARC-08 the history of the person shows that a report was made, and by whom', async () => {
    const id = await idOf('approver2@demo.test');
    await reportOf(id);
    expect(
      await demo.web.sql(
        `select lb_user_id::int, info from audit_log where "table" = 'lb_user' and foreign_key = $1 and type = 'info'`,
        [id],
      ),
    ).toEqual([{ lb_user_id: admin.context.userId, info: 'Art. 15, 20 GDPR' }]);
  });

  test('ARC-08 only administrators get it', async () => {
    const buyer = await demo.person('buyer@demo.test');
    const id = await idOf('buyer@demo.test');
    for (const url of [path, `${path}/person/${id}/file`, `${path}/register`])
      expect((await buyer.send({ method: 'GET', url })).status).toBe(403);
  });
});

describe('leavers', () => {
  /** Lets a person have left so many years ago, and their documents be as old. */
  const leave = async (email: string, years: number) => {
    const id = await idOf(email);
    await demo.web.sql(
      `do $$ begin set local session_replication_role = 'replica';
       update lb_user set active = false, updated_at = now() - interval '${years} years' where id = ${id};
       update document set created_at = now() - interval '${years} years' where (kind, id) in (
         select kind, document_id from document_person where lb_user_id = ${id}); end $$`,
    );
    return id;
  };
  const nightly = () => demo.web.database.atGate((tx) => tx.query('select app.pseudonymise_leavers()'));
  const nameOf = async (id: number) =>
    (
      await demo.web.sql<{ name: string; email: string }>('select name, email from lb_user where id = $1', [
        id,
      ])
    )[0];

  test('ARC-08 a leaver keeps the name until the retention of what they did is over', async () => {
    const id = await leave('approver1@demo.test', 9);
    await nightly();
    expect((await nameOf(id))?.name).toBe('Torsten Lüders');
    const answer = await admin.send({ method: 'GET', url: path });
    const year = Number(today().slice(0, 4)) - 9 + 10;
    expect(answer.json<DataProtectionAnswer>().leavers).toMatchObject([
      { id, name: 'Torsten Lüders', kept_until: `${year}-12-31`, is_held: false, is_pseudonym: false },
    ]);
  });

  test('ARC-08 a legal hold of a document keeps the name of a leaver without end', async () => {
    const id = await leave('approver1@demo.test', 12);
    await demo.web.sql(
      `update procurement set legal_hold = 'Streit' where id = (
         select document_id from document_person where lb_user_id = $1 and kind = 'procurement' limit 1)`,
      [id],
    );
    await nightly();
    expect((await nameOf(id))?.name).toBe('Torsten Lüders');
    expect((await admin.send({ method: 'GET', url: path })).json()).toMatchObject({
      leavers: [{ is_held: true }],
    });
    await demo.web.sql('update procurement set legal_hold = null');
  });

  test('ARC-08 afterwards name, address and what belongs to the leaver alone are gone, also from the audit row about it', async () => {
    const id = await leave('approver1@demo.test', 12);
    await demo.web.sql(
      `insert into known_device (tenant_id, lb_user_id, device, first_seen_at, last_seen_at) values ($1, $2, 'x', now(), now())`,
      [tenantId, id],
    );
    await demo.web.sql(
      `insert into user_address (tenant_id, lb_user_id, name, address, zipcode, city) values ($1, $2, 'Lüders', 'Hof 1', '10115', 'Berlin')`,
      [tenantId, id],
    );
    await demo.web.sql(
      `insert into passkey (tenant_id, lb_user_id, name, credential_id, public_key) values ($1, $2, 'Telefon Lüders', '\\x01', '\\x02')`,
      [tenantId, id],
    );
    const [left] = await demo.web.sql('select updated_at from lb_user where id = $1', [id]);
    const [before] = await demo.web.sql<{ last: string }>('select max(id) as last from audit_log');
    await nightly();
    expect(await nameOf(id)).toEqual({ name: `Person ${id}`, email: `person-${id}@pseudonym.invalid` });
    for (const table of ['known_device', 'user_address', 'passkey'])
      expect(await demo.web.sql(`select from ${table} where lb_user_id = $1`, [id])).toEqual([]);
    expect(await demo.web.sql('select updated_at from lb_user where id = $1', [id])).toEqual([left]);
    const rows = await demo.web.sql<{ row: string }>('select a::text as row from audit_log a where id > $1', [
      before?.last,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain('Art. 17 GDPR');
    expect(rows[0]?.row).not.toContain('Lüders');
    // A second run changes nothing.
    await nightly();
    expect((await admin.send({ method: 'GET', url: path })).json()).toMatchObject({
      leavers: [{ name: `Person ${id}`, is_pseudonym: true }],
    });
  });

  test('ARC-08 active people stay, however long ago they did something', async () => {
    const id = await idOf('approver2@demo.test');
    await demo.web.sql(
      `do $$ begin set local session_replication_role = 'replica';
       update lb_user set updated_at = now() - interval '20 years' where id = ${id}; end $$`,
    );
    const before = await nameOf(id);
    await nightly();
    expect(await nameOf(id)).toEqual(before);
  });

  test('ARC-08 AUTH-34 a service account that is switched off keeps its name, and others are pseudonymised beside it', async () => {
    await demo.web.sql(
      `do $$ begin set local session_replication_role = 'replica';
       insert into lb_user (tenant_id, name, is_service, blocked, active, updated_at)
         values (${tenantId}, 'Lager [API]', true, true, false, now() - interval '20 years'); end $$`,
    );
    const id = await leave('buyer@demo.test', 12);
    await nightly();
    expect((await nameOf(id))?.name).toBe(`Person ${id}`);
    expect(await demo.web.sql("select email from lb_user where name = 'Lager [API]'")).toEqual([
      { email: null },
    ]);
  });

  test('ARC-08 AUD-01 nobody but the nightly run keeps changes of a person out of the audit', async () => {
    const id = await idOf('approver2@demo.test');
    const change = (name: string) =>
      demo.web.database.inTenant(
        admin.context,
        async (tx) => {
          await tx.query("select set_config('app.pseudonymising', 'on', true)");
          await tx.query('update lb_user set name = $1 where id = $2', [name, id]);
        },
        { role: 'writer' },
      );
    await change('Zoe Anders');
    expect(
      await demo.web.sql(
        `select data_after ->> 'name' as name from audit_log where "table" = 'lb_user' and foreign_key = $1 order by id desc limit 1`,
        [id],
      ),
    ).toEqual([{ name: 'Zoe Anders' }]);
    await expect(
      demo.web.database.inTenant(
        admin.context,
        (tx) => tx.query("select app.note_audit('info', 'lb_user', 'pseudonym', $1, 'Art. 17 GDPR')", [id]),
        { role: 'writer' },
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('TECH-14 pseudonymising needs no setting of a superuser', async () => {
    expect(
      await demo.web.sql(
        "select proconfig::text as settings from pg_proc where proname = 'pseudonymise_leavers'",
      ),
    ).toEqual([{ settings: expect.not.stringContaining('session_replication_role') }]);
  });
});

describe('the register of processing', () => {
  test.each([
    ['de', 'Verarbeitungsverzeichnis_Entwurf.xlsx'],
    ['en', 'Register_of_processing_draft.xlsx'],
  ])('ARC-08 is a draft in a workbook, in %s', async (lang, name) => {
    const answer = await admin.send({ method: 'GET', url: `${path}/register?lang=${lang}` });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(name);
    expect(answer.body.subarray(0, 2).toString()).toBe('PK');
  });

  test('ARC-08 API-47 EXP-17 names what this tenant has set up, and nothing of another', async () => {
    const insert = (tenant: number, table: string, columns: string, values: string) =>
      demo.web.sql(`insert into ${table} (tenant_id, ${columns}) values ($1, ${values})`, [tenant]);
    await insert(
      tenantId,
      'webhook',
      'name, url, events, lb_user_id',
      `'Lager', 'https://name:word@lager.example/x', '{order_sent}', ${admin.context.userId}`,
    );
    await insert(
      tenantId,
      'export_destination',
      'name, kind, place',
      `'Ablage', 'mail', 'ablage@firma.example'`,
    );
    const other = await demo.person('admin@other.test');
    await insert(
      other.context.tenantId,
      'webhook',
      'name, url, events, lb_user_id',
      `'Fremd', 'https://fremd.example', '{order_sent}', ${other.context.userId}`,
    );
    const file = await admin.send({ method: 'GET', url: `${path}/register?lang=de` });
    const text = unzipped(file.body).get('xl/worksheets/sheet1.xml') ?? '';
    expect(text).toContain('Webhook: Lager, lager.example');
    expect(text).toContain('Ablage (ablage@firma.example)');
    expect(text).not.toMatch(/Fremd|fremd\.example|word@/);
  });
});
