import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoted } from '../support/catalogue.ts';
import { Office, type Person } from './people.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());

describe('ROLE-07 amounts', () => {
  test('a reader without prices can neither show, filter nor sort by any amount, a reader with prices can', async () => {
    const { rows: amounts } = await office.owner.query<{ table: string; column: string }>(
      `select c.relname as table, attname as column from pg_attribute a join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
         and has_column_privilege('reader_price', c.oid, attnum, 'select') and not has_column_privilege('reader', c.oid, attnum, 'select')`,
    );
    expect(amounts.length).toBeGreaterThan(30);
    const withPrices = await office.person(['user-price']);
    const withoutPrices = await office.person();
    for (const { table, column } of amounts) {
      for (const text of [
        `select ${quoted(column)} from ${quoted(table)}`,
        `select from ${quoted(table)} where ${quoted(column)} is not null`,
        `select from ${quoted(table)} order by ${quoted(column)}`,
        `select max(${quoted(column)}::text) from ${quoted(table)}`,
      ]) {
        await expect(
          office.as(withoutPrices, (tx) => tx.query(text)),
          text,
        ).rejects.toThrow('permission denied');
        await office.as(withPrices, (tx) => tx.query(text));
      }
    }
  });

  test('a whole row cannot be shown around the column grants', async () => {
    const withoutPrices = await office.person();
    for (const text of ['select procurement from procurement', 'select to_jsonb(p) from procurement p']) {
      await expect(
        office.as(withoutPrices, (tx) => tx.query(text)),
        text,
      ).rejects.toThrow('permission denied');
    }
  });

  test('the audit of a changed price shows readers without prices the change, but no values', async () => {
    const { id } = await office.add('timeline');
    const document = await office.add('procurement', {
      timeline_id: id,
      status: 'open',
      number: '4',
    });
    // Longer than the digits of any instant in the rows, so that only the amount itself can match.
    await office.add('procurement_line', { procurement_id: document.id, price_netto: '47110815.25' });
    await office.owner.query(
      'update procurement_line set price_netto = 81504711.75 where procurement_id = $1',
      [document.id],
    );
    const audit = (person: Person, columns: string) =>
      office.as(person, (tx) =>
        tx.query<object>(
          `select ${columns} from audit_log where procurement_id = $1 and "table" = 'procurement_line' order by id`,
          [document.id],
        ),
      );
    const open = 'affected_properties, data_before, data_after, info';
    const shown = await audit(await office.person(['user-see-all-orders']), open);
    expect(shown).toHaveLength(2);
    expect(shown[1]).toMatchObject({ affected_properties: ['price_netto'] });
    expect(JSON.stringify(shown)).not.toMatch(/47110815|81504711/);
    const withPrices = await audit(
      await office.person(['user-see-all-orders', 'user-price']),
      'amounts_before, amounts_after',
    );
    expect(withPrices[1]).toEqual({
      amounts_before: { price_netto: 47110815.25 },
      amounts_after: { price_netto: 81504711.75 },
    });
  });
});
