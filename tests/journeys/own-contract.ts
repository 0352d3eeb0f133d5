import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { ask, logIn, type Person } from './procurement-people.ts';

export interface OwnContract {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

/** Notice three months before the end of each year, renewed by one year. */
const terms = {
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: '12',
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: '12',
  renewal_duration_unit_type: 'month',
  notice_period: '3',
  notice_period_unit_type: 'month',
  // Only reminders set by a journey apply.
  reminder_date: '2099-01-01',
};

/** The approvers in turn, as far as the limits of the first do not suffice. */
const approvers = ['approver1', 'approver2'] as const;

/** A contract in force, checked, approved and signed, with the admin as responsible person. */
export async function runningContract(
  browser: Browser,
  name: string,
  otherTerms: Readonly<Record<string, string>> = {},
): Promise<OwnContract> {
  await logIn(browser, 'admin', ...approvers);
  const places = await ask<{
    requester: readonly { client_id: number; department_id: number; cost_center_id: number }[];
    admin: readonly { id: number }[];
    supplier: readonly { id: number }[];
  }>(
    'admin',
    `{ requester: lb_user(where: { email: { _eq: "requester@demo.test" } }) { client_id department_id cost_center_id }
       admin: lb_user(where: { email: { _eq: "admin@demo.test" } }) { id }
       supplier(limit: 1, order_by: { name: asc }) { id } }`,
  );
  const head = {
    ...{ name, ...terms, ...otherTerms, ...places.requester[0] },
    supplier_id: places.supplier[0]?.id,
    responsible_id: places.admin[0]?.id,
  };
  const { contract_save: made } = await ask<{ contract_save: { id: number; number: string } }>(
    'admin',
    `mutation ($key: uuid!, $head: contract_save_head_input, $lines: [contract_save_lines_input!]) {
      contract_save(idempotency_key: $key, head: $head, lines: $lines) { id number: contract_number_formatted } }`,
    { key: randomUUID(), head, lines: [{ name: 'Wartung', type: 'maintenance', total: '848.00' }] },
  );
  await step('admin', made.id, 'to_check');
  await step('admin', made.id, 'to_approval');
  for (const approver of approvers)
    if ((await statusOf(made.id)) === 'contract-approval') await step(approver, made.id, 'approve');
  await step('admin', made.id, 'sign');
  return { ...made, name };
}

async function statusOf(id: number): Promise<string | undefined> {
  const { contract } = await ask<{ contract: readonly { status: string }[] }>(
    'admin',
    `{ contract(where: { id: { _eq: ${id} } }) { status } }`,
  );
  return contract[0]?.status;
}

async function step(person: Person, id: number, action: string): Promise<void> {
  const { contract } = await ask<{ contract: readonly { timeline: { content_version: number } }[] }>(
    person,
    `{ contract(where: { id: { _eq: ${id} } }) { timeline { content_version } } }`,
  );
  await ask(
    person,
    `mutation ($key: uuid!) { contract_${action}(idempotency_key: $key, id: ${id},
      expected_version: ${contract[0]?.timeline.content_version}) { id } }`,
    { key: randomUUID() },
  );
}
