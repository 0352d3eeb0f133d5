import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingColumns, settingTables, watchedColumns } from '../../src/features/audit/server/store.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { thisYear } from '../support/today.ts';
import { documentation, explainGaps, fileOf, made, make, pagesOf, wordsOf, write } from './documentations.ts';

let demo: DemoWeb;
let admin: WebCaller;
let tenantId: number;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  tenantId = admin.context.tenantId;
});
afterAll(() => demo?.close());

/** Runs as an administrator, so that the audit has the name. */
async function set(sql: string, values: unknown[] = []): Promise<void> {
  await demo.web.database.inTenant(admin.context, (tx) => tx.query(sql, values), { role: 'writer' });
}

const setting = (key: string, value: string) =>
  set(
    `insert into configuration (tenant_id, key, value, model) values (app.tenant_id(), $1, $2, 'string')
     on conflict (tenant_id, key, client_id) do update set value = excluded.value`,
    [key, value],
  );

describe('content', () => {
  test('ARC-06 has the parts of the GoBD, and only chapters of enabled modules', async () => {
    const before = await documentation(admin);
    expect(before.parts.map(({ title }) => title)).toEqual([
      'Allgemeine Beschreibung',
      'Anwenderdokumentation',
      'Technische Systemdokumentation',
      'Betriebsdokumentation',
      'Internes Kontrollsystem',
      'Änderungshistorie',
      'Anhang',
    ]);
    const keys = before.parts.flatMap(({ chapters }) => chapters.map(({ key }) => key));
    expect(keys).toContain('procurement');
    await setting('module_contract', 'false');
    const chapters = async () =>
      (await documentation(admin)).parts[1]?.chapters.map(({ key, number }) => `${number} ${key}`);
    expect(await chapters()).toEqual([
      '2.1 flow',
      '2.2 procurement',
      '2.3 scanning',
      '2.4 invoice',
      '2.5 roles',
      '2.6 limits',
    ]);
    await setting('module_contract', 'true');
    expect(await chapters()).toContain('2.5 contract');
  });

  test('ARC-06 companies, roles with people, limits and interfaces come from the settings', async () => {
    const answer = await documentation(admin);
    expect(wordsOf(answer, 'company')).toContain('Nordfeld Antriebstechnik GmbH');
    expect(wordsOf(answer, 'company')).toContain('Nordfeld Logistik GmbH');
    expect(wordsOf(answer, 'roles')).toContain('["Administration: alle Rechte","1","Katrin Voss"]');
    expect(wordsOf(answer, 'limits')).toContain('["Torsten Lüders","1.000,00"]');
    expect(wordsOf(answer, 'limits')).toContain('["Henrik Nordmann","ohne Limit"]');
    expect(wordsOf(answer, 'interfaces')).toContain('DATEV');
    expect(wordsOf(answer, 'procurement')).toMatch(/\["[^"]+","Nie"\]/);
    const english = await documentation(admin, 'en');
    expect(wordsOf(english, 'limits')).toContain('["Henrik Nordmann","no limit"]');
    expect(wordsOf(english, 'limits')).toContain('["Torsten Lüders","1,000.00"]');
  });

  test('ARC-06 a changed rule changes the text', async () => {
    expect(wordsOf(await documentation(admin), 'invoice')).toContain('Rechnungen ohne Bestellung');
    await setting('invoice_approval', 'always');
    expect(wordsOf(await documentation(admin), 'invoice')).toContain('Jede Rechnung wird kaufmännisch');
    await setting('retention_years_invoice', '12');
    expect(wordsOf(await documentation(admin), 'retention')).toContain('"12"');
    await set('update client set min_approval = 2');
    expect(wordsOf(await documentation(admin), 'procurement')).toContain(
      'Mindestens 2 verschiedene Personen',
    );
  });

  test('ARC-06 API-47 AUTH-33 lists webhooks, directories, login services, devices and calendars as ways of data', async () => {
    const ways = async () => wordsOf(await documentation(admin), 'interfaces');
    expect(await ways()).toContain('["Browser","",');
    for (const name of [
      'Webhook',
      'Verzeichnis',
      'Anmeldedienst',
      'Benachrichtigungen auf',
      'Vertragskalender',
    ])
      expect(await ways()).not.toContain(`["${name}`);
    const { sql } = demo.web;
    await sql(
      `insert into webhook (tenant_id, name, url, events, lb_user_id)
       values ($1, 'Lager', 'https://name:word@lager.example:8443/kontor?key=word', '{order_sent}', $2)`,
      [tenantId, admin.context.userId],
    );
    await sql(
      `insert into sign_on_issuer (tenant_id, name, issuer, application_id, active)
       values ($1, 'Firmenanmeldung', 'https://login.example/x', 'kontor', true)`,
      [tenantId],
    );
    await sql(
      `insert into contract_calendar (tenant_id, lb_user_id, token_hash) values ($1, $2, sha256('x'))`,
      [tenantId, admin.context.userId],
    );
    const listed = await ways();
    expect(listed).toContain('["Webhook","Lager, lager.example",');
    expect(listed).toContain('["Anmeldedienst","Firmenanmeldung, login.example",');
    expect(listed).toContain('["Vertragskalender","",');
    expect(listed).not.toMatch(/word@|key=word/);
    await sql('update webhook set active = false');
    expect(await ways()).not.toContain('["Webhook"');
  });

  test('ARC-06 contains no secrets', async () => {
    await set(
      "update lb_user set api_token_hash = '\\x00ff00ff', token_expires_at = now() + '1 day' where email = 'buyer@demo.test'",
    );
    await set(
      `insert into mailbox (tenant_id, name, host, username, password, import_invoices_automatically)
       values (app.tenant_id(), 'Rechnungen', 'imap.nordfeld.example', 'geheimer-name', '\\x5e5e5e', true)`,
    );
    const answer = await documentation(admin);
    const text = JSON.stringify(answer);
    expect(wordsOf(answer, 'interfaces')).toContain('imap.nordfeld.example');
    expect(wordsOf(answer, 'interfaces')).toContain('Ina Berg');
    expect(text).not.toContain('geheimer-name');
    expect(text).not.toMatch(/00ff00ff|5e5e5e/);
  });

  test('ARC-06 GEN-02 contains nothing of other tenants, and only administrators read it', async () => {
    expect(JSON.stringify(await documentation(admin))).not.toMatch(/Wimmer|Obermeier|Tischlerei/);
    const other = await demo.person('admin@other.test');
    const theirs = JSON.stringify(await documentation(other));
    expect(theirs).toContain('Wimmer Tischlerei GmbH');
    expect(theirs).not.toContain('Nordfeld');
    const accountant = await demo.person('accountant@demo.test');
    for (const url of ['', '/version/1/file'])
      expect((await accountant.send({ method: 'GET', url: `/api/process-documentation${url}` })).status).toBe(
        403,
      );
    expect((await make(accountant)).status).toBe(403);
    expect((await admin.send({ method: 'GET', url: '/api/process-documentation?lang=xx' })).status).toBe(422);
  });
});

describe('own texts', () => {
  const chapter = 'backup';
  const textOf = async (lang: 'de' | 'en' = 'de') => {
    const { parts } = await documentation(admin, lang);
    const found = parts.flatMap(({ chapters }) => chapters).find(({ key }) => key === chapter);
    return { text: found?.text ?? '', isOwn: found?.isOwn };
  };

  test('ARC-06 an administrator’s text replaces a chapter in one language until the default is restored', async () => {
    const { text: usual } = await textOf();
    const own = 'Gesichert wird nachts.\n\nЖурнал ведёт Анна Петрова.';
    expect((await write(admin, { chapter, text: own, expected: usual })).status).toBe(200);
    expect(await textOf()).toEqual({ text: own, isOwn: true });
    expect((await textOf('en')).isOwn).toBe(false);
    expect((await write(admin, { chapter, text: null, expected: own })).status).toBe(200);
    expect(await textOf()).toEqual({ text: usual, isOwn: false });
  });

  test('ARC-06 a concurrent change is not overwritten', async () => {
    const { text: usual } = await textOf();
    const answers = await Promise.all(
      ['Eins', 'Zwei'].map((text) => write(admin, { chapter, text, expected: usual })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { text } = await textOf();
    expect((await write(admin, { chapter, text: null, expected: text })).status).toBe(200);
  });

  test.each([
    [{ chapter: 'nothing', text: 'x', expected: '' }],
    [{ chapter, lang: 'it', text: 'x', expected: '' }],
    [{ chapter, text: 'x'.repeat(20_001), expected: '' }],
    [{ chapter, text: 5, expected: '' }],
  ])('ARC-06 %j is refused', async (body) => {
    expect((await write(admin, body)).status).toBe(422);
  });
});

test('ARC-06 changes are read by an index on exactly these tables', async () => {
  const [index] = await demo.web.sql<{ tables: string[] }>(
    `select array(select m[1] from regexp_matches(indexdef, '''([a-z0-9_]+)''', 'g') m) as tables
     from pg_indexes where indexname = 'audit_log_of_settings'`,
  );
  expect(index?.tables).toEqual([...settingTables]);
});

test('ARC-06 AUTH-37 of tables that count in part, every column of the register of controls counts', async () => {
  const counted: Readonly<Record<string, readonly string[]>> = { ...watchedColumns, ...settingColumns };
  const entries = await demo.web.sql<{ name: string; columns: string[] }>(
    `select table_name as name, columns from app.controls() where kind = 'columns' and table_name = any ($1)`,
    [Object.keys(counted)],
  );
  expect(entries.length).toBeGreaterThan(5);
  for (const { name, columns } of entries) expect(counted[name]).toEqual(expect.arrayContaining(columns));
});

describe('versions', () => {
  beforeAll(async () => {
    for (const lang of ['de', 'en'] as const) await explainGaps(admin, lang);
  });

  test('ARC-06 ARC-01 ARC-02 a version is a file of the whole content, kept ten years with its hash', async () => {
    const { parts } = await documentation(admin);
    const usual = parts.flatMap(({ chapters }) => chapters).find(({ key }) => key === 'backup')?.text;
    await write(admin, {
      chapter: 'backup',
      text: 'Журнал ведёт Анна Петрова, Γεωργία, Žižkov.',
      expected: usual,
    });
    const started = performance.now();
    const version = await made(admin, { note: 'Erste Version' });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(version).toMatchObject({ number: 1, lang: 'de', note: 'Erste Version', made_by: 'Katrin Voss' });
    expect(version.retain_until).toBe(`${thisYear() + 10}-12-31`);
    const answer = await fileOf(admin, 1);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(createHash('sha256').update(answer.body).digest('hex')).toBe(version.sha256);
    const pages = await pagesOf(answer.body);
    expect(pages).toHaveLength(version.pages);
    const [cover = '', contents = '', ...rest] = pages;
    for (const words of ['Verfahrensdokumentation', 'Nordfeld', 'Erste Version', 'Katrin Voss'])
      expect(cover).toContain(words);
    expect(contents).toContain('2.2 Von der Anforderung bis zum Wareneingang');
    expect(contents).toContain(`Seite 2 von ${version.pages}`);
    const text = rest.join(' ');
    expect(text).toContain('Журнал ведёт Анна Петрова, Γεωργία, Žižkov.');
    expect(text).toContain('Torsten Lüders 1.000,00');
    expect(text).toContain('Dies ist die erste Version.');
    // The page number in the table of contents is correct.
    const page = /4\.1 Aufbewahrung (\d+)/.exec(contents)?.[1];
    expect(pages[Number(page) - 1]).toContain('4.1 Aufbewahrung');
    expect(pages[Number(page) - 1]).toContain(`Seite ${page} von`);
  });

  test('ARC-06 the page lists changes since with day and person, and the next version contains them', async () => {
    expect(await documentation(admin)).toMatchObject({ isChanged: false, changes: [], changeCount: 0 });
    await set("update lb_user set approval_limit = 2500 where email = 'approver1@demo.test'");
    await set("update lb_user set lang = 'en' where email = 'approver1@demo.test'");
    await setting('approval_limit_priority', 'true');
    const answer = await documentation(admin);
    expect(answer).toMatchObject({ isChanged: true, changeCount: 2 });
    expect(answer.changes).toMatchObject([
      { person: 'Katrin Voss', how: expect.stringMatching(/→ Ja$/) },
      {
        person: 'Katrin Voss',
        what: expect.stringContaining('Torsten Lüders'),
        how: expect.stringMatching(/1\.000 → 2\.500/),
      },
    ]);
    await made(admin, { lang: 'en', note: 'Limits' });
    expect(await documentation(admin)).toMatchObject({ isChanged: false, changeCount: 0 });
    const text = (await pagesOf((await fileOf(admin, 2)).body)).join(' ');
    expect(text).toContain('Changes since version 1');
    expect(text).toContain('1,000 → 2,500');
    expect(text).toMatch(
      /Former versions Version Date Person Note 1 \d\d\/\d\d\/\d{4}, \d\d:\d\d Katrin Voss Erste Version/,
    );
  });

  test('ARC-06 concurrent administrators make two versions without a gap, and a repeated call makes none', async () => {
    const key = randomUUID();
    const answers = await Promise.all([make(admin, { key }), make(admin), make(admin, { key })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json<{ number: number }>().number))).toEqual(
      new Set([3, 4]),
    );
    const { versions } = await documentation(admin);
    expect(versions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect((await make(admin, { key: 'x' })).status).toBe(422);
    expect((await make(admin, { note: 'x'.repeat(1001) })).status).toBe(422);
  });

  test('ARC-06 ARC-02 a version and its file cannot be changed or removed', async () => {
    for (const statement of [
      "update process_documentation set note = 'anders' where number = 1",
      'delete from process_documentation where number = 1',
      'delete from file where id = (select file_id from process_documentation where number = 1)',
      'update file set sha256 = sha256(sha256) where id = (select file_id from process_documentation where number = 1)',
      'delete from file_chunk where file_id = (select file_id from process_documentation where number = 1)',
    ]) {
      await expect(set(statement)).rejects.toThrow(/is kept|foreign key/);
      await expect(demo.web.sql(statement)).rejects.toThrow(/is kept|foreign key/);
    }
    expect((await fileOf(admin, 1)).status).toBe(200);
  });

  test('ARC-06 GEN-02 another tenant has its own versions', async () => {
    const other = await demo.person('admin@other.test');
    expect((await documentation(other)).versions).toEqual([]);
    await explainGaps(other);
    expect((await fileOf(other, 1)).status).toBe(404);
    expect(await made(other)).toMatchObject({ number: 1, made_by: 'Beate Wimmer' });
    const text = (await pagesOf((await fileOf(other, 1)).body)).join(' ');
    expect(text).toContain('Wimmer');
    expect(text).not.toContain('Nordfeld');
    expect((await documentation(admin)).versions).toHaveLength(4);
  });

  test('ARC-06 AUTH-21 an administrator acting as another is named too', async () => {
    const [second] = await demo.web.sql<{ id: string }>(
      `insert into lb_user (tenant_id, email, name, roles) values ($1, 'zweite@demo.test', 'Zoe Zweite', '{user-admin}') returning id`,
      [tenantId],
    );
    const token = await demo.web.tokens.issueAccess({
      tenantId,
      tenantName: 'demo',
      userId: Number(second?.id),
      actorId: admin.context.userId,
      means: 'link',
      tokenVersion: 1,
      email: 'zweite@demo.test',
      language: 'de',
      roles: ['user-admin'],
      permissions: '',
    });
    const answer = await demo.send({
      method: 'POST',
      url: '/api/process-documentation/version',
      headers: { authorization: `Bearer ${token}` },
      payload: { lang: 'de', note: null, key: randomUUID() },
    });
    expect(answer.json()).toMatchObject({ number: 5, made_by: 'Katrin Voss (Zoe Zweite)' });
  });

  test('ARC-06 API-47 AUTH-32 AUTH-33 AUTH-34 ADM-21 EXP-17 changes of ways out of the product and of who decides are listed without secrets', async () => {
    const { changeCount: before } = await documentation(admin);
    const insert = (table: string, columns: string, values: string) =>
      demo.web.sql(`insert into ${table} (tenant_id, ${columns}) values ($1, ${values})`, [tenantId]);
    const me = admin.context.userId;
    await insert(
      'webhook',
      'name, url, events, lb_user_id, secret',
      `'Neues Lager', 'https://lager.example', '{order_sent}', ${me}, '\\x5ec2e701'`,
    );
    await insert('export_destination', 'name, kind, place', `'Neue Ablage', 'folder', 'Ablage'`);
    await insert(
      'scheduled_export',
      'name, lb_user_id, content, format, language, rhythm, at_minute, active',
      `'Jede Nacht', ${me}, '{}', 'csv', 'de', 'daily', 60, false`,
    );
    await insert('role_template', 'name, roles', `'Einkauf klein', '{user-price}'`);
    await insert(
      'service_token',
      'lb_user_id, name, expires_at, secret_hash',
      `${me}, 'Neuer Zugang', now() + interval '1 day', '\\x5ec2e702'`,
    );
    await insert('directory_group', 'name', `'Alle im Haus'`);
    await insert('product_group', 'name', `'Nur Stammdaten'`);
    await demo.web.sql("update sign_on_issuer set application_secret = '\\x5ec2e703' where tenant_id = $1", [
      tenantId,
    ]);
    await demo.web.sql(
      'update department set user_clearing_id = $2 where tenant_id = $1 and id = (select min(id) from department where tenant_id = $1)',
      [tenantId, me],
    );
    await demo.web.sql("update department set email = 'haus@demo.test' where tenant_id = $1", [tenantId]);
    const { changes, changeCount } = await documentation(admin);
    const what = changes.map((change) => change.what).join('\n');
    for (const name of [
      'Neues Lager',
      'Neue Ablage',
      'Jede Nacht',
      'Einkauf klein',
      'Neuer Zugang',
      'Firmenanmeldung',
      'Abteilung',
    ])
      expect(what).toContain(name);
    expect(what).not.toMatch(/Alle im Haus|Nur Stammdaten/);
    expect(changeCount - before).toBe(7);
    expect(JSON.stringify(changes)).not.toContain('5ec2e70');
    const stored = await demo.web.sql<{ row: string }>(
      `select a::text as row from audit_log a where a."table" in ('webhook', 'service_token', 'sign_on_issuer')`,
    );
    expect(stored.map(({ row }) => row).join()).not.toContain('5ec2e70');
  });
});
