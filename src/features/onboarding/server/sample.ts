import type { Day } from '../../../base/day.ts';
import { grossOf } from '../../../base/money.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { accountRow, charts, deliveredPostingKeys, postingKeyRow } from '../chart/chart.ts';
import { type Delivered, deliveredText } from '../delivered.ts';
import { sampleGroups, sampleSuppliers } from '../sample/catalogue.ts';
import {
  sampleAccounts,
  sampleCompanies,
  sampleCostCenters,
  sampleDepartments,
} from '../sample/companies.ts';
import { becomeRoleDefault } from './role-defaults.ts';
import { type IdOf, SampleRows } from './rows.ts';

const taxRate = '19.00';
const priceDecimals = 2;

/** The sample records, found by the keys of `sample/`. */
export interface SampleWorld {
  readonly company: IdOf;
  readonly department: IdOf;
  readonly costCenter: IdOf;
  readonly account: IdOf;
  readonly supplier: IdOf;
  readonly product: IdOf;
  readonly today: Day;
}

/**
 * Fills a tenant without companies with sample data in the administrator's language, or in English, and makes the
 * administrator the role default (ONB-03). Runs in the caller's transaction, one statement per table.
 */
export async function fillSample(tx: Tx, context: Context): Promise<SampleWorld> {
  const { language } = context;
  const inLanguage: InLanguage = (text) => deliveredText(text, language);
  const { today } = await tx
    .as('writer')
    .one<{ today: Day }>('select (now() at time zone app.time_zone())::date as today');
  const rows = new SampleRows(tx, context.tenantId);
  const company = await insertCompanies(rows, inLanguage);
  const department = await insertDepartments(rows, context, company, inLanguage);
  const costCenter = await insertCostCenters(rows, { company, department, inLanguage, today });
  const wanted = charts.skr03.filter(([number]) => sampleAccounts.includes(number));
  const account = await rows.insert(
    'ledger_account',
    'number',
    wanted.map((each) => accountRow(each, language)),
  );
  await rows.insert(
    'posting_key',
    'number',
    deliveredPostingKeys.map((each) => postingKeyRow(each, language)),
  );
  const { supplier, product } = await insertCatalogue(rows, inLanguage);
  await rows.keep();
  await becomeRoleDefault(tx, context);
  await tx
    .as('writer')
    .fixed('update lb_user set client_id = $2, department_id = $3, cost_center_id = $4 where id = $1', [
      context.userId,
      company('works'),
      department('VW'),
      costCenter('1100'),
    ]);
  return { company, department, costCenter, account, supplier, product, today };
}

type InLanguage = (text: Delivered) => string;

/** Finds companies by name, which is the same in both languages. */
async function insertCompanies(rows: SampleRows, inLanguage: InLanguage): Promise<IdOf> {
  const byName = await rows.insert(
    'client',
    'name',
    sampleCompanies.map(({ name, address, zipcode, city }) => ({
      ...{ name, country: 'DE', billing_name: name, billing_address: address },
      ...{ billing_zipcode: zipcode, billing_city: city, billing_country: 'DE' },
    })),
  );
  const company: IdOf = (key) => byName(sampleCompanies.find((each) => each.key === key)?.name ?? key);
  await rows.add(
    'client_address',
    sampleCompanies.map(({ key, place, address, zipcode, city }) => ({
      ...{ client_id: company(key), address_name: inLanguage(place), address, zipcode, city },
      ...{ country: 'DE', is_default: true },
    })),
  );
  return company;
}

async function insertDepartments(
  rows: SampleRows,
  { userId }: Context,
  company: IdOf,
  inLanguage: InLanguage,
): Promise<IdOf> {
  const department = await rows.insert(
    'department',
    'code',
    sampleDepartments.map(({ code, name }) => ({ code, name: inLanguage(name) })),
  );
  await rows.add(
    'department_client',
    sampleDepartments.flatMap(({ code }) =>
      sampleCompanies.map(({ key }) => ({ department_id: department(code), client_id: company(key) })),
    ),
  );
  await rows.add(
    'department_approver',
    sampleDepartments.map(({ code }) => ({ department_id: department(code), lb_user_id: userId })),
  );
  return department;
}

async function insertCostCenters(
  rows: SampleRows,
  given: {
    readonly company: IdOf;
    readonly department: IdOf;
    readonly inLanguage: InLanguage;
    readonly today: Day;
  },
): Promise<IdOf> {
  const { company, department, inLanguage, today } = given;
  const costCenter = await rows.insert(
    'cost_center',
    'number',
    sampleCostCenters.map(({ number, name }) => ({ number, name: inLanguage(name) })),
  );
  await rows.add(
    'cost_center_client',
    sampleCostCenters.flatMap(({ number }) =>
      sampleCompanies.map(({ key }) => ({ cost_center_id: costCenter(number), client_id: company(key) })),
    ),
  );
  await rows.add(
    'department_cost_center',
    sampleCostCenters.flatMap(({ number, departments }) =>
      departments.map((code) => ({ cost_center_id: costCenter(number), department_id: department(code) })),
    ),
  );
  const year = today.slice(0, 4);
  await rows.add(
    'budget',
    sampleCostCenters.map(({ number, budget }) => ({
      ...{ cost_center_id: costCenter(number), name: `Budget ${year}`, value: budget },
      ...{ start: `${year}-01-01`, end: `${year}-12-31` },
    })),
  );
  return costCenter;
}

async function insertCatalogue(
  rows: SampleRows,
  inLanguage: InLanguage,
): Promise<{ supplier: IdOf; product: IdOf }> {
  const byName = await rows.insert(
    'supplier',
    'name',
    sampleSuppliers.map(({ key: _, ...columns }) => ({ ...columns, country: 'DE' })),
  );
  const supplier: IdOf = (key) => byName(sampleSuppliers.find((each) => each.key === key)?.name ?? key);
  const group = await rows.insert(
    'product_group',
    'name',
    sampleGroups.map(({ name }) => ({ name: inLanguage(name) })),
  );
  const product = await rows.insert(
    'product',
    'item_number',
    sampleGroups.flatMap(({ name, products }) =>
      products.map(([item, seller, net, unit, german, english]) => ({
        ...{ item_number: item, name: inLanguage([german, english]), unit: inLanguage(unit) },
        ...{ supplier_id: supplier(seller), product_group_id: group(inLanguage(name)) },
        ...{ tax: taxRate, price_netto: net, price_brutto: grossOf(net, taxRate, priceDecimals) },
      })),
    ),
  );
  return { supplier, product };
}
