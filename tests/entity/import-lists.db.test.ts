import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf } from '../support/demo-web.ts';
import { xlsxFile } from '../support/xlsx.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;

beforeAll(async () => {
  setup = await openImports();
});
afterAll(() => setup.close());

const suppliersOf = async (like: string): Promise<readonly object[]> =>
  (
    await setup.admin.get<{ supplier: readonly object[] }>(
      `query ($like: String!) { supplier(where: { name: { _like: $like } }, order_by: [{ name: asc }]) {
        name external_id zipcode phone payment_days tax } }`,
      { like },
    )
  ).supplier;

describe('SHEET-19 lists of other programs', () => {
  test('a spreadsheet with a title above foreign headings is imported; texts and padded numbers keep their zeros', async () => {
    const bytes = await xlsxFile([
      {
        name: 'Kreditoren',
        rows: [
          ['Kreditorenliste', null, null, 'Stand 2026'],
          [],
          ['Kreditor', 'Bezeichnung', 'PLZ', 'Tel.', 'Zahlungsziel (Tage)', 'USt'],
          [
            70_810,
            'Liste Anker GmbH',
            { value: 1067, style: 'postcode' },
            '0351 12345',
            14,
            { value: 0.19, style: 'percent' },
          ],
          ['70811', 'Liste Boje KG', '04109', '+49 341 123', '30', '7 %'],
        ],
      },
    ]);
    const { result } = await setup.run('supplier', bytes);
    expect(result).toMatchObject({ added: 2, problems: 0 });
    expect(result.lost_zeros).toBeUndefined();
    expect(await suppliersOf('Liste %')).toEqual([
      {
        name: 'Liste Anker GmbH',
        external_id: '70810',
        zipcode: '01067',
        phone: '0351 12345',
        payment_days: 14,
        tax: 19,
      },
      {
        name: 'Liste Boje KG',
        external_id: '70811',
        zipcode: '04109',
        phone: '+49 341 123',
        payment_days: 30,
        tax: 7,
      },
    ]);
  });

  test('another number format is detected, and an amount may have a euro sign', async () => {
    const { result } = await setup.run(
      'product',
      'sep=,\nItem,Item no,Vendor,Price\nList A,LA-1,Brüggemann Bürobedarf GmbH,"1,355.90 €"\nList B,LA-2,Brüggemann Bürobedarf GmbH,0.5\n',
    );
    expect(result).toMatchObject({ added: 2, problems: 0 });
    const { product } = await setup.admin.get<{ product: readonly object[] }>(
      '{ product(where: { item_number: { _like: "LA-%" } }, order_by: [{ item_number: asc }]) { name price_netto } }',
    );
    expect(product).toEqual([
      { name: 'List A', price_netto: 1355.9 },
      { name: 'List B', price_netto: 0.5 },
    ]);
  });

  test('missing groups are created on request in the same transaction as their rows', async () => {
    const groups = async (): Promise<readonly object[]> =>
      (
        await setup.admin.get<{ product_group: readonly object[] }>(
          '{ product_group(where: { name: { _like: "Gruppe L%" } }, order_by: [{ name: asc }]) { name } }',
        )
      ).product_group;
    const head = 'Artikel;Artikel-Nr;Lieferant;Warengruppe\n';
    const supplier = 'Brüggemann Bürobedarf GmbH';
    const file = `${head}Tau;LG-1;${supplier};Gruppe L1\nSeil;LG-2;${supplier};gruppe l1\nÖse;LG-3;${supplier};Gruppe L2\n`;
    const without = await setup.run('product', file);
    expect(without.result).toMatchObject({ added: 0, problems: 3 });
    const wrong = await setup.run('product', `${file};LG-4;${supplier};Gruppe L3\n`, {
      create_missing: true,
    });
    expect(wrong.result).toMatchObject({ added: 0, problems: 1, right_lines: 3 });
    expect(await groups()).toEqual([]);
    const { result } = await setup.run('product', file, { create_missing: true });
    expect(result).toMatchObject({ added: 3, problems: 0, created: { product_group: 2 } });
    expect(await groups()).toEqual([{ name: 'Gruppe L1' }, { name: 'Gruppe L2' }]);
  });

  test('missing people and companies are not created', async () => {
    const { result } = await setup.run(
      'department',
      'Name;Verantwortlich;Firma\nL-Abteilung;Neu Er;Neue Firma\n',
      {
        create_missing: true,
      },
    );
    expect(result).toMatchObject({ added: 0 });
    expect(result.created).toBeUndefined();
  });

  test('each changed cell is shown before the import, and one confirmation imports it', async () => {
    await setup.run('cost_center', 'Nummer;Name\nLD1;Rumpf\nLD2;Deck\n');
    const file = 'Nummer;Name;Aktiv\nLD1;Rumpfbau;ja\nLD2;Deck;nein\nLD3;Neu;ja\n';
    const asked = await setup.run('cost_center', file, { show_differences: true });
    expect(asked.result).toMatchObject({
      added: 0,
      changed: 0,
      differences: {
        count: 2,
        cells: [
          { at: 2, row: 'LD1 Rumpf', field: 'name', before: 'Rumpf', after: 'Rumpfbau' },
          { at: 3, row: 'LD2 Deck', field: 'active', before: 'ja', after: 'nein' },
        ],
      },
    });
    const names = async (): Promise<unknown> =>
      (
        await setup.admin.get<{ cost_center: readonly object[] }>(
          '{ cost_center(where: { number: { _like: "LD%" } }, order_by: [{ number: asc }]) { name } }',
        )
      ).cost_center;
    expect(await names()).toEqual([{ name: 'Rumpf' }, { name: 'Deck' }]);
    const { result } = await setup.answer('cost_center', asked.id, { waiting_told: true });
    expect(result).toMatchObject({ added: 1, changed: 2 });
    expect(await names()).toEqual([{ name: 'Rumpfbau' }, { name: 'Deck' }, { name: 'Neu' }]);
  });

  test('an import that only adds rows shows no differences', async () => {
    const { result } = await setup.run('cost_center', 'Nummer;Name\nLE1;Rumpf\n', { show_differences: true });
    expect(result).toMatchObject({ added: 1 });
  });

  test('lost zeros are reported and not corrected', async () => {
    const rows = ['18055', '20095', '80331', '50667', '10115', '1067'].map(
      (zip, no) => `LZ ${no};${zip};30123456`,
    );
    const { result } = await setup.run('supplier', `Name;PLZ;Telefon\n${rows.join('\n')}\n`);
    expect(result).toMatchObject({
      added: 6,
      lost_zeros: [
        { field: 'zipcode', count: 1 },
        { field: 'phone', count: 6 },
      ],
    });
  });

  test('the text of a spreadsheet is returned for a preview, and a hostile one is refused with the reason', async () => {
    const sent = async (bytes: Buffer) =>
      await setup.admin.send({ ...formOf({}, [{ name: 'a.xlsx', bytes }]), url: '/api/table' });
    const good = await sent(await xlsxFile([{ name: 'a', rows: [['Name'], ['Ä']] }]));
    expect(good.json()).toEqual({ text: 'Name\r\nÄ\r\n' });
    const bad = await sent(Buffer.from('504b0304140000000800', 'hex'));
    expect([bad.status, bad.body.toString()]).toEqual([415, expect.stringContaining('xlsx_damaged')]);
    const refused = await setup.send('cost_center', Buffer.from('504b0304140000000800', 'hex'));
    expect(refused.status).toBe(415);
  });
});
