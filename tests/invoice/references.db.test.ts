import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findParties } from '../../src/features/invoice/server/found-parties.ts';
import type { ReadFields } from '../../src/features/recognition/reading.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { emptyReading, read } from '../support/readings.ts';

let demo: DemoWeb;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo.close());

const own = async <Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row> => {
  const [row] = await demo.web.sql<Row>(sql, [admin.context.tenantId, ...values]);
  if (!row) throw new Error(`no row: ${sql}`);
  return row;
};

const found = (fields: Partial<ReadFields>) =>
  demo.web.database.inTenant(admin.context, (tx) => findParties(tx, emptyReading(fields)), {
    role: 'writer',
  });

interface Company {
  readonly id: number;
  readonly name: string;
}

const companies = async (): Promise<readonly Company[]> => {
  const { client } = await admin.get<{ client: Company[] }>(
    '{ client(where: { active: { _eq: true } }, order_by: { id: asc }) { id name } }',
  );
  return client;
};

describe('REC-11 the meaning of the buyer reference (BT-10)', () => {
  const code = '04011000-12345-34';

  test('selects company and department, unless VAT id or recipient indicate another company (REC-15)', async () => {
    const [first, second] = await companies();
    if (!first || !second) throw new Error('there are two companies');
    const { id: department } = await own<{ id: string }>(
      "insert into department (tenant_id, name) values ($1, 'Instandhaltung') returning id",
    );
    const { insert_buyer_reference_one: made } = await admin.get<{
      insert_buyer_reference_one: { id: number };
    }>(
      `mutation ($object: buyer_reference_insert_input!) { insert_buyer_reference_one(object: $object) { id } }`,
      { object: { code: ` ${code} `, client_id: second.id, department_id: Number(department) } },
    );
    await own(
      "update client set vat_number = 'DE129273398' where tenant_id = $1 and id = $2 returning id",
      first.id,
    );
    const meant = { client_id: second.id, department_id: Number(department) };

    expect(await found({ buyerReference: read(code) })).toMatchObject({ clientId: second.id, meant });
    expect(await found({ buyerReference: read(code), buyerName: read(first.name) })).toMatchObject({
      clientId: first.id,
    });
    await own(
      "update client set billing_name = 'Rechnungsstelle Nord' where tenant_id = $1 and id = $2 returning id",
      first.id,
    );
    expect(
      await found({ buyerReference: read(code), buyerName: read('RECHNUNGSSTELLE NORD') }),
    ).toMatchObject({ clientId: first.id });
    expect(await found({ buyerReference: read(code), buyerVatId: read('DE129273398') })).toMatchObject({
      clientId: first.id,
      meant,
    });
    expect(await found({ buyerReference: read('04011000-99999-34') })).toMatchObject({ meant: null });

    await admin.get(
      'mutation ($id: bigint!) { update_buyer_reference_by_pk(pk_columns: { id: $id }, _set: { active: false }) { id } }',
      { id: made.id },
    );
    expect(await found({ buyerReference: read(code) })).toMatchObject({ meant: null });
  });

  test('ROLE-19 is set only by administrators', async () => {
    const requester = await demo.person('requester@demo.test');
    const [company] = await companies();
    expect(
      await requester.refusal(
        `mutation { insert_buyer_reference_one(object: { code: "X", client_id: ${company?.id} }) { id } }`,
      ),
    ).toBeDefined();
  });
});

describe('REC-11 an invoice is linked to the documents that it names:', () => {
  const ofSupplier = (name: string, fields: Partial<ReadFields>) =>
    found({ sellerName: read(name), ...fields });

  test('its order (BT-13), only of this supplier', async () => {
    const order = await own<{ id: string; number: number; supplier: string; other: string }>(
      `select p.id, p.number, s.name as supplier,
         (select o.name from supplier o where o.tenant_id = p.tenant_id and o.active and not exists (
            select from procurement_line x where x.procurement_id = p.id and x.supplier_id = o.id) limit 1) as other
       from procurement p join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
       join supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id and s.active
       where p.tenant_id = $1 and p.number is not null order by p.id limit 1`,
    );
    const written = [`PO-${order.number}`, `Ihre Bestellung po 000${order.number} vom 1.3.`];
    for (const text of written) {
      const { links } = await ofSupplier(order.supplier, { orderReference: read(text) });
      expect(links).toEqual({ procurement_id: Number(order.id) });
    }
    expect((await ofSupplier(order.other, { orderReference: read(`PO-${order.number}`) })).links).toEqual({});
    expect((await ofSupplier(order.supplier, { orderReference: read(String(order.number)) })).links).toEqual(
      {},
    );
    expect((await found({ orderReference: read(`PO-${order.number}`) })).links).toEqual({});
  });

  test('INV-23 all named orders, the first one as its own', async () => {
    const { supplier, numbers, ids } = await own<{ supplier: string; numbers: number[]; ids: string[] }>(
      `select s.name as supplier, array_agg(p.number order by p.id desc) as numbers, array_agg(p.id order by p.id desc) as ids
       from procurement p join supplier s on s.tenant_id = p.tenant_id and s.active and exists (
         select from procurement_line l where l.procurement_id = p.id and l.supplier_id = s.id)
       where p.tenant_id = $1 and p.number is not null group by s.id, s.name having count(*) > 1 order by s.id limit 1`,
    );
    const text = `Bestellungen ${numbers.map((number) => `PO-${number}`).join(' und ')}`;
    const { links, orderIds } = await ofSupplier(supplier, { orderReference: read(text) });
    expect(orderIds).toEqual(ids.map(Number));
    expect(links).toEqual({ procurement_id: Number(ids[0]) });
  });

  test('its contract (BT-12), by our or the supplier’s number', async () => {
    const contract = await own<{ id: string; ours: string; supplier: string }>(
      `update contract c set external_contract_number = 'RV 2026/07' from supplier s
       where c.tenant_id = $1 and s.tenant_id = $1 and c.id = (
         select min(x.id) from contract x where x.tenant_id = $1 and x.supplier_id is not null)
         and s.id = c.supplier_id returning c.id, c.contract_number_formatted as ours, s.name as supplier`,
    );
    for (const text of ['RV2026-07', contract.ours]) {
      const { links } = await ofSupplier(contract.supplier, { contractReference: read(text) });
      expect(links).toEqual({ contract_id: Number(contract.id) });
    }
    expect((await ofSupplier(contract.supplier, { contractReference: read('RV 2027/07') })).links).toEqual(
      {},
    );
  });

  test('the invoice that a credit note or correction corrects (BT-25)', async () => {
    const { id, supplier } = await own<{ id: string; supplier: string }>(
      `with timeline_made as (insert into timeline (tenant_id) values ($1) returning id)
       insert into invoice (tenant_id, timeline_id, creator_id, supplier_id, number_printed)
       select $1, t.id, p.id, s.id, 'RE-0815/26' from timeline_made t,
         (select id from lb_user where tenant_id = $1 limit 1) p,
         (select id from supplier where tenant_id = $1 and active limit 1) s
       returning id, (select name from supplier x where x.tenant_id = $1 and x.id = supplier_id) as supplier`,
    );
    const about = { precedingInvoice: read('re 815 / 26'.replace('815', '0815')), totalGross: read('119') };
    const linked = { corrects_invoice_id: Number(id) };
    const links = async (fields: Partial<ReadFields>) =>
      (await ofSupplier(supplier, { ...about, ...fields })).links;
    expect(await links({ documentTypeCode: read('381') })).toEqual(linked);
    expect(await links({ documentTypeCode: read('384') })).toEqual(linked);
    expect(await links({ totalGross: read('-119') })).toEqual(linked);
    // A further invoice also names previous ones but corrects none.
    expect(await links({ documentTypeCode: read('380') })).toEqual({});
  });
});

describe('REC-05 the party that a document means', () => {
  const iban = 'DE02120300000000202051';
  const made = async (table: string, columns: Readonly<Record<string, string>>): Promise<number> => {
    const places = Object.keys(columns).map((_, place) => `$${place + 2}`);
    const { id } = await own<{ id: string }>(
      `insert into ${table} (tenant_id, ${Object.keys(columns).join(', ')}) values ($1, ${places.join(', ')}) returning id`,
      ...Object.values(columns),
    );
    return Number(id);
  };

  test('is the supplier with the printed account if no VAT id is printed, even if another one has the printed name', async () => {
    const [named, other] = [
      await made('supplier', { name: 'Gleichnamig' }),
      await made('supplier', { name: 'Mit Konto', vat_number: 'ATU13585627', iban }),
    ];
    const supplier = async (fields: Partial<ReadFields>) =>
      (await found({ sellerName: read('Gleichnamig'), ...fields })).supplier?.id;
    expect(await supplier({ sellerIban: read(iban) })).toBe(other);
    expect(await supplier({ sellerVatId: read('ATU99999999'), sellerIban: read(iban) })).toBe(other);
    expect(await supplier({})).toBe(named);
  });

  test('is the company of the printed name, even if one without VAT id is billed under that name', async () => {
    const name = 'Zuletzt gegründet';
    await own(
      'update client set vat_number = null, billing_name = $2 where tenant_id = $1 and id = (select min(id) from client where tenant_id = $1) returning id',
      name,
    );
    const company = await made('client', { name, vat_number: 'DE136695976' });
    expect(await found({ buyerName: read(name.toUpperCase()) })).toMatchObject({ clientId: company });
  });
});
