import type { ProcurementAction } from '../steps.ts';

/** What a command answers: where the document is now; the page reads the rest anew. */
export interface CommandAnswer {
  readonly id: number;
  readonly timeline: { readonly content_version: number };
}

type Arguments = Readonly<Record<string, string>>;

const onDocument = { id: 'bigint!', expected_version: 'Int!' };
const task = { ...onDocument, confirmations: '[String!]', comment: 'String' };
const persons = { select_product_id: 'bigint', send_order_id: 'bigint', consignee_id: 'bigint' };
const forward = { ...task, ...persons };
const withPerson = { ...onDocument, comment: 'String', person_id: 'bigint' };

/** Arguments that a person types and may leave out. */
function texts(...names: readonly string[]): Arguments {
  return Object.fromEntries(names.map((name) => [name, 'String']));
}

/** The commands on offer in the browser with their arguments beside the idempotency key (API-39). */
const commandArguments = {
  save: {
    id: 'bigint',
    expected_version: 'Int',
    head: 'procurement_save_head_input',
    lines: '[procurement_save_lines_input!]',
    approver_ids: '[bigint!]',
    confirmations: '[String!]',
  },
  delete_draft: onDocument,
  close_invoicing: { ...onDocument, completely_invoiced: 'Boolean!' },
  submit: { ...forward, approver_ids: '[bigint!]' },
  accept: task,
  to_next_selection: forward,
  to_approval: forward,
  to_order: forward,
  approve: task,
  complete_order: task,
  receive: {
    ...onDocument,
    comment: 'String',
    receipts: '[procurement_receive_receipts_input!]!',
    delivery_note_number: 'String',
    delivery_note_date: 'date',
    location_id: 'bigint',
    file_id: 'uuid',
  },
  finish_delivery: task,
  to_select_product: forward,
  to_delivery: forward,
  decline: withPerson,
  send_order: {
    ...onDocument,
    confirmations: '[String!]',
    supplier_id: 'bigint!',
    ...texts('recipient', 'subject', 'text'),
  },
  confirm_order: { ...onDocument, comment: 'String', supplier_id: 'bigint!', confirmation_no: 'String' },
  record_confirmation: {
    ...onDocument,
    comment: 'String',
    supplier_id: 'bigint!',
    confirmation_no: 'String',
    confirmed_on: 'date',
    lines: '[procurement_record_confirmation_lines_input!]!',
    file_id: 'uuid',
  },
  accept_confirmation: { ...onDocument, comment: 'String', supplier_id: 'bigint!' },
  send_to_clearing: withPerson,
  reassign: withPerson,
  give_back: task,
  withdraw: task,
  cancel: { ...task, notify_supplier_ids: '[bigint!]' },
  comment: { id: 'bigint!', comment: 'String', mention_ids: '[bigint!]' },
  close_question: { id: 'bigint!', comment: 'String' },
  copy: { id: 'bigint!' },
} satisfies Readonly<
  Partial<Record<ProcurementAction | 'save' | 'delete_draft' | 'copy' | 'close_invoicing', Arguments>>
>;

export type CommandName = keyof typeof commandArguments;

export function isCommand(key: string): key is CommandName {
  return key in commandArguments;
}

/** The GraphQL mutation of a command; its answer stands under `document`. */
export function mutationOf(name: CommandName): string {
  const all: Arguments = { idempotency_key: 'uuid!', ...commandArguments[name] };
  const declared = Object.entries(all).map(([argument, type]) => `$${argument}: ${type}`);
  const passed = Object.keys(all).map((argument) => `${argument}: $${argument}`);
  return `mutation (${declared.join(', ')}) {
    document: procurement_${name}(${passed.join(', ')}) { id timeline { content_version } }
  }`;
}
