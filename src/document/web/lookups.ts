import { queryOptions } from '@tanstack/react-query';
import { searchedFor } from '../../graphql/search-where.ts';
import { gql } from '../../platform/web/api.ts';
import {
  type AddressRow,
  addressFields,
  addressReference,
  type CompanyRow,
  companyFields,
  companyReference,
} from './draft/company.ts';
import type { CompanyReference, Reference, SupplierReference } from './draft/reference.ts';

/** The maximum number of options in a list; typing narrows it. */
const optionLimit = 50;

export type Where = Readonly<Record<string, unknown>>;

/** Active, visible companies, with the defaults for a form of the kind. */
export async function findCompanies<Field extends string>(
  requiredFieldsOf: (settings: unknown) => readonly Field[],
  text: string,
  signal: AbortSignal,
): Promise<readonly CompanyReference<Field>[]> {
  const rows = await find<CompanyRow>('client', companyFields, 'name', active(...searchedFor(text)), signal);
  return rows.map((row) => companyReference(row, requiredFieldsOf));
}

/** Departments of the company (PROC-05). */
export function findDepartments(
  clientId: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const where = active(...searchedFor(text), ofCompany('department', clientId));
  return find('department', 'id name: shown_name', 'shown_name', where, signal);
}

/** Cost centers of both company and department (PROC-05). */
export function findCostCenters(
  clientId: number,
  departmentId: number | null,
  text: string,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const ofDepartment =
    departmentId === null ? {} : { department_cost_centers: { department_id: { _eq: departmentId } } };
  const where = active(...searchedFor(text), ofCompany('cost_center', clientId), ofDepartment);
  return find('cost_center', 'id number name: shown_name', 'number', where, signal);
}

/** Ledger accounts of the company. */
export function findLedgerAccounts(
  clientId: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const where = active(...searchedFor(text), accountOf(clientId));
  return find('ledger_account', 'id number name', 'number', where, signal);
}

/** The search of a select for the cost centers of a company, narrowed to a department if one is given. */
export function costCentersOf(companyId: number | null, departmentId: number | null = null) {
  return {
    searchKey: ['cost_center', companyId, departmentId],
    search: (text: string, signal: AbortSignal) =>
      findCostCenters(companyId ?? 0, departmentId, text, signal),
  };
}

/** The search of a select for the ledger accounts of a company. */
export function ledgerAccountsOf(companyId: number | null) {
  return {
    searchKey: ['ledger_account', companyId],
    search: (text: string, signal: AbortSignal) => findLedgerAccounts(companyId ?? 0, text, signal),
  };
}

/** Storage locations. */
export function findLocations(text: string, signal: AbortSignal): Promise<readonly Reference[]> {
  return find('location', 'id number name', 'name', active(...searchedFor(text)), signal);
}

/** The addresses of the company. */
export async function findAddresses(
  clientId: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const where = active(...searchedFor(text), { client_id: { _eq: clientId } });
  const rows = await find<AddressRow>('client_address', addressFields, 'address_name', where, signal);
  return rows.map(addressReference);
}

type PersonRow = Reference & { readonly email?: string | null };

/** Persons who may get a task; `withGroups` adds task groups (TASK-04). */
export async function findPersons(
  text: string,
  signal: AbortSignal,
  withGroups: boolean,
): Promise<readonly (Reference & { readonly note: string | null })[]> {
  const onlyPersons = withGroups ? {} : { is_group: { _eq: false } };
  const mayAct = { blocked: { _eq: false }, auditor_ends_on: { _is_null: true } };
  const where = active(...searchedFor(text, { email: 'email' }), mayAct, onlyPersons);
  const rows = await find<PersonRow>('lb_user', 'id name email is_group', 'name', where, signal);
  return rows.map((row) => ({ id: row.id, name: row.name, note: row.email ?? null }));
}

/** Persons by id, in the order of the ids. */
export function personsQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['persons', ids],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Reference[]> => {
      const rows = await find<Reference>('lb_user', 'id name', 'id', { id: { _in: ids } }, signal);
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    },
  });
}

/** Suppliers by name, with delivery time and payment term. */
export function findSuppliers(text: string, signal: AbortSignal): Promise<readonly SupplierReference[]> {
  return find(
    'supplier',
    'id name delivery_in_days payment_days',
    'name',
    active(...searchedFor(text)),
    signal,
  );
}

/** Product groups by their name in any language. */
export function findProductGroups(text: string, signal: AbortSignal): Promise<readonly Reference[]> {
  return find('product_group', 'id name: shown_name', 'shown_name', active(...searchedFor(text)), signal);
}

/** The references of a head that depend on the company. */
export interface CompanyDependents {
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** The references that are still valid for the company, and its default address (PROC-04). */
export async function readDependents(
  head: CompanyDependents,
  clientId: number,
): Promise<{ readonly dependents: CompanyDependents; readonly address: Reference | null }> {
  const query = `query ($address: client_address_bool_exp!, $department: department_bool_exp!,
      $cost_center: cost_center_bool_exp!, $ledger_account: ledger_account_bool_exp!) {
    client_address(where: $address, limit: 1) { ${addressFields} }
    department(where: $department) { id name: shown_name }
    cost_center(where: $cost_center) { id number name: shown_name }
    ledger_account(where: $ledger_account) { id number name }
  }`;
  const only = (reference: Reference | null): Where => ({ id: { _eq: reference?.id ?? 0 } });
  const answer = await gql<{
    client_address: readonly AddressRow[];
    department: readonly Reference[];
    cost_center: readonly Reference[];
    ledger_account: readonly Reference[];
  }>(query, {
    address: active({ client_id: { _eq: clientId }, is_default: { _eq: true } }),
    department: active(only(head.department), ofCompany('department', clientId)),
    cost_center: active(only(head.cost_center), ofCompany('cost_center', clientId)),
    ledger_account: active(only(head.ledger_account), {
      client_ledger_accounts: { client_id: { _eq: clientId } },
    }),
  });
  const address = answer.client_address[0];
  const department = answer.department[0] ?? null;
  return {
    address: address === undefined ? null : addressReference(address),
    dependents: {
      department,
      cost_center: department === null ? null : (answer.cost_center[0] ?? null),
      ledger_account: answer.ledger_account[0] ?? null,
    },
  };
}

/** The first matching rows of a table. */
export async function find<T>(
  table: string,
  fields: string,
  order: string,
  where: Where,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const query = `query ($where: ${table}_bool_exp!) {
    ${table}(where: $where, order_by: { ${order}: asc }, limit: ${optionLimit}) { ${fields} }
  }`;
  const answer = await gql<Readonly<Record<string, readonly T[]>>>(query, { where }, { signal });
  return answer[table] ?? [];
}

/** Active rows that meet all conditions. */
export function active(...conditions: readonly Where[]): Where {
  return { _and: [{ active: { _eq: true } }, ...conditions] };
}

function ofCompany(table: 'department' | 'cost_center', clientId: number): Where {
  const isLinked = { [`${table}_clients`]: { client_id: { _eq: clientId } } };
  return table === 'department' ? { _or: [{ client_id: { _eq: clientId } }, isLinked] } : isLinked;
}

/** An account without companies belongs to all of them. */
function accountOf(clientId: number): Where {
  return {
    _or: [
      { _not: { client_ledger_accounts: {} } },
      { client_ledger_accounts: { client_id: { _eq: clientId } } },
    ],
  };
}
