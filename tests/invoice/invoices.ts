import { randomUUID } from 'node:crypto';
import type { ApiError } from '../support/demo-api.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';

/** The fields of an invoice that the tests read. */
export interface Invoice {
  readonly id: number;
  readonly status: string;
  readonly invoice_number_formatted: string | null;
  readonly total_netto: number | null;
  readonly document_type: string;
  readonly timeline: {
    readonly content_version: number;
    readonly current_entry_no: number;
    readonly timeline_entries: readonly {
      readonly entry_no: number;
      readonly type: string;
      readonly status: string | null;
      readonly text_type: string;
      readonly message_code: string | null;
      readonly lb_user: { readonly name: string; readonly email: string } | null;
    }[];
  };
  readonly actions: readonly { readonly key: string; readonly is_main: boolean }[];
}

export const invoiceFields = `id status invoice_number_formatted total_netto document_type
  timeline { content_version current_entry_no
    timeline_entries(order_by: { entry_no: asc }) { entry_no type status text_type message_code lb_user { name email } } }
  actions { key is_main }`;

/** Further fields required to leave the check, with values that raise no questions. */
export const checkable = {
  delivery_date: '2026-01-02',
  due_date: '2099-12-31',
  payment_method: 'ONLINE_PAYMENT',
} as const;

const saveText = `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input,
    $lines: [invoice_save_lines_input!], $approver_ids: [bigint!]) {
  invoice: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head, lines: $lines,
    approver_ids: $approver_ids) { ${invoiceFields} } }`;

/** Saves a new invoice, or the given fields of an existing one. */
export async function save(who: WebCaller, input: Record<string, unknown>): Promise<Invoice> {
  return (await who.get<{ invoice: Invoice }>(saveText, { key: randomUUID(), ...input })).invoice;
}

/** The id and version of an invoice for a command. */
export function on({ id, timeline }: Invoice) {
  return { id, version: timeline.content_version };
}

/** Further input of a command. */
export interface ActionInput {
  readonly comment?: string;
  readonly confirmations?: readonly string[];
}

function actionText(name: string, { comment, confirmations }: ActionInput): string {
  const declared = [comment && ', $comment: String', confirmations && ', $confirmations: [String!]'];
  const passed = [comment && ', comment: $comment', confirmations && ', confirmations: $confirmations'];
  const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('');
  return `mutation ($key: uuid!, $id: bigint!, $version: Int!${joined(declared)}) {
    invoice: invoice_${name}(idempotency_key: $key, id: $id, expected_version: $version${joined(passed)}) { ${invoiceFields} } }`;
}

/** Runs an action that must succeed. */
export async function act(
  who: WebCaller,
  name: string,
  invoice: Invoice,
  input: ActionInput = {},
): Promise<Invoice> {
  const variables = { key: randomUUID(), ...on(invoice), ...input };
  return (await who.get<{ invoice: Invoice }>(actionText(name, input), variables)).invoice;
}

/** Runs an action that may be refused; returns the invoice or the refusal. */
export async function attempt(
  who: WebCaller,
  name: string,
  invoice: Invoice,
  input: ActionInput = {},
): Promise<{ readonly invoice?: Invoice; readonly refusal?: ApiError['extensions'] }> {
  const variables = { key: randomUUID(), ...on(invoice), ...input };
  const { data, errors } = await who.ask<{ invoice: Invoice }>(actionText(name, input), variables);
  return errors?.[0] ? { refusal: errors[0].extensions } : (data ?? {});
}

/** Runs the main action of the current step; returns the whole answer. */
export function next(who: WebCaller, invoice: Invoice, confirmations: readonly string[] = []) {
  const variables = { key: randomUUID(), ...on(invoice), confirmations };
  return who.ask<{ invoice: Invoice }>(actionText(wayOn(invoice), { confirmations }), variables);
}

/** The main action of the current step. */
export function wayOn({ actions }: Invoice): string {
  return actions.find(({ is_main }) => is_main)?.key ?? '';
}

/** The current assignee. */
export async function holderOf(demo: DemoWeb, { timeline }: Invoice): Promise<WebCaller> {
  const entry = timeline.timeline_entries.find(({ entry_no }) => entry_no === timeline.current_entry_no);
  return await demo.person(entry?.lb_user?.email ?? '');
}

/** A cost center without a budget, which avoids the question about invoices without a budget (BUD-03). */
export async function costCenterOf({ web }: DemoWeb, tenantId: number, clientId: number): Promise<number> {
  const [row] = await web.sql<{ id: string }>(
    `with made as (insert into cost_center (tenant_id, number, name) values ($1, '9700', 'Verwaltung') returning id)
     insert into cost_center_client (tenant_id, cost_center_id, client_id) select $1, id, $2 from made
       returning cost_center_id as id`,
    [tenantId, clientId],
  );
  return Number(row?.id);
}
