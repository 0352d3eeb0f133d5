import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts';
import { dayOfInstant } from '../../base/day.ts';
import { shopSecret } from '../../features/punchout/sandbox/access.ts';
import { deriveSecrets } from '../../platform/server/secrets.ts';
import { statusesOf } from '../../timeline/kinds.ts';
import { demoPeople } from './demo-people.ts';
import { seedDemo } from './seed.ts';

const timeZone = 'Europe/Berlin';
const today = () => dayOfInstant(new Date(), timeZone);

describe('the demo', () => {
  let db: TestDatabase;
  const secrets = deriveSecrets('a secret key');

  beforeAll(async () => {
    db = await testDatabase();
    // Two nodes start together on an empty database.
    await Promise.all([seedDemo(db.ownerUrl, secrets), seedDemo(db.ownerUrl, secrets)]);
  });
  afterAll(() => db.drop());

  const count = async (table: string, tenant = 'demo') => {
    const [row] = await db.sql<{ count: number }>(
      `select count(*)::int from ${table} x join tenant t on t.id = x.tenant_id where t.name = $1`,
      [tenant],
    );
    return row?.count;
  };

  test('is created once, however often it is requested', async () => {
    await seedDemo(db.ownerUrl, secrets);
    expect(await db.sql('select name from tenant order by name')).toEqual([
      { name: 'demo' },
      { name: 'kontor' },
      { name: 'other' },
    ]);
  });

  test('lets everyone named in the start message log in', async () => {
    const people = await db.sql<{ email: string }>(
      'select email from lb_user where active and not blocked and not is_group order by email',
    );
    expect(people.map(({ email }) => email)).toEqual(demoPeople.map(({ email }) => email).toSorted());
  });

  test('ONB-03 has companies, departments, cost centers, accounts, suppliers and a catalogue', async () => {
    expect(await count('client')).toBe(2);
    expect(await count('department')).toBeGreaterThanOrEqual(4);
    expect(await count('cost_center')).toBeGreaterThanOrEqual(6);
    expect(await count('ledger_account')).toBeGreaterThanOrEqual(12);
    expect(await count('posting_key')).toBe(6);
    expect(await count('supplier')).toBe(8);
    expect(await count('product_group')).toBe(5);
    expect(await count('product')).toBe(40);
    expect(await count('client', 'kontor')).toBe(0);
  });

  test('PUN-01 PUN-02 has a marketplace per protocol, with a secret that the installation can open', async () => {
    const shops = await db.sql<{ protocol: string; secret: Buffer }>(
      'select protocol, secret from marketplace order by protocol',
    );
    expect(shops.map(({ protocol, secret }) => [protocol, secrets.unseal(secret)])).toEqual([
      ['cxml', shopSecret],
      ['oci', shopSecret],
    ]);
  });

  test('BUD-01 has a budget for each cost center today', async () => {
    const without = await db.sql(
      `select c.number from cost_center c where not exists (
         select from budget b where b.tenant_id = c.tenant_id and b.cost_center_id = c.id and b.active
           and $1::date between b.start and b."end")`,
      [today()],
    );
    expect(without).toEqual([]);
  });

  test('PROC-05 has a default address, a department and a matching cost center for each company', async () => {
    const incomplete = await db.sql(
      `select c.name from client c where not exists (
           select from client_address a where a.tenant_id = c.tenant_id and a.client_id = c.id and a.is_default)
         or not exists (
           select from department_client dc
             join department_cost_center dcc using (tenant_id, department_id)
             join cost_center_client ccc using (tenant_id, cost_center_id)
           where dc.tenant_id = c.tenant_id and dc.client_id = c.id and ccc.client_id = c.id)`,
    );
    expect(incomplete).toEqual([]);
  });

  test('PROC-04 assigns each person a matching department and cost center', async () => {
    const misplaced = await db.sql(
      `select u.email from lb_user u where u.client_id is not null and not exists (
         select from department_client dc join department_cost_center dcc using (tenant_id, department_id)
         where dc.tenant_id = u.tenant_id and dc.client_id = u.client_id
           and dcc.department_id = u.department_id and dcc.cost_center_id = u.cost_center_id)`,
    );
    expect(misplaced).toEqual([]);
  });

  test('APPR-02 has an approver without limit in each department', async () => {
    const limited = await db.sql(
      `select d.name from department d where not exists (
         select from department_approver a join lb_user u on u.tenant_id = a.tenant_id and u.id = a.lb_user_id
         where a.tenant_id = d.tenant_id and a.department_id = d.id and u.approval_limit is null and u.active)`,
    );
    expect(limited).toEqual([]);
  });

  test('VAL-03 has bank accounts with valid check digits for suppliers', async () => {
    const suppliers = await db.sql<{ iban: string }>('select iban from supplier');
    for (const { iban } of suppliers) expect(`${iban} ${remainder(iban)}`).toBe(`${iban} 1`);
  });

  test('PRICE-02 has consistent net, gross and tax for each product', async () => {
    const wrong = await db.sql(
      'select name from product where price_brutto <> round(price_netto * (1 + tax / 100), 2)',
    );
    expect(wrong).toEqual([]);
  });

  test('TL-18 has requests in every state', async () => {
    const states = await db.sql<{ status: string }>('select distinct status from procurement');
    expect(states.map(({ status }) => status).toSorted()).toEqual(statusesOf.procurement.toSorted());
  });

  test('ONB-03 CON-06 has contracts in every state except at rest, with deadlines around today', async () => {
    const rows = await db.sql<{ status: string; count: number }>(
      'select status, count(*)::int from contract group by status',
    );
    const states = {
      pending: 1,
      check: 1,
      'contract-approval': 1,
      signature: 1,
      completed: 1,
      cancelled: 2,
      expired: 1,
    };
    expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual({
      ...states,
      active: 24,
    });
    const [near] = await db.sql<{ soon: number; missed: number; to_remind: number }>(
      `select count(*) filter (where termination_deadline between $1::date and $1::date + 60)::int as soon,
         count(*) filter (where termination_deadline < $1)::int as missed,
         count(*) filter (where status = 'active' and reminder_date <= $1
           and reminded_for is distinct from reminder_date)::int as to_remind
       from contract where status = 'active'`,
      [today()],
    );
    expect(near?.soon).toBeGreaterThanOrEqual(5);
    expect(near).toMatchObject({ to_remind: 3 });
  });

  test('has tasks for everyone who works with requests', async () => {
    const people = await db.sql<{ login: string }>(
      `select distinct split_part(u.email, '@', 1) as login
       from timeline_entry e join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
       where e.text_type in ('present', 'assignment')`,
    );
    expect(people.map(({ login }) => login)).toEqual(
      expect.arrayContaining(['requester', 'selector', 'approver1', 'approver3', 'buyer', 'receiver']),
    );
  });

  test('ONB-09 has invoices in every state from the recognition to the export', async () => {
    const states = await db.sql<{ status: string }>('select distinct status from invoice');
    // The demo reverses no exported invoice.
    const shown = statusesOf.invoice.filter((status) => status !== 'declined-exported');
    expect(states.map(({ status }) => status).toSorted()).toEqual(shown.toSorted());
  });

  test('ONB-09 has e-invoices, text PDFs and scans made by the demo, all read but the scans', async () => {
    const papers = await db.sql<{ paper: string; reading: string | null }>(
      `select distinct case when f.name like 'Scan %' then 'scan' else f.mime end as paper, r.reading
       from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       left join invoice_recognition r on r.tenant_id = i.tenant_id and r.invoice_id = i.id order by 1`,
    );
    expect(papers).toEqual([
      { paper: 'application/pdf', reading: 'text' },
      { paper: 'application/xml', reading: 'xml' },
      { paper: 'scan', reading: null },
    ]);
    const verdicts = await db.sql(
      "select distinct raw -> 'eInvoice' ->> 'verdict' as verdict from invoice_recognition where reading = 'xml'",
    );
    expect(verdicts).toEqual([{ verdict: 'valid' }]);
  });

  test('ONB-09 has invoices that match, exceed or undercut their order, a credit note, a foreign currency with a rate, a contract, a legal hold', async () => {
    const [kinds] = await db.sql<Record<string, number>>(
      `with compared as (
         select i.id, sum(l.quantity * l.unit_net_price / l.price_unit - l.quantity * o.price_netto / o.price_unit) as more,
           bool_or(l.quantity > o.quantity) as is_too_many
         from invoice i join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
         join procurement_line o on o.tenant_id = l.tenant_id and o.id = l.procurement_line_id
         where i.total_netto > 0 group by i.id)
       select count(*) filter (where c.more = 0 and not c.is_too_many)::int as matched,
         count(*) filter (where c.more > 0 or c.is_too_many)::int as over,
         count(*) filter (where c.more < 0 and not c.is_too_many)::int as under,
         count(*) filter (where i.document_type = 'credit_note' and i.corrects_invoice_id is not null)::int as credit_notes,
         count(*) filter (where i.currency <> 'EUR' and i.exchange_rate is not null and i.rate_date is not null)::int as foreign,
         count(*) filter (where i.contract_id is not null)::int as under_contract,
         count(*) filter (where i.legal_hold is not null)::int as held
       from invoice i left join compared c on c.id = i.id`,
    );
    for (const [kind, found] of Object.entries(kinds ?? {}))
      expect(`${kind} ${Math.sign(found)}`).toBe(`${kind} 1`);
    expect(Object.keys(kinds ?? {})).toHaveLength(7);
  });

  test('ONB-09 exported invoices in runs on past working days, each with a booking file per month and without failures', async () => {
    const runs = await db.sql<{ files: number; months: number }>(
      `select r.state, r.failed_count, extract(isodow from r.started_at at time zone $1) > 5 as at_weekend, r.ended_at < now() as is_past,
         (select count(*)::int from invoice_export_file f where f.tenant_id = r.tenant_id and f.invoice_export_run_id = r.id
            and f.content = 'bookings') as files,
         (select count(distinct date_trunc('month', (e.bookings ->> 'day')::date))::int from invoice_export_entry e
          where e.tenant_id = r.tenant_id and e.invoice_export_run_id = r.id) as months
       from invoice_export_run r`,
      [timeZone],
    );
    const run = { state: 'done', failed_count: 0, at_weekend: false, is_past: true };
    expect(runs).toEqual(
      [1, 2].map(() => ({ ...run, files: expect.any(Number), months: expect.any(Number) })),
    );
    for (const { files, months } of runs) {
      expect(months).not.toBe(0);
      expect(files).toBe(months);
    }
    const strange = await db.sql(
      `select number from invoice where (status = 'completed') <> (exported_at is not null) or exported_at > now()`,
    );
    expect(strange).toEqual([]);
  });

  test('ONB-09 the first page of each role shows what that role does', async () => {
    const rows = await db.sql<{ login: string; types: string[] }>(
      `select split_part(u.email, '@', 1) as login, array_agg(distinct e.type) as types
       from timeline_entry e join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
       where e.text_type = 'present' group by 1`,
    );
    const tasks = Object.fromEntries(rows.map(({ login, types }) => [login, types]));
    expect(tasks).toMatchObject({
      accountant: expect.arrayContaining([
        'invoice-recognition',
        'invoice-manual-check',
        'invoice-clearing',
        'invoice-accounting',
      ]),
      approver1: expect.arrayContaining(['approval', 'invoice-financial-approval']),
      approver3: expect.arrayContaining(['approval', 'invoice-financial-approval']),
    });
    for (const login of ['requester', 'selector', 'buyer', 'receiver'])
      expect(`${login} ${tasks[login] !== undefined}`).toBe(`${login} true`);
    expect(await count("(select * from invoice where status = 'export')")).toBeGreaterThan(0);
  });

  test('ONB-09 INV-05 the accountant may enter a new supplier', async () => {
    const [row] = await db.sql("select roles from lb_user where email = 'accountant@demo.test'");
    expect(row).toMatchObject({ roles: expect.arrayContaining(['user-can-insert-supplier']) });
  });

  test('ONB-09 leaves no job that would read the invoices again', async () => {
    expect(await db.sql("select kind from job where state = 'queued' and kind like '%invoice%'")).toEqual([]);
  });

  test('TL-02 TL-09 has plausible timelines', async () => {
    const wrong = await db.sql(
      `select e.procurement_id, e.entry_no from timeline_entry e
       join timeline t on t.tenant_id = e.tenant_id and t.id = e.timeline_id
       left join timeline_entry before on before.tenant_id = e.tenant_id and before.timeline_id = e.timeline_id
         and before.entry_no = e.entry_no - 1
       where (e.entry_no < t.current_entry_no) <> (e.completed_at is not null)
          or (e.entry_no = t.current_entry_no) <> (e.text_type = 'present')
          or e.completed_at <= before.completed_at or e.completed_at > now()
          or extract(isodow from e.completed_at at time zone $1) > 5`,
      [timeZone],
    );
    expect(wrong).toEqual([]);
  });

  test('AUD-01 records each change for the person whose task it was', async () => {
    const [row] = await db.sql<{ people: number; nobody: number }>(
      `select count(distinct lb_user_id)::int as people, count(*) filter (where lb_user_id is null)::int as nobody
       from audit_log where procurement_id is not null`,
    );
    expect(row?.nobody).toBe(0);
    expect(row?.people).toBeGreaterThanOrEqual(6);
  });
});

/** ISO 13616: 1 for a valid IBAN. */
function remainder(iban: string): number {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
