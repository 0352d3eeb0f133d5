import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { addDays } from '../../src/base/day.ts';
import { tokenKeys } from '../../src/platform/web/session.ts';
import { expiresWithin } from '../../src/platform/web/token.ts';
import { today } from '../support/today.ts';
import { keepEvidence } from './evidence.ts';
import { login } from './session.ts';

/** People of the demo by the local part of their address. */
export type Person =
  | 'admin'
  | 'requester'
  | 'selector'
  | 'approver1'
  | 'approver2'
  | 'buyer'
  | 'receiver'
  | 'accountant';

/** The people with a session in a journey: of the demo, and the operator of the installation. */
type Visitor = Person | 'operator';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Sessions of the demo's people are stored for the whole run: the product limits login mails, and a process that
 * follows a failed journey would log in all people again.
 */
const sessionFile = (person: Visitor): string =>
  join(process.env.KONTOR_JOURNEYS_DATA ?? '', `journey-session-${person}.json`);

/** Logs in people not yet logged in during this run, so that `ask` knows them. */
export async function logIn(browser: Browser, ...people: readonly Person[]): Promise<void> {
  for (const person of people) await sessionOf(browser, person);
}

/** A new window of the logged-in person. */
export async function personPage(
  browser: Browser,
  person: Visitor,
  lang = 'de',
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Page> {
  const storageState = await sessionOf(browser, person);
  const context = await browser.newContext({
    storageState,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    serviceWorkers,
  });
  await context.addInitScript((value) => localStorage.setItem('lang', value), lang);
  await keepEvidence(context);
  return context.newPage();
}

async function sessionOf(browser: Browser, person: Visitor): Promise<StorageState> {
  const known = await lastingSession(person);
  if (known) return known;
  const context = await browser.newContext();
  const tenant = person === 'operator' ? 'kontor' : 'demo';
  await login(await context.newPage(), `${person}@${tenant}.test`, tenant);
  const state = await context.storageState({ path: sessionFile(person) });
  await context.close();
  return state;
}

/**
 * The person's session with an access token valid for the next minutes, unless missing or ended. A logout ends all
 * earlier tokens of the person at once (AUTH-24).
 */
async function lastingSession(person: Visitor): Promise<StorageState | undefined> {
  if (!existsSync(sessionFile(person))) return;
  const state = JSON.parse(readFileSync(sessionFile(person), 'utf8')) as StorageState;
  const access = stored(state, tokenKeys.access);
  if (access && !expiresWithin(access.value, 300, Date.now()) && (await isAccepted(access.value)))
    return state;
  const response = await fetch(`${process.env.KONTOR_JOURNEYS_URL}/api/auth/access-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stored(state, tokenKeys.refresh)?.value}` },
  });
  if (!access || !response.ok) return;
  access.value = ((await response.json()) as { jwt: string }).jwt;
  writeFileSync(sessionFile(person), JSON.stringify(state));
  return state;
}

async function isAccepted(token: string): Promise<boolean> {
  const { errors } = await answerTo(token, '{ tenant { name } }');
  return errors === undefined;
}

async function answerTo<Data>(
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<{ data?: Data; errors?: unknown }> {
  const response = await fetch(`${process.env.KONTOR_JOURNEYS_URL}/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data?: Data; errors?: unknown };
}

function stored(state: StorageState, key: string): { value: string } | undefined {
  return state.origins[0]?.localStorage.find(({ name }) => name === key);
}

/** The texts of one language, as shown on the page. */
export function texts(lang: 'de' | 'en'): (key: string) => string {
  const all: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../locales/${lang}.json`), 'utf8'),
  );
  return (key) => {
    let value = all;
    for (const part of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
    if (typeof value !== 'string') throw new Error(`${lang} has no text ${key}`);
    return value;
  };
}

interface RequestRow {
  readonly status: string;
  readonly total_netto: number | null;
  readonly timeline: {
    readonly content_version: number;
    readonly timeline_entries: readonly { type: string; status: string | null; comment: string | null }[];
  };
}

/** The document from the API for a person who has or had a window open. */
export async function documentAs(person: Person, id: number): Promise<RequestRow> {
  const { procurement_by_pk } = await ask<{ procurement_by_pk: RequestRow }>(
    person,
    `query ($id: bigint!) { procurement_by_pk(id: $id) { status total_netto
      timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type status comment } } } }`,
    { id },
  );
  return procurement_by_pk;
}

/**
 * Submits a small request of the requester's own department, with approver1 as approver and receiver as recipient.
 */
export async function createRequest(browser: Browser, name: string): Promise<number> {
  const id = await createDraft(browser, name, 95);
  await runAction('requester', id, 'submit', {});
  return id;
}

/** Such a request before submission: two pieces at this price. */
export async function createDraft(browser: Browser, name: string, price: number): Promise<number> {
  await logIn(browser, 'requester', 'approver1', 'admin', 'buyer', 'receiver');
  const master = await ask<
    Record<'client' | 'ledger_account' | 'lb_user' | 'supplier', { id: number }[]> & { me: Owner[] }
  >(
    'requester',
    `{ me: lb_user(where: { email: { _eq: "requester@demo.test" } }) { department_id cost_center_id
         client { id billing_name billing_address billing_zipcode billing_city client_addresses { id } } }
       ledger_account(where: { number: { _eq: "4980" } }) { id }
       lb_user(where: { email: { _eq: "receiver@demo.test" } }) { id }
       # Those that other journeys lay down have no address to send an order to.
       supplier(limit: 1, where: { email: { _is_null: false } }, order_by: { name: asc }) { id } }`,
  );
  const [me] = master.me;
  if (!me) throw new Error('the demo has no requester');
  const { client } = me;
  const head = {
    name,
    client_id: client.id,
    department_id: me.department_id,
    cost_center_id: me.cost_center_id,
    ledger_account_id: master.ledger_account[0]?.id,
    delivery_address_id: client.client_addresses[0]?.id,
    consignee_id: master.lb_user[0]?.id,
    delivery_date: addDays(today(), 14),
    billing_address_text: [
      client.billing_name,
      client.billing_address,
      `${client.billing_zipcode} ${client.billing_city}`,
    ].join('\n'),
    usage_type: 'usage_based',
    payment_timing: 'postpaid',
    type: 'single_invoice',
  };
  const lines = [
    {
      description: 'Messuhr',
      quantity: 2,
      price_netto: price,
      tax: 19,
      supplier_id: master.supplier[0]?.id,
      unit: 'Stück',
    },
  ];
  const { document } = await ask<{ document: { id: number } }>(
    'requester',
    `mutation ($key: uuid!, $head: procurement_save_head_input, $lines: [procurement_save_lines_input!]) {
      document: procurement_save(idempotency_key: $key, head: $head, lines: $lines) { id } }`,
    { key: randomUUID(), head, lines },
  );
  return document.id;
}

interface Owner {
  readonly department_id: number;
  readonly cost_center_id: number;
  readonly client: {
    readonly id: number;
    readonly billing_name: string;
    readonly billing_address: string;
    readonly billing_zipcode: string;
    readonly billing_city: string;
    readonly client_addresses: readonly { id: number }[];
  };
}

const types: Readonly<Record<string, string>> = {
  approver_ids: '[bigint!]',
  comment: 'String',
  head: 'procurement_save_head_input',
  lines: '[procurement_save_lines_input!]',
  supplier_id: 'bigint!',
  person_id: 'bigint',
};

/** Ends a request in approval or clearing, so that its budget is free for later journeys. */
export async function giveUp(browser: Browser, id: number): Promise<void> {
  const { document, lb_user: admins } = await ask<{
    document: {
      status: string;
      timeline: { current_entry_no: number; timeline_entries: readonly Holder[] };
    };
    lb_user: readonly { id: number }[];
  }>(
    'admin',
    `query ($id: bigint!) { lb_user(where: { email: { _eq: "admin@demo.test" } }) { id }
      document: procurement_by_pk(id: $id) { status
        timeline { current_entry_no timeline_entries { entry_no lb_user { email } } } } }`,
    { id },
  );
  if (document.status !== 'clearing') {
    const { current_entry_no, timeline_entries } = document.timeline;
    const email = timeline_entries.find(({ entry_no }) => entry_no === current_entry_no)?.lb_user?.email;
    const holder = email?.split('@')[0] as Person;
    await logIn(browser, holder);
    await runAction(holder, id, 'send_to_clearing', { comment: 'Zu Ende.' });
  }
  await runAction('admin', id, 'reassign', { person_id: admins[0]?.id });
  await runAction('admin', id, 'cancel', {});
}

interface Holder {
  readonly entry_no: number;
  readonly lb_user: { readonly email: string } | null;
}

/** Runs a command as a person, outside of the windows under test. */
export async function runAction(
  person: Person,
  id: number,
  action: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const variables: Record<string, unknown> = { ...input };
  if (action === 'confirm_order') variables.supplier_id = await firstSupplierOf(person, id);
  const names = Object.keys(variables);
  const { timeline } = await documentAs(person, id);
  const version = action === 'comment' ? '' : `, expected_version: ${timeline.content_version}`;
  const declared = ['$key: uuid!', ...names.map((name) => `$${name}: ${types[name]}`)].join(', ');
  const passed = names.map((name) => `, ${name}: $${name}`).join('');
  await ask(
    person,
    `mutation (${declared}) { procurement_${action}(idempotency_key: $key, id: ${id}${version}${passed}) { id } }`,
    { key: randomUUID(), ...variables },
  );
}

async function firstSupplierOf(person: Person, id: number): Promise<number | null> {
  const answer = await ask<{ procurement_line: { supplier_id: number | null }[] }>(
    person,
    'query ($id: bigint!) { procurement_line(where: { procurement_id: { _eq: $id } }, limit: 1) { supplier_id } }',
    { id },
  );
  return answer.procurement_line[0]?.supplier_id ?? null;
}

/** Queries the API as a logged-in person. */
export async function ask<Data>(
  person: Person,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const session = await lastingSession(person);
  const token = session && stored(session, tokenKeys.access)?.value;
  if (!token) throw new Error(`${person} is not logged in`);
  const { data, errors } = await answerTo<Data>(token, query, variables);
  if (!data) throw new Error(`refused: ${JSON.stringify(errors)}`);
  return data;
}
