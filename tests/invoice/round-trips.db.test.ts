import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTrips, type Trips } from '../../bench/trips.ts';
import { completeForm } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { act, type Invoice, on, save, wayOn } from './invoices.ts';

/** BEGIN, the person, the roles and COMMIT included. */
const most = {
  // Three of them ask what it corrects (INV-31), whether it fits its contract (CON-40), and whether its number is free (EXP-30).
  create: { statements: 62, roundTrips: 17 },
  save: { statements: 58, roundTrips: 14 },
  // One more than a save: what the approvers are asked about is kept (APPR-18).
  forward: { statements: 59, roundTrips: 14 },
} as const;

let demo: DemoWeb;
let accountant: WebCaller;
let trips: Trips;

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  trips = countTrips(demo.web.database.pool);
});
afterAll(() => demo.close());

async function expectFew(command: keyof typeof most, take: () => Promise<Invoice>): Promise<Invoice> {
  trips.reset();
  const invoice = await take();
  const { statements, roundTrips } = trips;
  if (process.env.KONTOR_SHOW_TRIPS) console.info(command, statements, roundTrips);
  expect(statements, command).toBeLessThanOrEqual(most[command].statements);
  expect(roundTrips, command).toBeLessThanOrEqual(most[command].roundTrips);
  return invoice;
}

test('API-39 to type, save and forward an invoice is a handful of pipelined statements', async () => {
  const { client_id, department_id, cost_center_id } = await completeForm(
    await demo.person('requester@demo.test'),
  );
  const { supplier } = await accountant.get<{ supplier: { id: number; iban: string }[] }>(
    '{ supplier(limit: 1, order_by: { id: asc }) { id iban } }',
  );
  const head = {
    ...{ client_id, department_id, cost_center_id, supplier_id: supplier[0]?.id },
    iban: supplier[0]?.iban,
    ...{
      number_printed: 'RE-1',
      invoice_date: '2026-10-01',
      delivery_date: '2026-10-01',
      due_date: '2026-10-31',
      total_brutto: '119',
      tax: '19',
    },
  };
  const line = {
    description: 'Werkzeug',
    quantity: '1',
    total_netto: '100',
    tax_percentage: '19',
    tax_category: 'S',
  };
  const made = await expectFew('create', () => save(accountant, { head, lines: [line] }));
  const saved = await expectFew('save', () => save(accountant, { ...on(made), head: { notes: 'Eilt' } }));
  await expectFew('forward', () => act(accountant, wayOn(saved), saved));
});
