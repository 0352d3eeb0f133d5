import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import type {
  ChosenEntries,
  CreditorExport,
  MasterDataPreview,
  MasterDataResult,
} from '../../src/features/accounting-export/master-data/preview.ts';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { accountNameFile, creditor, inLatin1, partnerFile } from '../support/master-data-file.ts';
import { downloaded } from './exports.ts';

const known = 'DE89370400440532013000';
const another = 'DE02120300000000202051';

let demo: DemoWeb;
let admin: WebCaller;
let client: number;
let other: number;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  const companies = await demo.web.sql<{ id: string }>(
    `update client set consultant_number = '29098', client_number = case when id = (select min(id) from client where tenant_id = $1)
       then '55003' else '55004' end, ledger_account_length = 4, bank_change_second_person = true
     where tenant_id = $1 returning id`,
    [admin.context.tenantId],
  );
  [client = 0, other = 0] = companies.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
});
// Each test starts without known numbers, so that only its own rows can be missing.
beforeEach(() => clear());
afterAll(() => demo.close());

async function clear(): Promise<void> {
  await demo.web.sql('delete from invoice_known_creditor');
  await demo.web.sql('update supplier set external_id = null, vat_number = null');
  await demo.web.sql('delete from supplier_client');
}

async function send(step: string, file: string, fields: object = {}, who = admin): Promise<RestAnswer> {
  return await who.send({
    ...formOf({ client_id: String(client), ...fields }, [{ name: 'EXTF_x.csv', bytes: inLatin1(file) }]),
    url: `/api/datev/master-data/${step}`,
  });
}

async function preview(file: string, fields?: object): Promise<MasterDataPreview> {
  const answer = await send('preview', file, fields);
  if (answer.status !== 200) throw new Error(answer.body.toString());
  return answer.json<MasterDataPreview>();
}

function all({ added, changed, missing }: MasterDataPreview): ChosenEntries {
  return Object.fromEntries([...added, ...changed, ...missing].map(({ key, mark }) => [key, mark]));
}

async function apply(file: string, chosen: ChosenEntries, fields: object = {}): Promise<RestAnswer> {
  return await send('apply', file, { chosen: JSON.stringify(chosen), ...fields });
}

/** Imports everything in a file. */
async function imported(file: string, fields?: object): Promise<MasterDataResult> {
  const { added, changed } = await preview(file, fields);
  const answer = await apply(
    file,
    all({ added, changed, missing: [] } as unknown as MasterDataPreview),
    fields,
  );
  if (answer.status !== 200) throw new Error(answer.body.toString());
  return answer.json<MasterDataResult>();
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
  readonly iban: string | null;
  readonly active: boolean;
  readonly numbers: readonly string[];
}

const suppliers = async (name: string): Promise<Stored[]> =>
  await demo.web.sql<Stored & Record<string, unknown>>(
    `select id, name, city, iban, active, array(select client_id || ' ' || external_id from supplier_client c
       where c.tenant_id = s.tenant_id and c.supplier_id = s.id order by client_id) as numbers
     from supplier s where s.name like $1 and tenant_id = $2 order by id`,
    [name, admin.context.tenantId],
  );

const exported = async (clientId = client): Promise<RestAnswer> =>
  await admin.send({
    method: 'POST',
    url: '/api/datev/master-data/export',
    payload: { client_id: clientId },
  });

describe('EXP-25 creditors from DATEV', () => {
  it('are previewed as new, changed and missing, without debtors', async () => {
    await imported(
      partnerFile([creditor(70001, 'Anders GmbH', { Ort: 'Köln' }), creditor(70002, 'Fort GmbH')]),
    );
    const file = partnerFile([
      creditor(10000, 'Ein Kunde'),
      creditor(70001, 'Anders GmbH', { Ort: 'Bonn' }),
      creditor(70003, 'Neu GmbH'),
    ]);
    const plan = await preview(file);
    expect(plan).toMatchObject({ subject: 'supplier', skipped: { debtors: 1 }, problems: [], agreeing: 0 });
    expect(plan.added).toMatchObject([{ account: '70003', name: 'Neu GmbH', line: 5 }]);
    expect(plan.changed).toMatchObject([
      { account: '70001', changes: [{ field: 'city', before: 'Köln', after: 'Bonn' }] },
    ]);
    expect(plan.missing).toMatchObject([{ account: '70002', name: 'Fort GmbH' }]);
    expect(await suppliers('Neu GmbH')).toEqual([]);
  });

  it('only chosen entries are imported, and repeating the import changes nothing', async () => {
    await imported(partnerFile([creditor(70001, 'Ticket GmbH'), creditor(70002, 'Fehlt GmbH')]));
    const file = partnerFile([
      creditor(70001, 'Ticket GmbH', { Ort: 'Bonn' }),
      creditor(70004, 'Frisch GmbH', { Ort: 'Ulm' }),
      creditor(70005, 'Ungewollt GmbH'),
    ]);
    const { '70005': unwanted, ...chosen } = all(await preview(file));
    expect(unwanted).toBeDefined();
    const answer = await apply(file, chosen);
    expect(answer.json()).toEqual({ added: 1, changed: 1, deactivated: 1, waiting: 0 });
    expect(await suppliers('Frisch GmbH')).toMatchObject([{ city: 'Ulm', numbers: [`${client} 70004`] }]);
    expect(await suppliers('Ticket GmbH')).toMatchObject([{ city: 'Bonn' }]);
    expect(await suppliers('Fehlt GmbH')).toMatchObject([{ active: false }]);
    expect(await suppliers('Ungewollt GmbH')).toEqual([]);
    const audit = async () => (await demo.web.sql('select count(*) as count from audit_log'))[0];
    const before = await audit();
    const again = await apply(file, chosen);
    expect(again.json()).toEqual({ added: 0, changed: 0, deactivated: 0, waiting: 0 });
    expect(await audit()).toEqual(before);
  });

  it('two simultaneous imports of the same file add it once', async () => {
    const file = partnerFile([creditor(70001, 'Zugleich GmbH'), creditor(70002, 'Zugleich AG')]);
    const chosen = all(await preview(file));
    const answers = await Promise.all([apply(file, chosen), apply(file, chosen)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await suppliers('Zugleich%')).toHaveLength(2);
  });

  it('a row changed since the preview is refused, and nothing is written', async () => {
    await imported(partnerFile([creditor(70001, 'Wechsel GmbH', { Ort: 'Köln' })]));
    const file = partnerFile([
      creditor(70001, 'Wechsel GmbH', { Ort: 'Bonn' }),
      creditor(70009, 'Mitgekommen GmbH'),
    ]);
    const chosen = all(await preview(file));
    await demo.web.sql(`update supplier set city = 'Trier' where name = 'Wechsel GmbH'`);
    const answer = await apply(file, chosen);
    expect(answer.json()).toMatchObject({
      code: 'extf_rows_changed',
      values: { rows: '70001 Wechsel GmbH', count: 1 },
    });
    expect(await suppliers('Mitgekommen GmbH')).toEqual([]);
  });

  it('a supplier matched by VAT id gets a separate number in each company', async () => {
    const vat = { 'EU-Land': 'DE', 'EU-USt-IdNr.': '136695976' };
    await imported(partnerFile([creditor(70001, 'Beide GmbH', vat)]));
    const theirs = partnerFile([creditor(71234, 'Beide GmbH', vat)], { client: '55004' });
    const plan = await preview(theirs, { client_id: String(other) });
    expect(plan.changed).toMatchObject([
      { changes: [{ field: 'external_id', before: null, after: '71234' }] },
    ]);
    await imported(theirs, { client_id: String(other) });
    expect(await suppliers('Beide GmbH')).toMatchObject([{ numbers: [`${client} 70001`, `${other} 71234`] }]);
  });

  it('a file of another company or account length is refused', async () => {
    const codeOf = async (head: object) => (await send('preview', partnerFile([], head))).json().code;
    expect(await codeOf({ client: '55009' })).toBe('extf_other_company');
    expect(await codeOf({ length: '5' })).toBe('extf_account_length');
    expect(await codeOf({ category: '21', formatName: 'Buchungsstapel' })).toBe('extf_category');
  });
});

describe('EXP-25 INV-21 another IBAN', () => {
  it('waits once for a second person, regardless of the number of imports', async () => {
    expect(await imported(partnerFile([creditor(70001, 'Konto GmbH', { 'IBAN 1': known })]))).toEqual({
      ...{ added: 1, changed: 0, deactivated: 0, waiting: 1 },
    });
    expect(await suppliers('Konto GmbH')).toMatchObject([{ iban: null }]);
    await demo.web.sql(
      "update supplier_bank_change set state = 'confirmed', decided_at = now() where iban = $1 and state = 'pending'",
      [known],
    );
    await demo.web.sql("update supplier set iban = $1 where name = 'Konto GmbH'", [known]);
    const file = partnerFile([creditor(70001, 'Konto GmbH', { 'IBAN 1': another, Ort: 'Bonn' })]);
    expect(await imported(file)).toEqual({ added: 0, changed: 1, deactivated: 0, waiting: 1 });
    const [stored] = await suppliers('Konto GmbH');
    expect(stored).toMatchObject({ iban: known, city: 'Bonn' });
    expect(await preview(file)).toMatchObject({ added: [], changed: [], agreeing: 1 });
    const waiting = await demo.web.sql(
      `select iban, state from supplier_bank_change where supplier_id = $1 order by id`,
      [stored?.id],
    );
    expect(waiting).toEqual([
      { iban: known, state: 'confirmed' },
      { iban: another, state: 'pending' },
    ]);
  });
});

describe('EXP-25 names of ledger accounts', () => {
  it('are imported with leading zeros, and known accounts get their names', async () => {
    const { tenantId } = admin.context;
    await demo.web.sql(
      `insert into ledger_account (tenant_id, number, name) values ($1, '6815', 'Bürobedarf alt')`,
      [tenantId],
    );
    const file = accountNameFile([
      { Konto: 6815, Kontenbeschriftung: 'Bürobedarf', 'Sprach-ID': 'de-DE' },
      { Konto: 650, Kontenbeschriftung: 'Büroeinrichtung', 'Sprach-ID': 'de-DE' },
    ]);
    const plan = await preview(file);
    expect(plan).toMatchObject({ subject: 'ledger_account' });
    expect(plan.added).toMatchObject([{ account: '0650', name: 'Büroeinrichtung' }]);
    expect(plan.changed).toMatchObject([
      { account: '6815', changes: [{ field: 'name', before: 'Bürobedarf alt', after: 'Bürobedarf' }] },
    ]);
    expect(await imported(file)).toEqual({ added: 1, changed: 1, deactivated: 0, waiting: 0 });
    expect(await preview(file)).toMatchObject({ added: [], changed: [], agreeing: 2 });
  });

  it('EXP-10 an account of class 0 without its zero is recognised, and a new one can be edited', async () => {
    const { tenantId } = admin.context;
    await demo.web.sql(
      `insert into ledger_account (tenant_id, number, name) values ($1, '421', 'Anlage 421')`,
      [tenantId],
    );
    const file = accountNameFile([
      { Konto: '0421', Kontenbeschriftung: 'Anlage 421', 'Sprach-ID': 'de-DE' },
      { Konto: '0422', Kontenbeschriftung: 'Anlage 422', 'Sprach-ID': 'de-DE' },
    ]);
    expect(await preview(file)).toMatchObject({ added: [{ account: '0422' }], changed: [], agreeing: 1 });
    await imported(file);
    const kept = await demo.web.sql(
      `select number from ledger_account where tenant_id = $1 and name like 'Anlage 42%' order by number`,
      [tenantId],
    );
    expect(kept).toEqual([{ number: '421' }, { number: '422' }]);
    expect(
      await demo.web.sql('select account from client_chart_account where client_id = $1 order by account', [
        client,
      ]),
    ).toEqual([{ account: '0421' }, { account: '0422' }]);
  });
});

describe('EXP-25 creditors to DATEV', () => {
  it("are those that are new or changed since the company's last file", async () => {
    await imported(partnerFile([creditor(70001, 'Hin GmbH', { Ort: 'Köln' }), creditor(70002, 'Her GmbH')]));
    // The accounting already knows what it exported.
    expect((await exported()).json()).toMatchObject({ code: 'nothing_to_export' });
    await demo.web.sql(`update supplier set city = 'Brühl' where name = 'Hin GmbH'`);
    const answer = await exported();
    const { file_id, name, creditors } = answer.json<CreditorExport>();
    expect(creditors).toBe(1);
    const bytes = await downloaded(admin, file_id);
    expect(checkExtf(bytes, name)).toMatchObject({
      findings: [],
      formatName: 'Debitoren/Kreditoren',
      rows: 1,
    });
    const text = new TextDecoder('windows-1252').decode(bytes);
    expect(text).toContain('70001;"Hin GmbH"');
    expect(text).toContain('"Brühl"');
    expect((await exported()).json()).toMatchObject({ code: 'nothing_to_export' });
    const { invoice_creditor_file: files } = await admin.get<{ invoice_creditor_file: object[] }>(
      '{ invoice_creditor_file { creditor_count file { id } client { id } exported_by { name } } }',
    );
    expect(files).toEqual([
      { creditor_count: 1, file: { id: file_id }, client: { id: client }, exported_by: expect.anything() },
    ]);
  });

  it('the file is available to every administrator, and to nobody else', async () => {
    await imported(partnerFile([creditor(70001, 'Datei GmbH')]));
    await demo.web.sql(`update supplier set city = 'Brühl' where name = 'Datei GmbH'`);
    const { file_id } = (await exported()).json<CreditorExport>();
    await demo.web.sql('update file set created_by_id = null where id = $1', [file_id]);
    expect((await downloaded(admin, file_id)).length).toBeGreaterThan(100);
    const buyer = await demo.person('buyer@demo.test');
    expect((await buyer.send({ method: 'GET', url: `/api/file/${file_id}` })).status).toBe(404);
  });

  it('a company without DATEV numbers is refused', async () => {
    await demo.web.sql('update client set consultant_number = null where id = $1', [other]);
    expect((await exported(other)).json()).toMatchObject({ code: 'export_company_numbers_missing' });
    await demo.web.sql(`update client set consultant_number = '29098' where id = $1`, [other]);
  });
});

describe('EXP-25 rights and visibility', () => {
  it('administrators of the tenant may import; other people neither see nor get anything', async () => {
    const file = partnerFile([creditor(70001, 'Mauer GmbH')]);
    const buyer = await demo.person('buyer@demo.test');
    expect((await send('preview', file, {}, buyer)).status).toBe(403);
    expect((await send('apply', file, { chosen: '{}' }, buyer)).status).toBe(403);
    const [theirs] = await demo.web.sql<{ id: string }>(
      'select id from client where tenant_id <> $1 limit 1',
      [admin.context.tenantId],
    );
    expect((await send('preview', file, { client_id: String(theirs?.id) })).status).toBe(404);
    expect((await exported(Number(theirs?.id))).status).toBe(404);
    await imported(file);
    const outside = await demo.web.sql(
      `select id from supplier where name = 'Mauer GmbH' and tenant_id <> $1`,
      [admin.context.tenantId],
    );
    expect(outside).toEqual([]);
  });
});

it('EXP-25 many creditors are imported in one request, once each', async () => {
  const many = inDepth(400, 5000);
  const file = partnerFile(
    Array.from({ length: many }, (_, place) =>
      creditor(80000 + place, `Viele ${place} GmbH`, { Ort: 'Köln', 'IBAN 1': known }),
    ),
  );
  expect(await imported(file)).toMatchObject({ added: many, changed: 0 });
  expect(await preview(file)).toMatchObject({ added: [], changed: [], agreeing: many });
  const moved = file.replaceAll('"Köln"', '"Bonn"');
  expect(await imported(moved)).toMatchObject({ added: 0, changed: many });
  expect(await suppliers('Viele % GmbH')).toHaveLength(many);
});
