import type { MonthEndAnswer, MonthEndQuery } from '../../src/features/month-end/model.ts';
import type { MonthEndList } from '../../src/features/month-end/search.ts';
import { readList } from '../../src/features/month-end/server/lists.ts';
import { Office, type Person } from '../isolation/people.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import type { Values } from '../support/tenants.ts';

/** A company with a cost center, a person who sees everything, and documents added by tests. */
export let office: Office;
let controller: Person;
export let ids: Record<string, string> = {};

const scopes = ['user-see-all-orders', 'user-see-all-invoices', 'user-see-contracts'];

/** Adds a row and remembers its id under a name. */
export async function add(name: string, table: string, values: Values = {}): Promise<string> {
  const id = (await office.add(table, values)).id ?? '';
  ids[name] = id;
  return id;
}

/** Runs in one transaction, so that past documents keep their dates. */
export async function together(run: () => Promise<void>): Promise<void> {
  await office.owner.query('begin');
  await run();
  await office.owner.query('commit');
}

export async function order(name: string, values: Values): Promise<string> {
  return await add(name, 'procurement', {
    timeline_id: (await office.add('timeline')).id,
    name,
    status: 'ordered',
    client_id: ids.company,
    cost_center_id: ids.workshop,
    exchange_rate: null,
    ...values,
  });
}

export async function invoice(name: string, values: Values): Promise<string> {
  return await add(name, 'invoice', {
    timeline_id: (await office.add('timeline')).id,
    invoice_number_formatted: `RE-${name}`,
    status: 'accounting',
    client_id: ids.company,
    exchange_rate: null,
    total_brutto: values.total_netto,
    ...values,
  });
}

export async function openSetup(): Promise<void> {
  office = await Office.open();
  ids = {};
  await office.owner.query('truncate procurement, invoice, contract cascade');
  await switchModulesOn(office.owner);
  controller = await office.person(['user-price', 'user-dashboard', ...scopes]);
  await add('company', 'client', { name: 'Nordfeld', currency: 'EUR' });
  await add('workshop', 'cost_center', { number: '4100', name: 'Werkstatt' });
}

/** A list as seen by a person, by default one who sees everything. */
export async function read(
  list: MonthEndList,
  day: string,
  { who = controller, ...scope }: Partial<MonthEndQuery> & { readonly who?: Person } = {},
): Promise<MonthEndAnswer> {
  const query = { list, day, client: null, department: null, cost_center: null, ...scope };
  return await office.as(who, (tx) => readList(tx, query));
}

/** These columns of the rows. */
export function shown({ rows }: MonthEndAnswer, ...columns: readonly string[]) {
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}
