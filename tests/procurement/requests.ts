import { randomUUID } from 'node:crypto';
import type { Caller } from '../support/demo-api.ts';

export interface Entry {
  readonly entry_no: number;
  readonly type: string;
  readonly status: string | null;
  readonly text_type: string;
  readonly comment: string | null;
  readonly message_code: string | null;
  readonly message_values: Readonly<Record<string, unknown>> | null;
  readonly lb_user: { readonly name: string; readonly email: string | null } | null;
}

export interface Document {
  readonly id: number;
  readonly status: string;
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly timeline: {
    readonly content_version: number;
    readonly current_entry_no: number;
    readonly timeline_entries: readonly Entry[];
  };
  readonly procurement_lines: readonly {
    readonly id: number;
    readonly description: string;
    readonly quantity: number;
    readonly quantity_received: number;
    readonly supplier_id: number | null;
  }[];
}

const fields = `id status order_number_formatted draft_number_formatted total_netto total_brutto
  timeline { content_version current_entry_no
    timeline_entries(order_by: {entry_no: asc}) { entry_no type status text_type comment message_code message_values lb_user { name email } } }
  procurement_lines(order_by: {sort_no: asc}) { id description quantity quantity_received supplier_id }`;

/** The types of command arguments, for declaring variables. */
const argumentTypes: Readonly<Record<string, string>> = {
  id: 'bigint!',
  expected_version: 'Int!',
  comment: 'String',
  confirmations: '[String!]',
  person_id: 'bigint',
  send_order_id: 'bigint',
  consignee_id: 'bigint',
  select_product_id: 'bigint',
  supplier_id: 'bigint!',
  marketplace_id: 'bigint',
  punchout_cart_id: 'bigint!',
  positions: '[Int!]',
  readings: '[procurement_take_cart_items_readings_input!]',
  currency: 'String',
  confirmation_no: 'String',
  confirmed_on: 'date',
  file_id: 'uuid',
  location_id: 'bigint',
  delivery_note_number: 'String',
  delivery_note_date: 'date',
  recipient: 'String',
  subject: 'String',
  text: 'String',
  notify_supplier_ids: '[bigint!]',
  mention_ids: '[bigint!]',
  receipts: '[procurement_receive_receipts_input!]!',
  deliveries: '[procurement_receive_deliveries_input!]',
  head: 'procurement_save_head_input',
  lines: '[procurement_save_lines_input!]',
  approver_ids: '[bigint!]',
  no_product_selection: 'Boolean',
};

/** The text and variables of a command; `input` may contain the key of a repeat. */
export function commandCall(command: string, input: Record<string, unknown>) {
  const names = Object.keys(input).filter((name) => name !== 'idempotency_key');
  const declared = names.map((name) => `$${name}: ${typeOf(command, name)}`);
  const passed = names.map((name) => `${name}: $${name}`);
  const query = `mutation (${['$idempotency_key: uuid!', ...declared].join(', ')}) {
    document: procurement_${command}(${['idempotency_key: $idempotency_key', ...passed].join(', ')}) { ${fields} } }`;
  return { query, variables: { idempotency_key: randomUUID(), ...input } };
}

function typeOf(command: string, name: string): string {
  if (command === 'record_confirmation' && name === 'lines')
    return '[procurement_record_confirmation_lines_input!]!';
  if (command === 'return_goods' && name === 'receipts') return '[procurement_return_goods_receipts_input!]!';
  if (command === 'change_marketplace' && name === 'marketplace_id') return 'bigint!';
  const type = argumentTypes[name];
  if (!type) throw new Error(`no type is known for the argument ${name}`);
  const isOptional = command === 'save' && (name === 'id' || name === 'expected_version');
  return isOptional ? type.replace('!', '') : type;
}

/** Runs a command that must succeed. */
export async function run(
  caller: Caller,
  command: string,
  input: Record<string, unknown>,
): Promise<Document> {
  const { query, variables } = commandCall(command, input);
  const { document } = await caller.get<{ document: Document }>(query, variables);
  return document;
}

/** Saves a complete draft with lines of the catalogue. */
export async function draftOf(caller: Caller, head: object = {}, lines = 1): Promise<Document> {
  return await run(caller, 'save', {
    head: { ...(await completeForm(caller)), ...head },
    lines: await catalogueLines(caller, lines),
  });
}

/** Runs a command that must be refused. */
export async function refused(caller: Caller, command: string, input: Record<string, unknown>) {
  const { query, variables } = commandCall(command, input);
  return await caller.refusal(query, variables);
}

/** Runs an action on the person's current version of the document. */
export async function act(
  caller: Caller,
  command: string,
  document: Document,
  input: Record<string, unknown> = {},
) {
  return await run(caller, command, on(document, input));
}

export function on(document: Document, input: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: document.id, expected_version: document.timeline.content_version, ...input };
}

export async function load(caller: Caller, id: number): Promise<Document | null> {
  const { procurement_by_pk } = await caller.get<{ procurement_by_pk: Document | null }>(
    `query ($id: bigint!) { procurement_by_pk(id: $id) { ${fields} } }`,
    { id },
  );
  return procurement_by_pk;
}

/** The timeline in the notation of TL-17: `1* approval Name status/text`. */
export function notation({ timeline }: Document): string[] {
  return timeline.timeline_entries.map((entry) => {
    const mark = entry.entry_no === timeline.current_entry_no ? '*' : '';
    const person = entry.lb_user?.email?.split('@')[0] ?? entry.lb_user?.name ?? '-';
    return `${entry.entry_no}${mark} ${entry.type} ${person} ${entry.status ?? '-'}/${entry.text_type}`;
  });
}

/** A filled form for the person's own company and department. */
export async function completeForm(caller: Caller): Promise<Record<string, unknown>> {
  const { lb_user_by_pk: person, ledger_account } = await caller.get<{
    lb_user_by_pk: {
      client_id: number;
      department_id: number;
      cost_center_id: number;
      client: { billing_name: string; client_addresses: readonly { id: number }[] };
    };
    ledger_account: readonly { id: number }[];
  }>(
    `query ($id: bigint!) {
       lb_user_by_pk(id: $id) { client_id department_id cost_center_id
         client { billing_name client_addresses(limit: 1, order_by: {is_default: desc}) { id } } }
       ledger_account(limit: 1, order_by: {number: asc}) { id } }`,
    { id: caller.context.userId },
  );
  return {
    name: 'Prüfmittel für die Werkstatt',
    client_id: person.client_id,
    department_id: person.department_id,
    cost_center_id: person.cost_center_id,
    ledger_account_id: ledger_account[0]?.id,
    delivery_address_id: person.client.client_addresses[0]?.id,
    consignee_id: caller.context.userId,
    delivery_date: '2099-12-31',
    billing_address_text: person.client.billing_name,
    usage_type: 'usage_based',
    payment_timing: 'postpaid',
  };
}

/** Lines from the catalogue, with supplier and price, so that no product selection is needed. */
export async function catalogueLines(
  caller: Caller,
  count: number,
  quantity = '2',
): Promise<Record<string, unknown>[]> {
  const { product } = await caller.get<{ product: readonly Record<string, unknown>[] }>(
    `query ($count: Int!) { product(limit: $count, order_by: {price_netto: asc}, where: {price_netto: {_gt: 0}}) {
       product_id: id description: name item_number unit price_netto tax supplier_id product_group_id } }`,
    { count },
  );
  return product.map((line) => ({ ...line, quantity }));
}
