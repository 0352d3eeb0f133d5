import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { accountRow, charts, deliveredPostingKeys, postingKeyRow } from '../chart/chart.ts';
import {
  normalSelection,
  type SelectedCompany,
  type SelectedCostCenter,
  type SelectedPerson,
  type Selection,
  selectionProblems,
} from '../selection.ts';
import { becomeRoleDefault } from './role-defaults.ts';

/**
 * Adds an own selection (ONB-02). Existing names, numbers and addresses are left unchanged, so that a repetition adds
 * nothing. Then links unlinked records, which could not be used in requests.
 */
export async function enterSelection(tx: Tx, context: Context, given: Selection): Promise<void> {
  const selection = normalSelection(given);
  const problems = selectionProblems(selection);
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  const writer = tx.as('writer');
  const { company, departments, cost_centers, people } = selection;
  if (company) await addCompany(writer, context, company);
  if (departments) {
    const names = departments.map(({ name }) => name);
    await writer.fixed(newDepartments, [context.tenantId, names]);
  }
  if (cost_centers) await addCostCenters(writer, context, cost_centers);
  await addAccounts(writer, context, selection);
  await linkAll(writer, context);
  if (people) await addPeople(writer, context, people);
  await becomeRoleDefault(tx, context);
}

const newDepartments = `
  insert into department (tenant_id, name)
  select $1, g.name from (select distinct on (lower(name)) name from unnest($2::text[]) name) g
  where not exists (select from department d where lower(d.name) = lower(g.name))`;

async function addCompany(writer: Tx, { tenantId }: Context, company: SelectedCompany): Promise<void> {
  const { name, address, zipcode, city, vat_number = null } = company;
  await writer.fixed(
    `with made as (
       insert into client (tenant_id, name, vat_number, billing_name, billing_address, billing_zipcode, billing_city)
       select $1, $2::text, $3, $2::text, $4, $5, $6
       where not exists (select from client where lower(name) = lower($2::text))
       returning id
     )
     insert into client_address (tenant_id, client_id, address_name, address, zipcode, city, country, is_default)
     select $1, id, $2, $4, $5, $6, 'DE', true from made`,
    [tenantId, name, vat_number, address, zipcode, city],
  );
}

async function addCostCenters(
  writer: Tx,
  { tenantId }: Context,
  rows: readonly SelectedCostCenter[],
): Promise<void> {
  await writer.fixed(
    `with given as (
       select distinct on (lower(number)) number, name, budget
       from json_to_recordset($2) as g (number text, name text, budget numeric)
     ), made as (
       insert into cost_center (tenant_id, number, name)
       select $1, number, name from given g
       where not exists (select from cost_center c where lower(c.number) = lower(g.number))
       returning id, number
     ), this as (
       select extract(year from now() at time zone app.time_zone())::integer as year
     )
     insert into budget (tenant_id, cost_center_id, name, value, start, "end")
     select $1, m.id, 'Budget ' || year, g.budget, make_date(year, 1, 1), make_date(year, 12, 31)
     from made m join given g on g.number = m.number, this
     where g.budget is not null`,
    [tenantId, JSON.stringify(rows)],
  );
}

/** Ignores numbers that are not in a delivered list. */
async function addAccounts(
  writer: Tx,
  { tenantId, language }: Context,
  { accounts, posting_keys }: Selection,
): Promise<void> {
  if (accounts) {
    const rows = charts[accounts.chart]
      .filter(([number]) => accounts.numbers.includes(number))
      .map((each) => accountRow(each, language));
    await writer.fixed(
      `insert into ledger_account (tenant_id, number, name, automatic, automatic_tax, automatic_category)
       select $1, number, name, automatic, automatic_tax, automatic_category
       from json_to_recordset($2) as g (number text, name text, automatic boolean, automatic_tax numeric, automatic_category text)
       where not exists (select from ledger_account a where a.number = g.number)`,
      [tenantId, JSON.stringify(rows)],
    );
  }
  if (posting_keys) {
    const rows = deliveredPostingKeys
      .filter(([number]) => posting_keys.includes(number))
      .map((each) => postingKeyRow(each, language));
    await writer.fixed(
      `insert into posting_key (tenant_id, number, name, tax)
       select $1, number, name, tax from json_to_recordset($2) as g (number text, name text, tax numeric)
       where not exists (select from posting_key k where k.number = g.number)`,
      [tenantId, JSON.stringify(rows)],
    );
  }
}

/** Links unlinked departments and cost centers to everything, and assigns the administrator. */
async function linkAll(writer: Tx, { tenantId, userId }: Context): Promise<void> {
  await writer.fixed(
    `insert into department_client (tenant_id, department_id, client_id)
     select $1, d.id, c.id from department d, client c
     where d.active and c.active and d.client_id is null
       and not exists (select from department_client l where l.department_id = d.id)`,
    [tenantId],
  );
  await writer.fixed(
    `insert into cost_center_client (tenant_id, cost_center_id, client_id)
     select $1, k.id, c.id from cost_center k, client c
     where k.active and c.active and not exists (select from cost_center_client l where l.cost_center_id = k.id)`,
    [tenantId],
  );
  await writer.fixed(
    `insert into department_cost_center (tenant_id, cost_center_id, department_id)
     select $1, k.id, d.id from cost_center k, department d
     where k.active and d.active and not exists (select from department_cost_center l where l.cost_center_id = k.id)`,
    [tenantId],
  );
  await writer.fixed(
    `update lb_user u set client_id = coalesce(u.client_id, p.client_id),
       department_id = coalesce(u.department_id, p.department_id), cost_center_id = coalesce(u.cost_center_id, p.cost_center_id)
     from (${firstPlace}) p
     where u.id = $1 and num_nulls(u.client_id, u.department_id, u.cost_center_id) > 0`,
    [userId],
  );
}

/** Default assignment of people. */
const firstPlace = `
  select (select min(id) from client where active) as client_id,
    (select min(id) from department where active) as department_id,
    (select min(id) from cost_center where active) as cost_center_id`;

/**
 * Adds people with the price role and the administrator's assignment, who get an invitation by mail (AUTH-27).
 * Approvers approve for all departments.
 */
async function addPeople(
  writer: Tx,
  { tenantId, userId, language }: Context,
  people: readonly SelectedPerson[],
): Promise<void> {
  const rows = JSON.stringify(people);
  await writer.fixed(
    `insert into lb_user (tenant_id, name, email, lang, roles, client_id, department_id, cost_center_id)
     select $1, g.name, g.email, $4, '{user-price}', a.client_id, a.department_id, a.cost_center_id
     from (
       select distinct on (lower(email)) name, email from json_to_recordset($3) as r (name text, email text)
     ) g, lb_user a
     where a.id = $2 and not exists (select from lb_user u where lower(u.email) = lower(g.email))`,
    [tenantId, userId, rows, language],
  );
  await writer.fixed(
    `insert into department_approver (tenant_id, department_id, lb_user_id)
     select $1, d.id, u.id
     from (select distinct lower(email) as email from json_to_recordset($2) as r (email text, approves boolean) where approves) g
     join lb_user u on lower(u.email) = g.email and u.active and not u.blocked
     cross join department d
     where d.active
     on conflict do nothing`,
    [tenantId, rows],
  );
}
