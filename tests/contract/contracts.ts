import { randomUUID } from 'node:crypto';
import { dayOfInstant } from '../../src/base/day.ts';
import { type ApiError, type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import { withoutApprovers } from '../support/without-approvals.ts';

/** A contract as the API returns it. */
export interface Contract {
  readonly id: number;
  readonly status: string;
  readonly timeline: { readonly content_version: number };
  readonly [column: string]: unknown;
}

export const today = dayOfInstant(new Date(), 'Europe/Berlin');
export const thisYear = Number(today.slice(0, 4));

/** A day of the year, `count` years from now. */
export const inYears = (count: number, day: string) => `${thisYear + count}-${day}`;

/** Three years from the beginning of this year, then renewed yearly unless notice arrives three months before. */
export const terms = {
  term_type: 'fixed',
  start_date: inYears(0, '01-01'),
  duration: '36',
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: '1',
  renewal_duration_unit_type: 'year',
  notice_period: '3',
  notice_period_unit_type: 'month',
};

/** The demo in which the administrator creates contracts, and no approval is required. */
export interface ContractDemo {
  readonly demo: DemoApi;
  readonly admin: Caller;
  readonly parties: {
    readonly client_id: number;
    readonly department_id: number;
    readonly cost_center_id: number;
    readonly supplier_id: number;
    readonly responsible_id: number;
  };
}

export async function contractDemo(): Promise<ContractDemo> {
  const demo = await demoApi();
  await switchModulesOn({
    query: async (text, values) => ({ rows: await demo.db.sql(text, values), rowCount: null }),
  });
  await addRoles(demo, 'admin', ['user-insert-contract', 'user-change-contract', 'user-see-contracts']);
  const admin = await demo.person('admin@demo.test');
  const { tenantId, userId } = admin.context;
  const [row] = await demo.db.sql<
    Record<'client_id' | 'department_id' | 'cost_center_id' | 'supplier_id', string>
  >(
    `select client_id, department_id, cost_center_id,
       (select min(id) from supplier where tenant_id = $1) as supplier_id
     from lb_user where id = $2`,
    [tenantId, userId],
  );
  await demo.db.sql('update client set min_approval = 0, separate_signature = false where tenant_id = $1', [
    tenantId,
  ]);
  await withoutApprovers(demo.db);
  const parties = {
    client_id: Number(row?.client_id),
    department_id: Number(row?.department_id),
    cost_center_id: Number(row?.cost_center_id),
    supplier_id: Number(row?.supplier_id),
    responsible_id: userId,
  };
  return { demo, admin, parties };
}

/** Adds roles to a person of the demo. */
export async function addRoles(demo: DemoApi, login: string, roles: readonly string[]): Promise<void> {
  await demo.db.sql('update lb_user set roles = roles || $2::text[] where email = $1', [
    `${login}@demo.test`,
    roles,
  ]);
}

const shown = `id status contract_number_formatted end_date termination_deadline next_possible_contract_end reminder_date
  total_netto terminated_on first_end timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type status } }
  contract_lines(order_by: { sort_no: asc }) { id name total }
  contract_terms(order_by: { id: asc }) { duration notice_period valid_from }`;

const saving = `mutation ($key: uuid!, $id: bigint, $version: Int, $head: contract_save_head_input, $lines: [contract_save_lines_input!],
    $confirmations: [String!]) {
  contract_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head, lines: $lines,
    confirmations: $confirmations) { ${shown} } }`;

/** The id and version of a contract. */
export const on = ({ id, timeline }: Contract) => ({ id, version: timeline.content_version });

export async function saveAs(person: Caller, input: Record<string, unknown>): Promise<Contract> {
  const answer = await person.get<{ contract_save: Contract }>(saving, { key: randomUUID(), ...input });
  return answer.contract_save;
}

/** The refusal of a change. */
export async function refusedSave(
  person: Caller,
  input: Record<string, unknown>,
): Promise<ApiError['extensions']> {
  return await person.refusal(saving, { key: randomUUID(), ...input });
}

const argumentTypes = {
  comment: 'String',
  person_id: 'bigint',
  notice_sent_on: 'date',
  terminated_on: 'date',
  confirmations: '[String!]',
} as const;
export type ActionInput = Partial<Record<keyof typeof argumentTypes, string | number | readonly string[]>>;

function acting(action: string, input: ActionInput): string {
  const names = Object.keys(input) as (keyof typeof argumentTypes)[];
  const types = names.map((name) => `, $${name}: ${argumentTypes[name]}`).join('');
  const given = names.map((name) => `, ${name}: $${name}`).join('');
  return `mutation ($key: uuid!, $id: bigint!, $version: Int!${types}) {
    contract_${action}(idempotency_key: $key, id: $id, expected_version: $version${given}) { ${shown} } }`;
}

export async function actAs(
  person: Caller,
  contract: Contract,
  action: string,
  input: ActionInput = {},
): Promise<Contract> {
  const variables = { key: randomUUID(), ...on(contract), ...input };
  const answer = await person.get<Record<string, Contract>>(acting(action, input), variables);
  const result = answer[`contract_${action}`];
  if (!result) throw new Error(`${action} returned nothing`);
  return result;
}

/** The refusal of an action. */
export async function refusedAct(
  person: Caller,
  contract: Contract,
  action: string,
  input: ActionInput = {},
): Promise<ApiError['extensions']> {
  return await person.refusal(acting(action, input), { key: randomUUID(), ...on(contract), ...input });
}

export const amending = `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
  contract_amend(idempotency_key: $key, id: $id, expected_version: $version) {
    id status contract_number_formatted timeline { content_version } amends { id }
    contract_lines(order_by: { sort_no: asc }) { id name total } } }`;

/** A new amendment of a signed contract. */
export async function amendAs(person: Caller, contract: Contract): Promise<Contract> {
  const answer = await person.get<{ contract_amend: Contract }>(amending, {
    key: randomUUID(),
    ...on(contract),
  });
  return answer.contract_amend;
}
