import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budget } from '../../src/features/master-data/budget.ts';
import { thisYear } from '../support/today.ts';
import { xlsxFile } from '../support/xlsx.ts';
import { exported } from './exports.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;
const next = thisYear() + 1;

beforeAll(async () => {
  setup = await openImports();
  const { result } = await setup.run('cost_center', 'Nummer;Name\n8801;Rumpf\n8802;Deck\n');
  expect(result).toMatchObject({ added: 2, problems: 0 });
});
afterAll(() => setup.close());

interface Stored {
  readonly name: string;
  readonly value: number;
  readonly start: string;
  readonly end: string;
  readonly ledger_account: { readonly number: string } | null;
}

async function budgetsOf(number: string): Promise<readonly Stored[]> {
  const { budget } = await setup.admin.get<{ budget: readonly Stored[] }>(
    `query ($number: String!) {
      budget(where: { cost_center: { number: { _eq: $number } } }, order_by: [{ name: asc }, { value: asc }]) {
        name value start end ledger_account { number }
      }
    }`,
    { number },
  );
  return budget;
}

const whole = { start: `${next}-01-01`, end: `${next}-12-31` };

describe('SHEET-19 a list of budgets', () => {
  test('from a spreadsheet with a title above foreign headings becomes budgets of their cost centers', async () => {
    const bytes = await xlsxFile([
      {
        name: 'Planung',
        rows: [
          [`Budgetplanung ${next}`],
          [],
          ['KST', 'Bezeichnung', 'Konto', 'Planwert', 'Gültig ab', 'Gültig bis'],
          ['8801', `Plan ${next}`, null, 120_000.5, `01.01.${next}`, `31.12.${next}`],
          ['8802 Deck', `Plan ${next}`, '4930', '5.000,00 €', `01.01.${next}`, `31.12.${next}`],
          ['8802', `Plan ${next}`, '4980', '1.355,90', `01.01.${next}`, `31.12.${next}`],
        ],
      },
    ]);
    const { result } = await setup.run('budget', bytes, { create_missing: true });
    expect(result).toMatchObject({ added: 3, changed: 0, problems: 0 });
    const plan = { name: `Plan ${next}`, ...whole };
    expect(await budgetsOf('8801')).toEqual([{ ...plan, value: 120_000.5, ledger_account: null }]);
    expect(await budgetsOf('8802')).toEqual([
      { ...plan, value: 1355.9, ledger_account: { number: '4980' } },
      { ...plan, value: 5000, ledger_account: { number: '4930' } },
    ]);
  });

  test('that comes again changes the budget of the same cost center, account, name and beginning, each cell shown before', async () => {
    const rows = [
      `8801;;Plan ${next};130.000,00;01.01.${next};31.12.${next}`,
      `8802;4930;Plan ${next};5.000,00;01.01.${next};31.12.${next}`,
    ];
    const file = `Kostenstelle;Sachkonto;Name;Betrag;Beginn;Ende\n${rows.join('\n')}\n`;
    const asked = await setup.run('budget', file, { show_differences: true });
    expect(asked.result).toMatchObject({
      ...{ added: 0, changed: 0, unchanged: 1 },
      differences: {
        count: 1,
        cells: [{ at: 2, field: 'value', before: expect.stringMatching(/^120\.000,50?$/) }],
      },
    });
    const { result } = await setup.answer('budget', asked.id, {});
    expect(result).toMatchObject({ added: 0, changed: 1, problems: 0 });
    expect((await budgetsOf('8801')).map(({ value }) => value)).toEqual([130_000]);
  });

  test('BUD-01 with a budget that overlaps another of its scope is not imported, and its row is named', async () => {
    const file = `Kostenstelle;Name;Betrag;Beginn;Ende\n8801;Anders;1;01.06.${next};30.06.${next}\n`;
    const { result } = await setup.run('budget', file);
    expect(result).toMatchObject({ added: 0, problems: 1, right_lines: 0 });
    expect(await budgetsOf('8801')).toHaveLength(1);
  });

  test('VAL-33 with an end before its beginning is not imported, and the cell is named', async () => {
    const file = `Kostenstelle;Name;Betrag;Beginn;Ende\n8801;Später;1;01.06.${next + 1};31.05.${next + 1}\n`;
    const { result } = await setup.run('budget', file);
    expect(result).toMatchObject({ added: 0, problems: 1 });
    expect((await setup.report(result)).map((row) => row.split(';').slice(0, 2))).toEqual([['2', 'Ende']]);
  });

  test('BUD-08 that sets a budget below its use asks, and one confirmation imports it', async () => {
    const { tenantId, userId } = setup.admin.context;
    await setup.demo.web.sql(
      `with c as (select id from cost_center where tenant_id = $1 and number = '8801'),
       b as (insert into budget (tenant_id, cost_center_id, name, value, start, "end")
         select $1, id, 'Laufend', 1000, make_date($3, 1, 1), make_date($3, 12, 31) from c),
       t as (insert into timeline (tenant_id) values ($1) returning id)
       insert into invoice (tenant_id, timeline_id, creator_id, running_number, status, client_id, cost_center_id, currency,
           total_netto, total_brutto, invoice_date)
         select $1, t.id, $2, 880100, 'accounting', (select min(id) from client where tenant_id = $1), c.id,
           (select currency from client where tenant_id = $1 order by id limit 1), 400, 400, make_date($3, 3, 3)
         from t, c`,
      [tenantId, userId, thisYear()],
    );
    const file = `Kostenstelle;Name;Betrag\n8801;Laufend;300,00\n`;
    const settings = { columns: ['cost_center_id', 'name', 'value'] };
    const asked = await setup.run('budget', file, settings);
    expect(asked.result).toMatchObject({
      ...{ changed: 0, problems: 0 },
      question: { code: 'budget_in_use', values: { count: 1, names: expect.stringContaining('8801') } },
    });
    const { result } = await setup.answer('budget', asked.id, { waiting_told: true });
    expect(result).toMatchObject({ changed: 1, problems: 0 });
    expect(result.question).toBeUndefined();
  });

  test('is downloaded with the cost center of each, and comes back unchanged', async () => {
    const { result } = await setup.run(
      'budget',
      `Kostenstelle;Name;Betrag;Beginn;Ende;Nicht zugeordnete Konten\n8802;Rest;70;01.01.${next};31.12.${next};ja\n`,
    );
    expect(result).toMatchObject({ added: 1, problems: 0 });
    const file = await exported(setup.admin, budget);
    expect(file).toContain('8802 Deck');
    const again = await setup.run('budget', file);
    expect(again.result).toMatchObject({ added: 0, changed: 0, problems: 0 });
    expect(again.result.unchanged).toBeGreaterThan(4);
  });
});

describe('ADM-20 a list of budgets', () => {
  test('is refused for people who are no administrators', async () => {
    const buyer = await setup.demo.person('buyer@demo.test');
    const file = Buffer.from('Kostenstelle;Name\n8801;Plan\n');
    expect((await setup.send('budget', file, undefined, buyer)).status).toBe(403);
  });
});
