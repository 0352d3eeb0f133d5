import type pg from 'pg';
import { dayOfInstant } from '../../base/day.ts';
import { grossOf } from '../../base/money.ts';
import { shopSecret } from '../../features/punchout/sandbox/access.ts';
import { hours } from '../../platform/server/clock.ts';
import { longAct } from '../../platform/server/database/limits.ts';
import { openDatabase } from '../../platform/server/database.ts';
import type { Secrets } from '../../platform/server/secrets.ts';
import type { DemoTenant, RoleDefaults } from './demo/demo-tenant.ts';
import { joinery, provider } from './demo/neighbours.ts';
import { nordfeld } from './demo/nordfeld.ts';
import type { DemoContext } from './demo-context.ts';
import { createContracts } from './demo-contracts.ts';
import { createInvoices } from './demo-invoices.ts';
import { createRequests } from './demo-requests.ts';
import { type IdOf, TableRows } from './table-rows.ts';

/** Decimal places of unit prices in the demo, as in a new tenant. */
const priceDecimals = 2;
const timeZone = 'Europe/Berlin';

/** The provider of the platform, and two customers. */
export const demoTenants: readonly DemoTenant[] = [provider, nordfeld, joinery];

/**
 * Fills an empty database with the demo tenants, all or nothing. Does nothing if there is a tenant already; nodes
 * that start together fill it once.
 *
 * @param ownerUrl the database as its owner, not subject to row-level security
 * @param secrets of the installation: the demo has passwords for its sandboxes
 * @param tenants defaults to all demo tenants
 */
export async function seedDemo(
  ownerUrl: string,
  secrets: Pick<Secrets, 'seal'>,
  tenants: readonly DemoTenant[] = demoTenants,
): Promise<void> {
  // A node that starts at the same time waits until the other has filled the database.
  const database = openDatabase(ownerUrl, { size: 1, limits: longAct(hours(1)) });
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table tenant in share row exclusive mode');
    const { rowCount } = await client.query('select from tenant limit 1');
    if (rowCount === 0) for (const tenant of tenants) await fill({ client, database }, tenant, secrets);
    await client.query('commit');
  } finally {
    // An open transaction is rolled back with its connection.
    client.release(true);
    await database.close();
  }
}

async function fill(
  { client, database }: Pick<DemoContext, 'client' | 'database'>,
  tenant: DemoTenant,
  secrets: Pick<Secrets, 'seal'>,
): Promise<void> {
  const tenantId = await insertTenant(client, tenant);
  const rows = new TableRows(client, tenantId);
  const person = await insertPeople(rows, tenant);
  const account = await insertAccounts(rows, tenant);
  const company = await insertCompanies(rows, tenant, person);
  const costCenter = await insertCostCenters(rows, tenant, { person, account, company });
  const department = await insertDepartments(rows, tenant, { person, company, costCenter });
  const { supplier, productGroup } = await insertCatalogue(rows, tenant, { person, account, company });
  await insertMarketplaces(rows, tenant, { supplier, productGroup, secrets });
  await insertGlobalDefaults(rows, tenant, person);
  await placePeople(client, tenantId, tenant, { person, company, department, costCenter });
  await insertModules(rows, tenant);
  const found = { person, company, account, costCenter, department, supplier };
  const demo: DemoContext = { client, database, tenantId, timeZone, ...found };
  await createContracts(demo, tenant.contracts);
  await createRequests(demo, tenant.requests);
  await createInvoices(demo, tenant.invoices);
  // Documents are moved back without triggers, which would otherwise keep these sums.
  await client.query('select app.rebuild_document_totals($1)', [tenantId]);
}

async function insertTenant(client: pg.ClientBase, { columns }: DemoTenant): Promise<number> {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const { rows } = await client.query<{ id: string }>(
    `insert into tenant (${names}) select ${names} from json_populate_record(null::tenant, $1) returning id`,
    [JSON.stringify(columns)],
  );
  return Number(rows[0]?.id);
}

async function insertModules(rows: TableRows, { modules }: DemoTenant): Promise<void> {
  await rows.link(
    'configuration',
    modules.map((module) => ({ key: `module_${module}`, model: 'boolean', value: 'true' })),
  );
}

/** The people, by login name, and their task groups. */
async function insertPeople(rows: TableRows, tenant: DemoTenant): Promise<IdOf> {
  const people = await rows.insert(
    'lb_user',
    'email',
    tenant.people.map(({ login, name, roles, approval_limit }) => ({
      email: `${login}@${tenant.domain}`,
      name,
      roles,
      approval_limit,
    })),
  );
  const person: IdOf = (login) => people(`${login}@${tenant.domain}`);
  const group = await rows.insert(
    'lb_user',
    'name',
    tenant.groups.map(({ name, roles }) => ({ name, roles, is_group: true })),
  );
  await rows.link(
    'task_group_user',
    tenant.groups.flatMap(({ name, members }) =>
      members.map((login) => ({ task_group_id: group(name), lb_user_id: person(login) })),
    ),
  );
  return person;
}

async function insertAccounts(rows: TableRows, tenant: DemoTenant): Promise<IdOf> {
  await rows.insert('posting_key', 'number', tenant.postingKeys);
  return rows.insert('ledger_account', 'number', tenant.ledgerAccounts);
}

async function insertCompanies(rows: TableRows, tenant: DemoTenant, person: IdOf): Promise<IdOf> {
  const company = await rows.insert(
    'client',
    'name',
    tenant.companies.map(({ columns, responsible, defaults }) => ({
      ...columns,
      responsible_id: person(responsible),
      ...roleDefaults(defaults, person),
    })),
  );
  await rows.insert(
    'client_address',
    'address_name',
    tenant.companies.flatMap(({ columns, addresses }) =>
      addresses.map((address) => ({ client_id: company(columns.name), ...address })),
    ),
  );
  return company;
}

/** The columns of the role defaults, such as `user_clearing_id`. */
function roleDefaults(defaults: RoleDefaults, person: IdOf): Record<string, number> {
  return Object.fromEntries(Object.entries(defaults).map(([role, login]) => [`${role}_id`, person(login)]));
}

function translations(german: string, english: string): { lang: string; name: string }[] {
  return [
    { lang: 'de', name: german },
    { lang: 'en', name: english },
  ];
}

async function insertCostCenters(
  rows: TableRows,
  { costCenters }: DemoTenant,
  { person, account, company }: { person: IdOf; account: IdOf; company: IdOf },
): Promise<IdOf> {
  const costCenter = await rows.insert(
    'cost_center',
    'number',
    costCenters.map(({ number, name, english }) => ({
      number,
      name,
      translations: translations(name, english),
    })),
  );
  const perCostCenter = <Row extends object>(list: (each: (typeof costCenters)[number]) => Row[]) =>
    costCenters.flatMap((each) =>
      list(each).map((row) => ({ cost_center_id: costCenter(each.number), ...row })),
    );
  await rows.link(
    'cost_center_client',
    perCostCenter(({ companies }) => companies.map((name) => ({ client_id: company(name) }))),
  );
  await rows.link(
    'cost_center_approver',
    perCostCenter(({ approvers }) => approvers.map((login) => ({ lb_user_id: person(login) }))),
  );
  const year = dayOfInstant(new Date(), timeZone).slice(0, 4);
  await rows.link(
    'budget',
    perCostCenter(({ budgets }) =>
      budgets.map(({ value, account: number, not_allocated = false }) => ({
        name: `Budget ${year}`,
        value,
        start: `${year}-01-01`,
        end: `${year}-12-31`,
        not_allocated,
        ledger_account_id: number === undefined ? undefined : account(number),
      })),
    ),
  );
  return costCenter;
}

async function insertDepartments(
  rows: TableRows,
  { departments }: DemoTenant,
  { person, company, costCenter }: { person: IdOf; company: IdOf; costCenter: IdOf },
): Promise<IdOf> {
  const department = await rows.insert(
    'department',
    'name',
    departments.map(({ code, name, english, email, companies, responsible, defaults = {} }) => ({
      code,
      name,
      translations: translations(name, english),
      email,
      client_id: companies[0] === undefined ? undefined : company(companies[0]),
      responsible_id: person(responsible),
      ...roleDefaults(defaults, person),
    })),
  );
  const perDepartment = <Row extends object>(list: (each: (typeof departments)[number]) => Row[]) =>
    departments.flatMap((each) =>
      list(each).map((row) => ({ department_id: department(each.name), ...row })),
    );
  await rows.link(
    'department_client',
    perDepartment(({ companies }) => companies.map((name) => ({ client_id: company(name) }))),
  );
  await rows.link(
    'department_cost_center',
    perDepartment(({ costCenters }) => costCenters.map((number) => ({ cost_center_id: costCenter(number) }))),
  );
  await rows.link(
    'department_approver',
    perDepartment(({ approvers }) => approvers.map((login) => ({ lb_user_id: person(login) }))),
  );
  return department;
}

async function insertCatalogue(
  rows: TableRows,
  { suppliers, productGroups, products }: DemoTenant,
  { person, account, company }: { person: IdOf; account: IdOf; company: IdOf },
): Promise<{ supplier: IdOf; productGroup: IdOf }> {
  const supplier = await rows.insert(
    'supplier',
    'name',
    suppliers.map(({ columns, account: number }) => ({ ...columns, ledger_account_id: account(number) })),
  );
  await rows.link(
    'supplier_client',
    suppliers.flatMap(({ columns, customerNumbers }) =>
      Object.entries(customerNumbers).map(([name, client_number]) => ({
        supplier_id: supplier(columns.name),
        client_id: company(name),
        client_number,
      })),
    ),
  );
  const productGroup = await rows.insert(
    'product_group',
    'name',
    productGroups.map(({ name, english, description, selector }) => ({
      name,
      translations: translations(name, english),
      description,
      user_select_product_id: selector === undefined ? undefined : person(selector),
    })),
  );
  await rows.insert(
    'product',
    'item_number',
    products.map(({ item, group, supplier: seller, net, tax = '19.00', ...columns }) => ({
      ...columns,
      item_number: item,
      product_group_id: productGroup(group),
      supplier_id: supplier(seller),
      tax,
      price_netto: net,
      price_brutto: grossOf(net, tax, priceDecimals),
    })),
  );
  return { supplier, productGroup };
}

/** The shops connected to the sandbox, with their credentials (PUN-01). */
async function insertMarketplaces(
  rows: TableRows,
  { marketplaces }: DemoTenant,
  {
    supplier,
    productGroup,
    secrets,
  }: Record<'supplier' | 'productGroup', IdOf> & { secrets: Pick<Secrets, 'seal'> },
): Promise<void> {
  const marketplace = await rows.insert(
    'marketplace',
    'name',
    marketplaces.map(({ columns, supplier: seller }) => ({
      ...columns,
      supplier_id: supplier(seller),
      secret: `\\x${secrets.seal(shopSecret).toString('hex')}`,
    })),
  );
  await rows.link(
    'marketplace_product_group',
    marketplaces.flatMap(({ columns, groups }) =>
      Object.entries(groups).map(([code, name]) => ({
        marketplace_id: marketplace(columns.name),
        code,
        product_group_id: productGroup(name),
      })),
    ),
  );
}

/** The global role defaults (RDEF-02) are in the configuration. */
async function insertGlobalDefaults(
  rows: TableRows,
  { globalDefaults }: DemoTenant,
  person: IdOf,
): Promise<void> {
  await rows.insert(
    'configuration',
    'key',
    Object.entries(globalDefaults).map(([role, login]) => ({
      key: `${role}_id`,
      model: 'lb_user',
      lb_user_id: person(login),
    })),
  );
}

/** Companies reference people and people reference companies, so this comes last. */
async function placePeople(
  client: pg.ClientBase,
  tenantId: number,
  { people }: DemoTenant,
  {
    person,
    company,
    department,
    costCenter,
  }: Record<'person' | 'company' | 'department' | 'costCenter', IdOf>,
): Promise<void> {
  const places = people.map((each) => ({
    id: person(each.login),
    client_id: each.company && company(each.company),
    department_id: each.department && department(each.department),
    cost_center_id: each.cost_center && costCenter(each.cost_center),
  }));
  await client.query(
    `update lb_user u
       set client_id = place.client_id, department_id = place.department_id, cost_center_id = place.cost_center_id
       from json_populate_recordset(null::lb_user, $2) place
       where u.tenant_id = $1 and u.id = place.id`,
    [tenantId, JSON.stringify(places)],
  );
}
