import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebCaller } from '../support/demo-web.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

let two: TwoAdministrators;
let sql: TwoAdministrators['setup']['demo']['web']['sql'];

beforeAll(async () => {
  two = await openTwoAdministrators();
  sql = two.setup.demo.web.sql;
}, 120_000);
afterAll(() => two?.close());

interface Group {
  readonly shared: string;
  readonly value: string;
  readonly suppliers: readonly { readonly name: string; readonly active: boolean }[];
}
const fields = '{ shared value suppliers { name active } }';
const twins = async (who: WebCaller, given = '') =>
  (await who.get<{ groups: readonly Group[] }>(`{ groups: supplier_twins${given} ${fields} }`)).groups;

const store = async (name: string, columns: string, values: string): Promise<number> => {
  const [row] = await sql<{ id: string }>(
    `insert into supplier (tenant_id, name, ${columns}) values ($1, $2, ${values}) returning id`,
    [two.tenant, name],
  );
  return Number(row?.id);
};
const iban = 'DE89370400440532013000';

describe('ADM-22 possible duplicates of suppliers', () => {
  beforeAll(async () => {
    await store('Zwilling Eins', 'vat_number, iban', `'DE136695976', '${iban}'`);
    await store('Zwilling Zwei', 'vat_number, tax_number', "'DE136695976', '12/345/67890'");
    await store('Zwilling Drei', 'tax_number, iban, active', `'12 345 67890', '${iban}', false`);
    await store('Zwilling Vier', 'tax_number, active', "'99/1', false");
    await store('Zwilling Fünf', 'tax_number, active', "'99/1', false");
  });

  test('are listed by their shared fields, where any of them is active', async () => {
    const groups = await twins(two.admin);
    expect(groups.map(({ shared, suppliers }) => [shared, suppliers.map(({ name }) => name)])).toEqual([
      ['iban', ['Zwilling Eins', 'Zwilling Drei']],
      ['tax_number', ['Zwilling Zwei', 'Zwilling Drei']],
      ['vat_number', ['Zwilling Eins', 'Zwilling Zwei']],
    ]);
  });

  test('are found for typed values, besides the supplier itself', async () => {
    const id = await two.idOf('supplier', "name = 'Zwilling Eins'");
    expect(await twins(two.admin, `(id: ${id}, vat_number: "DE136695976", iban: "${iban}")`)).toMatchObject([
      { shared: 'iban', suppliers: [{ name: 'Zwilling Drei', active: false }] },
      { shared: 'vat_number', suppliers: [{ name: 'Zwilling Zwei', active: true }] },
    ]);
    expect(await twins(two.admin, '(tax_number: "1234567890")')).toMatchObject([{ shared: 'tax_number' }]);
    expect(await twins(two.admin, `(id: ${id})`)).toEqual([]);
  });

  test('are not shown by accounts to people without access to accounts, and never to another tenant', async () => {
    const requester = await two.setup.demo.person('requester@demo.test');
    expect(await twins(requester, `(iban: "${iban}")`)).toEqual([]);
    const stranger = await two.setup.demo.person('admin@other.test');
    expect(await twins(stranger)).toEqual([]);
    expect(await twins(stranger, `(iban: "${iban}", vat_number: "DE136695976")`)).toEqual([]);
  });

  test.each([
    ['VAT id', 'vat_number: "DE136695976"', 'tax_number: "5/5"'],
    ['tax number', 'tax_number: "99/1"', 'tax_number: "5/6"'],
    ['account', `iban: "${iban}"`, 'iban: "DE02120300000000202051"'],
  ])('are reported when a supplier is saved with the %s of another', async (name, shared, own) => {
    // An active one keeps its VAT id and account exclusively (ADM-23).
    await sql("update supplier set active = false where vat_number = 'DE136695976'");
    const save = (values: string, no: number) =>
      two.admin.ask(`mutation { insert_supplier_one(object: { name: "${name} ${no}", ${values} }) { id } }`);
    expect(await save(shared, 1)).toMatchObject({ extensions: { twins: 1 } });
    expect((await save(own, 2)) as object).not.toMatchObject({ extensions: { twins: 1 } });
    await sql("update supplier set active = true where name like 'Zwilling E%' or name like 'Zwilling Zw%'");
  });

  test('are reported after an import', async () => {
    const job = await two.setup.run('supplier', 'Name;Steuernummer\nEingelesen;99/1\nAnders;77/7\n');
    expect(job.result).toMatchObject({ added: 2, twins: 1, twin_names: ['Eingelesen'] });
  });
});

describe('INV-33 a rejected account', () => {
  test('is recognised when it comes again, also after its supplier was deleted', async () => {
    const rejected = 'DE12500105170648489890';
    const asked = `{ rejected: rejected_account(iban: "${rejected}") { supplier decided_at } }`;
    expect(await two.admin.get(asked)).toEqual({ rejected: null });
    const { made } = await two.admin.get<{ made: { id: number } }>(
      `mutation { made: insert_supplier_one(object: { name: "Abgelehnt", iban: "${rejected}" }) { id } }`,
    );
    const [change] = await sql<{ id: string }>('select id from supplier_bank_change where supplier_id = $1', [
      made.id,
    ]);
    await two.second.get(`mutation { supplier_bank_change_reject(id: ${change?.id}) { id } }`);
    expect(await two.admin.get(asked)).toMatchObject({ rejected: { supplier: 'Abgelehnt' } });
    await two.admin.get(`mutation { delete_supplier_by_pk(id: ${made.id}) { id } }`);
    expect(await two.admin.get(asked)).toMatchObject({ rejected: { supplier: null } });
    const requester = await two.setup.demo.person('requester@demo.test');
    expect(await requester.get(asked)).toEqual({ rejected: null });
  });
});

describe('INV-33 the list of waiting accounts', () => {
  const list = async (who: WebCaller) =>
    (
      await who.get<{ accounts: readonly { id: number; supplier: string; iban: string }[] }>(
        '{ accounts: waiting_accounts { id supplier iban proposed_by others rejected { supplier } } }',
      )
    ).accounts;

  test('shows for each its proposer, other owners, and whether it was rejected before', async () => {
    const [shared, rejected] = ['DE75512108001245126199', 'DE12500105170648489890'];
    await store('Wartet nicht', 'iban, active', `'${shared}', false`);
    for (const [name, account] of [
      ['Wartet eins', shared],
      ['Wartet zwei', shared],
      ['Wartet drei', rejected],
    ])
      await two.admin.get(
        `mutation { insert_supplier_one(object: { name: "${name}", iban: "${account}" }) { id } }`,
      );
    const listed = (await list(two.second)).filter(({ supplier }) => supplier.startsWith('Wartet'));
    const proposed_by = 'Katrin Voss';
    expect(listed).toMatchObject([
      { supplier: 'Wartet eins', proposed_by, others: ['Wartet nicht', 'Wartet zwei'], rejected: null },
      { supplier: 'Wartet zwei', proposed_by, others: ['Wartet eins', 'Wartet nicht'], rejected: null },
      { supplier: 'Wartet drei', proposed_by, others: [], rejected: { supplier: null } },
    ]);
    await two.second.get(`mutation { supplier_bank_change_confirm(id: ${listed[2]?.id}) { id } }`);
    expect((await list(two.second)).map(({ supplier }) => supplier)).not.toContain('Wartet drei');
  });

  test('is hidden from people without access to accounts, and from other tenants', async () => {
    const { demo } = two.setup;
    for (const email of ['requester@demo.test', 'admin@other.test'])
      expect(await list(await demo.person(email))).toEqual([]);
  });
});
