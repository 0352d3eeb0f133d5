import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';

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

it('NUM-04 TL-23 PRICE-02 a typed invoice has its number, its check and its net at once, and keeps them', async () => {
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

it('INV-11 VAL-19 PRICE-06 lines are kept with their nets, and the breakdown follows them', async () => {
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

it('INV-11 LOCK-01 a line of another invoice, or one named twice, is refused, and nothing is saved', async () => {
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

it('ROLE-07 INV-11 who sees no prices changes none of them, and no stated tax', async () => {
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
