import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import type { DocumentFields } from '../../../document/fields.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';

let demo: DemoApi;

beforeAll(async () => {
  demo = await demoApi();
});
afterAll(() => demo.close());

interface Saved {
  readonly invoice_save: Readonly<Record<string, unknown>> & {
    readonly id: number;
    readonly timeline: { readonly content_version: number };
  };
}

it('NUM-04 TL-23 PRICE-02 a typed invoice gets number, check and net at once, and keeps them', async () => {
  const person = await demo.person('accountant@demo.test');
  const save = async (input: Record<string, unknown>): Promise<Saved['invoice_save']> => {
    const answer = await person.get<Saved>(
      `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
        invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) {
          id status invoice_number_formatted name total_netto total_brutto timeline { content_version } } }`,
      { key: randomUUID(), ...input },
    );
    return answer.invoice_save;
  };
  const made = await save({ head: { name: 'Bohrer', total_brutto: '119', tax: '19' } });
  expect(made).toMatchObject({ status: 'approval', total_netto: 100, total_brutto: 119 });
  expect(made.invoice_number_formatted).toMatch(/^IN-\d{6}$/);
  const { id, timeline, invoice_number_formatted } = made;
  const changed = await save({ id, version: timeline.content_version, head: { total_brutto: '238' } });
  expect(changed).toMatchObject({ id, invoice_number_formatted, name: 'Bohrer', total_netto: 200 });
});

interface SavedLines {
  readonly invoice_save: {
    readonly id: number;
    readonly total_netto: number;
    readonly total_tax: number;
    readonly timeline: { readonly content_version: number };
    readonly invoice_lines: readonly { readonly id: number; readonly description: string }[];
    readonly invoice_taxes: readonly object[];
  };
}

const saveLines = `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input,
    $lines: [invoice_save_lines_input!], $rows: [invoice_save_tax_rows_input!]) {
  invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head, lines: $lines, tax_rows: $rows) {
    id total_netto total_tax timeline { content_version }
    invoice_lines(order_by: { sort_no: asc }) { id description quantity unit_net_price total_netto tax_percentage }
    invoice_taxes(order_by: { tax_percentage: desc }) { tax_percentage tax_category net tax } } }`;

it('INV-11 VAL-19 PRICE-06 lines are saved with their nets, and the breakdown follows them', async () => {
  const person = await demo.person('accountant@demo.test');
  const save = async (input: Record<string, unknown>): Promise<SavedLines['invoice_save']> =>
    (await person.get<SavedLines>(saveLines, { key: randomUUID(), ...input })).invoice_save;
  const made = await save({
    head: { name: 'Strom', total_brutto: '482.24' },
    lines: [
      { description: 'Arbeit', quantity: '1234', unit_net_price: '0.28451', tax_percentage: '19' },
      { description: 'Zähler', total_netto: '60', tax_percentage: '7' },
    ],
  });
  expect(made).toMatchObject({ total_netto: 411.09, total_tax: 70.91 });
  expect(made.invoice_lines).toMatchObject([
    { description: 'Arbeit', total_netto: 351.09, unit_net_price: 0.28451 },
    { description: 'Zähler', quantity: 1, unit_net_price: 60 },
  ]);
  expect(made.invoice_taxes).toEqual([
    { tax_percentage: 19, tax_category: 'S', net: 351.09, tax: 66.71 },
    { tax_percentage: 7, tax_category: 'S', net: 60, tax: 4.2 },
  ]);
  const [work, meter] = made.invoice_lines;
  const target = { id: made.id, version: made.timeline.content_version };
  const turned = await save({
    ...target,
    lines: [{ id: meter?.id }, { id: work?.id, description: 'Arbeitspreis' }],
    rows: [{ tax_percentage: '19', tax_category: 'S', net: '351.09', tax: '66.72' }],
  });
  expect(turned.invoice_lines.map(({ description }) => description)).toEqual(['Zähler', 'Arbeitspreis']);
  expect(turned.invoice_taxes).toMatchObject([{ tax: 66.72 }, { tax: 4.2 }]);
  expect(turned.total_tax).toBe(70.92);
  const same = await save({
    id: made.id,
    version: turned.timeline.content_version,
    lines: turned.invoice_lines.map(({ id }) => ({ id })),
  });
  expect(same.timeline.content_version).toBe(turned.timeline.content_version);
  const without = await save({
    id: made.id,
    version: same.timeline.content_version,
    lines: [{ id: meter?.id }],
  });
  expect(without.invoice_lines).toHaveLength(1);
  expect(without.total_netto).toBe(60);
});

it('INV-11 LOCK-01 a line of another invoice or a repeated line is refused, and nothing is saved', async () => {
  const person = await demo.person('accountant@demo.test');
  const make = (description: string) =>
    person.get<SavedLines>(saveLines, { key: randomUUID(), lines: [{ description, total_netto: '1' }] });
  const [one, other] = [(await make('eine')).invoice_save, (await make('andere')).invoice_save];
  const strange = other.invoice_lines[0]?.id;
  const own = one.invoice_lines[0]?.id;
  for (const lines of [[{ id: strange }], [{ id: own }, { id: own }]]) {
    const refused = person.get(saveLines, {
      key: randomUUID(),
      id: one.id,
      version: one.timeline.content_version,
      lines,
    });
    await expect(refused).rejects.toThrow('not_found');
  }
});

it('ROLE-07 INV-11 a save by a person who sees no prices changes no price and no stated tax', async () => {
  const person = await demo.person('accountant@demo.test');
  const { invoice_save: made } = await person.get<SavedLines>(saveLines, {
    key: randomUUID(),
    head: { name: 'Miete', total_brutto: '119.01' },
    lines: [{ description: 'Miete', total_netto: '100', tax_percentage: '19' }],
    rows: [{ tax_percentage: '19', tax_category: 'S', net: '100', tax: '19.01' }],
  });
  const [own] = await demo.db.sql<{ roles: string[] }>(
    "select roles from lb_user where email = 'accountant@demo.test'",
  );
  const hasRoles = (roles: readonly string[]) =>
    demo.db.sql("update lb_user set roles = $1 where email = 'accountant@demo.test'", [roles]);
  const before = own?.roles ?? [];
  await hasRoles(before.filter((role) => role !== 'user-price' && role !== 'user-dashboard'));
  try {
    const unseeing = await demo.person('accountant@demo.test');
    const { invoice_save: saved } = await unseeing.get<{
      invoice_save: { timeline: { content_version: number } };
    }>(
      `mutation ($key: uuid!, $id: bigint, $version: Int, $lines: [invoice_save_lines_input!],
          $rows: [invoice_save_tax_rows_input!]) {
        invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: { name: "Pacht", total_brutto: "1" },
          lines: $lines, tax_rows: $rows) { timeline { content_version } } }`,
      {
        key: randomUUID(),
        id: made.id,
        version: made.timeline.content_version,
        lines: [
          { id: made.invoice_lines[0]?.id, description: 'Pacht', total_netto: '1', unit_net_price: '1' },
        ],
        rows: [{ tax_percentage: '19', tax_category: 'S', net: '100', tax: '0' }],
      },
    );
    expect(saved.timeline.content_version).toBeGreaterThan(made.timeline.content_version);
  } finally {
    await hasRoles(before);
  }
  const [kept] = await demo.db.sql(
    `select i.name, i.total_brutto::text, i.total_tax::text, l.description, l.total_netto::text, l.unit_net_price::text, t.tax::text
     from invoice i join invoice_line l on l.invoice_id = i.id join invoice_tax t on t.invoice_id = i.id where i.id = $1`,
    [made.id],
  );
  expect(kept).toEqual({
    name: 'Pacht',
    total_brutto: '119.01',
    total_tax: '19.01',
    description: 'Pacht',
    total_netto: '100.00',
    unit_net_price: '100.00000000',
    tax: '19.01',
  });
});

/** A value for each field that is no reference; typed so that a new field cannot be forgotten here. */
const typedHead = {
  name: 'Rahmenvertrag Büro',
  number_printed: 'R 2026/7',
  number: 'R2026/7',
  document_type: 'invoice',
  invoice_date: '2026-03-02',
  delivery_date: '2026-03-01',
  service_from: '2026-02-01',
  service_to: '2026-02-28',
  due_date: '2026-04-01',
  vat_due_date: '2026-04-10',
  total_brutto: '1190.00',
  tax: '19',
  currency: 'CZK',
  exchange_rate: '0.040500',
  rate_date: '2026-03-01',
  prepaid_amount: '100.00',
  rounding_amount: '-0.02',
  payment_method: 'AUTOMATIC_DEBIT',
  vat_number: 'DE136695976',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  paid: true,
  payment_in_advance: true,
  review_status: 'approved',
  export_individual_items: true,
  notes: 'Menge geprüft',
  discount_base: '1000.00',
  discount_1_percentage: '3',
  discount_1_amount: '30.00',
  discount_1_days: '10',
  discount_1_date: '2026-03-12',
  discount_2_percentage: '2',
  discount_2_amount: '20.00',
  discount_2_days: '20',
  discount_2_date: '2026-03-22',
} satisfies PlainValues<typeof invoiceFields>;
const typedLine = {
  kind: 'item',
  item_number: 'A 17',
  description: 'Schreibtisch',
  quantity: '2',
  unit: 'Karton',
  price_unit: '1',
  unit_net_price: '500',
  line_allowance: '10.00',
  line_charge: '10.00',
  total_netto: '1000.00',
  tax_percentage: '19',
  tax_category: 'S',
  tax_exemption_reason: 'keiner',
} satisfies PlainValues<typeof invoiceLineFields>;

type PlainValues<Fields extends DocumentFields> = {
  readonly [Name in keyof Fields as Fields[Name]['sort'] extends 'reference' ? never : Name]:
    | string
    | boolean;
};

/** Own rules link orders and corrected invoices (INV-12, INV-23). */
const linked = ['procurement_id', 'procurement_line_id', 'contract_id', 'corrects_invoice_id'];

it('INV-04 DATA-32 DATA-34 DATA-35 INV-08 every field of an invoice and its lines is saved as typed', async () => {
  const person = await demo.person('accountant@demo.test');
  const { tenantId } = person.context;
  const ids = new Map<string, number>();
  for (const fields of [invoiceFields, invoiceLineFields] as readonly DocumentFields[])
    for (const [name, { references: table }] of Object.entries(fields))
      if (table && !linked.includes(name) && !ids.has(name))
        ids.set(name, await recordOf(tenantId, name, table));
  const chosen = (fields: DocumentFields) => Object.fromEntries([...ids].filter(([name]) => name in fields));
  const head = { ...typedHead, ...chosen(invoiceFields) };
  const line = { ...typedLine, ...chosen(invoiceLineFields) };
  const names = (values: object) => Object.keys(values).join(' ');
  const { invoice_save: made } = await person.get<{ invoice_save: { id: number } }>(
    `mutation ($key: uuid!, $head: invoice_save_head_input, $lines: [invoice_save_lines_input!]) {
      invoice_save(idempotency_key: $key, head: $head, lines: $lines) { id } }`,
    { key: randomUUID(), head, lines: [line] },
  );
  const { invoice } = await person.get<{ invoice: { invoice_lines: readonly object[] } }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) {
      ${names(head)} invoice_lines { ${names(line)} } } }`,
    { id: made.id },
  );
  const { invoice_lines: lines, ...kept } = invoice;
  expect(kept).toEqual(asStored(head, invoiceFields));
  expect(lines).toEqual([asStored(line, invoiceLineFields)]);
});

/** The id of a record that a field may reference. */
async function recordOf(tenantId: number, name: string, table: string): Promise<number> {
  const [{ client_id } = { client_id: '' }] = await demo.db.sql<{ client_id: string }>(
    'select id as client_id from client where tenant_id = $1 order by id limit 1',
    [tenantId],
  );
  const sorts: Readonly<Record<string, string>> = { d365_department_id: 'd365_department' };
  const sort = sorts[name] ?? name.replace(/^d365_|_id$/g, '');
  const made: Readonly<Record<string, string>> = {
    financial_dimension: `insert into financial_dimension (tenant_id, code, name, client_id, dimension_type)
      values ($1, 'INV 04', 'INV-04', $2, '${sort}') returning id`,
    profit_center:
      "insert into profit_center (tenant_id, number, name) select $1, '404', 'INV-04' where $2::bigint > 0 returning id",
    posting_key:
      "insert into posting_key (tenant_id, number, name) select $1, '404', 'INV-04' where $2::bigint > 0 returning id",
    tax_group:
      "insert into tax_group (tenant_id, code, name, client_id) values ($1, 'INV 04', 'INV-04', $2) returning id",
    tax_item_group:
      "insert into tax_item_group (tenant_id, code, tax_code, name, client_id) values ($1, 'INV 04', 'V19', 'INV-04', $2) returning id",
  };
  const known = `select id from ${table} where tenant_id = $1 and $2::bigint is not null order by id limit 1`;
  const [row] = await demo.db.sql<{ id: string }>(made[table] ?? known, [tenantId, client_id]);
  if (!row) throw new Error(`the demo has no ${table}`);
  return Number(row.id);
}

/** Amounts are returned as numbers. */
function asStored(typed: Readonly<Record<string, unknown>>, fields: DocumentFields): object {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      fields[name]?.sort === 'amount' ? Number(value) : value,
    ]),
  );
}

const saveHead = `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
  invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) {
    id notes vat_due_date paid payment_in_advance export_individual_items timeline { content_version }
    ordered: procurement { notes } } }`;

it('VAL-15 a note has at most 120 characters, also of several bytes', async () => {
  const person = await demo.person('accountant@demo.test');
  const saved = (length: number) => ({ key: randomUUID(), head: { notes: 'ß'.repeat(length) } });
  expect((await person.get<Saved>(saveHead, saved(120))).invoice_save.notes).toBe('ß'.repeat(120));
  expect(await person.refusal(saveHead, saved(121))).toMatchObject({
    code: 'value_too_long',
    field: 'head.notes',
  });
});

it('INV-08 settlement and booking fields survive another save, and the notes of the order are shown', async () => {
  const person = await demo.person('accountant@demo.test');
  const [order] = await demo.db.sql<{ id: string; notes: string }>(
    `update procurement set notes = 'Rampe 3, vormittags' where id =
       (select id from procurement where tenant_id = $1 and status = 'ordered' order by id limit 1) returning id, notes`,
    [person.context.tenantId],
  );
  const own = {
    vat_due_date: '2026-04-10',
    paid: true,
    payment_in_advance: true,
    export_individual_items: true,
  };
  const { invoice_save: made } = await person.get<Saved>(saveHead, {
    key: randomUUID(),
    head: { ...own, procurement_id: Number(order?.id) },
  });
  const { invoice_save: again } = await person.get<Saved>(saveHead, {
    key: randomUUID(),
    id: made.id,
    version: made.timeline.content_version,
    head: { notes: 'eilt' },
  });
  expect(again).toMatchObject({ ...own, notes: 'eilt', ordered: { notes: order?.notes } });
});
