import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export-target/targets.ts';
import {
  type DimensionColumn,
  dimensionTypes,
  headParticulars,
  lineParticulars,
  tableOf,
} from '../../src/features/invoice/accounting/particulars.ts';
import type { ShownBooking } from '../../src/features/invoice/shown-booking.ts';
import { attempt, on, save } from '../invoice/invoices.ts';
import { discard, downloaded, type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;
let tenantId: number;

beforeAll(async () => {
  fixture = await exportingDemo();
  ({ tenantId } = fixture.accountant.context);
});
afterAll(() => fixture.close());

/** The rows of a run's file, by cell. */
async function rowsOf(ids: readonly number[]): Promise<readonly (readonly string[])[]> {
  const [run] = await fixture.exported({ invoice_ids: ids });
  expect(run).toMatchObject({ failed_count: 0 });
  const file = run?.files.find(({ content }) => content === 'bookings')?.file.id ?? '';
  const text = new TextDecoder('windows-1252').decode(await downloaded(fixture.accountant, file));
  const [, , ...rows] = text.trimEnd().split('\r\n');
  return rows.map((row) => row.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
}

const line = (more: object = {}) => ({
  description: 'Ware',
  total_netto: '100.00',
  tax_percentage: '19',
  tax_category: 'S',
  ...more,
});

/** The id of an existing or new record. */
async function idOf(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const given = { tenant_id: tenantId, ...values };
  const names = Object.keys(given);
  const [row] = await fixture.demo.web.sql<{ id: string }>(
    `with wanted as (select * from jsonb_populate_record(null::${table}, $1)),
     known as (select t.id from ${table} t, wanted w where ${names.map((name) => `t.${name} = w.${name}`).join(' and ')}),
     made as (insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from wanted
       where not exists (select from known) returning id)
     select id from known union all select id from made`,
    [JSON.stringify(given)],
  );
  return Number(row?.id);
}

async function postingKey(number: string, tax: string | null): Promise<number> {
  await fixture.demo.web.sql(
    'update posting_key set tax = $3, name = $2 where tenant_id = $1 and number = $2',
    [tenantId, number, tax],
  );
  return await idOf('posting_key', { number, name: number, ...(tax !== null && { tax }) });
}

describe('EXP-10 accounts of class 0', () => {
  const lengthOf = (length: number) =>
    fixture.demo.web.sql('update client set ledger_account_length = $2 where id = $1', [
      fixture.client,
      length,
    ]);

  it.each([
    [4, '420', '0420'],
    [6, '420', '042000'],
    [4, '27', '0027'],
  ])('with length %i %s is exported as %s', async (length, number, account) => {
    await lengthOf(length);
    const invoice = await fixture.waiting({ ledger_account_id: await fixture.account(number) });
    const rows = await rowsOf([invoice.id]);
    await lengthOf(4);
    expect(rows.map((row) => row[7])).toEqual([account]);
  });

  it('the chart decides where a zero may be missing at either end, and without one the export is refused', async () => {
    await lengthOf(5);
    const head = { ledger_account_id: await fixture.account('4230') };
    const invoice = await fixture.waiting(head);
    const [refused] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(refused?.entries).toMatchObject([
      { state: 'failed', problem: { code: 'export_account_unclear' } },
    ]);
    await fixture.demo.web.sql(
      `insert into client_chart_account (tenant_id, client_id, account) values ($1, $2, '04230')`,
      [tenantId, fixture.client],
    );
    const rows = await rowsOf([invoice.id]);
    await lengthOf(4);
    expect(rows.map((row) => row[7])).toEqual(['04230']);
  });

  it('earlier exports with the zero at the wrong end are listed for administrators until reversed', async () => {
    const invoice = await fixture.waiting({ ledger_account_id: await fixture.account('440') });
    await rowsOf([invoice.id]);
    const admin = await fixture.demo.person('admin@demo.test');
    const url = '/api/datev/wrong-accounts';
    const listed = async () =>
      (await admin.send({ method: 'GET', url })).json<{ accounts: { invoice_id: number }[] }>().accounts;
    expect(await listed()).toEqual([]);
    await fixture.demo.web.sql(
      `update invoice_export_entry set bookings = jsonb_set(bookings, '{bookings,0,account}', '"4400"')
       where invoice_id = $1 and state = 'exported'`,
      [invoice.id],
    );
    expect(await listed()).toMatchObject([
      { invoice_id: invoice.id, left_as: '4400', meant: '0440', run: expect.stringMatching(/^EX-/) },
    ]);
    expect(await fixture.accountant.send({ method: 'GET', url })).toMatchObject({ status: 403 });
    await discard(fixture, invoice);
    // The reversal uses the exported account.
    expect((await rowsOf([invoice.id])).map((row) => [row[117], row[7]])).toEqual([['1', '4400']]);
    expect(await listed()).toEqual([]);
  });
});

describe('INV-16 VAL-21 an invoice passes with any booking field', () => {
  /** A record of the company that a field can refer to. */
  async function recordFor(column: Parameters<typeof tableOf>[0]): Promise<number> {
    const table = tableOf(column);
    if (table === 'profit_center' || table === 'posting_key')
      return await idOf(table, { number: '7001', name: 'x' });
    const ofCompany = { client_id: fixture.client, code: 'X7', name: 'x' };
    if (table === 'tax_item_group') return await idOf(table, { ...ofCompany, tax_code: 'V19' });
    if (table === 'tax_group') return await idOf(table, ofCompany);
    return await idOf(table, { ...ofCompany, dimension_type: dimensionTypes[column as DimensionColumn] });
  }

  it.each(exportTargets)('every field of head and line, booked for %s', async (target) => {
    await fixture.demo.web.sql(
      `update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'`,
      [tenantId, target],
    );
    const ids = new Map<string, number>();
    for (const column of new Set([...headParticulars(target), ...lineParticulars(target)])) {
      ids.set(column, await recordFor(column));
    }
    for (const column of headParticulars(target))
      await expect(fixture.waiting({ [column]: ids.get(column) }), `head ${column}`).resolves.toMatchObject({
        status: 'export',
      });
    for (const column of lineParticulars(target))
      await expect(
        fixture.waiting({ total_brutto: '119.00' }, [line({ [column]: ids.get(column) })]),
        `line ${column}`,
      ).resolves.toMatchObject({ status: 'export' });
  });
});

describe('EXP-26 chosen tax keys', () => {
  beforeAll(async () => {
    await fixture.demo.web.sql(
      `update configuration set value = 'datev-csv' where tenant_id = $1 and key = 'invoice_export_target'`,
      [tenantId],
    );
    await fixture.demo.web.sql(`update client set vat_number = 'DE811402776' where id = $1`, [
      fixture.client,
    ]);
  });

  it.each([
    ['K', '18'],
    ['AE', '91'],
  ])('owed tax (%s) at the reduced rate is exported with the key of the head', async (category, number) => {
    const invoice = await fixture.waiting(
      { total_brutto: '100.00', posting_key_id: await postingKey(number, '7'), vat_number: 'ATU12345678' },
      [line({ tax_percentage: '0', tax_category: category })],
    );
    expect((await rowsOf([invoice.id])).map((row) => [row[0], row[8]])).toEqual([['100,00', number]]);
  });

  it('an acquisition on an automatic account of input tax is not exported without its tax', async () => {
    const invoice = await fixture.waiting(
      {
        ...{ total_brutto: '100.00', vat_number: 'ATU12345678' },
        ledger_account_id: await fixture.account('3400'),
      },
      [line({ tax_percentage: '0', tax_category: 'K' })],
    );
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(run?.entries).toMatchObject([
      { state: 'failed', problem: { code: 'export_automatic_category', values: { account: '3400' } } },
    ]);
  });

  it('an unused or contradictory key is refused when chosen, and before the check ends', async () => {
    const automatic = await fixture.account('3400');
    await fixture.demo.web.sql(
      'update ledger_account set automatic = true, automatic_tax = 19 where id = $1',
      [automatic],
    );
    const [nine, eight] = [await postingKey('9', '19'), await postingKey('8', '7')];
    const none = { posting_key_id: null, ledger_account_id: null };
    type Chosen = Partial<Record<keyof typeof none, number>>;
    /** The refusal for an invoice that was saved with these values before the rule existed. */
    const stopped = async (ofHead: Chosen, ofLine: Chosen) => {
      const invoice = await fixture.checked({}, [line()]);
      for (const [table, id, chosen] of [
        ['invoice', 'id', ofHead],
        ['invoice_line', 'invoice_id', ofLine],
      ] as const)
        await fixture.demo.web.sql(
          `update ${table} set posting_key_id = $2, ledger_account_id = coalesce($3, ledger_account_id) where ${id} = $1`,
          [invoice.id, ...Object.values({ ...none, ...chosen })],
        );
      const { refusal } = await attempt(fixture.accountant, 'to_accounting', invoice);
      return ((refusal?.problems ?? []) as { field: string; code: string }[]).map(
        ({ field, code }) => `${field} ${code}`,
      );
    };
    const cases: readonly (readonly [Chosen, Chosen, string])[] = [
      [{ posting_key_id: eight }, {}, 'posting_key_id posting_key_contradicts'],
      [{ posting_key_id: eight }, { posting_key_id: nine }, 'posting_key_id posting_key_unused'],
      [{}, { posting_key_id: eight }, 'lines.0.posting_key_id posting_key_contradicts'],
      [
        {},
        { posting_key_id: nine, ledger_account_id: automatic },
        'lines.0.posting_key_id posting_key_automatic',
      ],
    ];
    for (const [ofHead, ofLine, problem] of cases) {
      const [, code = ''] = problem.split(' ');
      await expect(fixture.checked(ofHead, [line(ofLine)])).rejects.toThrow(code);
      expect(await stopped(ofHead, ofLine)).toEqual([problem]);
    }
  });
});

describe('EXP-30 no two documents of a supplier are exported under one number', () => {
  const numberOf = async (id: number) =>
    (await fixture.demo.web.sql<{ number: string }>('select number from invoice where id = $1', [id]))[0]
      ?.number;
  const long = (begin: string) => `${begin}${'0123456789'.repeat(4)}`;

  it('the second of two numbers that shortening makes equal gets a suffix, and keeps it', async () => {
    const [one, other] = [
      await fixture.checked({ number_printed: long('A') }),
      await fixture.checked({ number_printed: long('B') }),
    ];
    expect(await numberOf(one.id)).toBe(long('').slice(-36));
    expect(await numberOf(other.id)).toBe(`${long('').slice(-34)}-2`);
    await save(fixture.accountant, { ...on(other), head: { name: 'Anders' } });
    expect(await numberOf(other.id)).toBe(`${long('').slice(-34)}-2`);
    await expect(
      save(fixture.accountant, { ...on(one), head: { number: `${long('').slice(-34)}-2` } }),
    ).rejects.toThrow('export_number_taken');
  });

  it('a number that became equal in any other way is not exported', async () => {
    const [one, other] = [await fixture.waiting(), await fixture.waiting()];
    await fixture.demo.web.sql('update invoice set number = $2 where id = any ($1::bigint[])', [
      [one.id, other.id],
      'GLEICH-1',
    ]);
    const [run] = await fixture.exported({ invoice_ids: [one.id, other.id] });
    expect(run?.entries.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['exported', undefined],
      ['failed', 'export_number_taken'],
    ]);
  });
});

describe('EXP-27 EXP-28 the bookings are known before the export', () => {
  interface Preview {
    readonly target: string;
    readonly problem: { readonly code: string } | null;
    readonly bookings: readonly ShownBooking[];
  }
  const previewed = async (id: number, who = fixture.accountant): Promise<Preview> =>
    (await who.send({ method: 'GET', url: `/api/invoice/${id}/bookings` })).json<Preview>();
  const readiness = async (ids: readonly number[]) =>
    (
      await fixture.accountant.send({
        method: 'GET',
        url: `/api/invoice/export/readiness?ids=${ids.join(',')}`,
      })
    ).json<Record<number, { code: string } | null>>();

  it('row by row as in the later file, and likewise for the other targets', async () => {
    const invoice = await fixture.waiting({ total_brutto: '226.00' }, [
      line({ ledger_account_id: await fixture.account('420') }),
      line({ tax_percentage: '7' }),
    ]);
    const preview = await previewed(invoice.id);
    expect(preview).toMatchObject({ target: 'datev-csv', problem: null });
    const rows = await rowsOf([invoice.id]);
    expect(
      preview.bookings.map((one) => [
        one.amount.replace('.', ','),
        ...[one.side, one.account, one.counter_account, one.posting_key ?? '', one.text],
      ]),
    ).toEqual(rows.map((row) => [0, 1, 6, 7, 8, 13].map((column) => row[column])));
    for (const target of ['datev', 'ms365']) {
      await fixture.demo.web.sql(
        `update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'`,
        [tenantId, target],
      );
      expect((await previewed(invoice.id)).problem).toMatchObject({
        code: target === 'datev' ? 'export_connection_inactive' : 'export_d365_entity_missing',
      });
    }
    await fixture.demo.web.sql(
      `update configuration set value = 'datev-csv' where tenant_id = $1 and key = 'invoice_export_target'`,
      [tenantId],
    );
  });

  it('exactly the ready invoices are exported, and the others fail for the previewed reason', async () => {
    const ids = [
      (await fixture.waiting()).id,
      (await fixture.waiting({ tax: '20' })).id,
      (await fixture.waiting({ ledger_account_id: await fixture.account('49801') })).id,
    ];
    const payload = await readiness(ids);
    const [run] = await fixture.exported({ invoice_ids: ids });
    expect(run?.entries.map(({ invoice_id, problem }) => [invoice_id, problem?.code])).toEqual(
      ids.map((id) => [id, payload[id]?.code]),
    );
    expect(run).toMatchObject({ exported_count: 1, failed_count: 2 });
    // The same reason is remarked once.
    await fixture.exported({ invoice_ids: ids.slice(1) });
    const remarks = await fixture.demo.web.sql(
      `select count(*)::int as count from timeline_entry e join invoice i on i.timeline_id = e.timeline_id
       where i.id = any ($1) and e.message_code = 'export_failed' group by i.id`,
      [ids],
    );
    expect(remarks).toEqual([{ count: 1 }, { count: 1 }]);
  });

  const priced = "'{user-price,user-dashboard}'::text[]";
  const withoutPrices = (isWithout: boolean) =>
    fixture.demo.web.sql(
      isWithout
        ? `update lb_user set roles = array(select unnest(roles) except select unnest(${priced})) where id = $1`
        : `update lb_user set roles = roles || ${priced} where id = $1`,
      [fixture.accountant.context.userId],
    );

  it('only people who see the invoice see its preview, and only those who see prices see amounts', async () => {
    const { id } = await fixture.waiting();
    await withoutPrices(true);
    const priceless = await fixture.demo.person('accountant@demo.test');
    expect(await previewed(id, priceless)).toMatchObject({ problem: null, bookings: [] });
    await withoutPrices(false);
    const buyer = await fixture.demo.person('buyer@demo.test');
    expect(await buyer.send({ method: 'GET', url: `/api/invoice/${id}/bookings` })).toMatchObject({
      status: 404,
    });
  });
});
