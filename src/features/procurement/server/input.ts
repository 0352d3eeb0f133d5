import { z } from 'zod';
import type { InputOf as InputOfActions } from '../../../document/server/commands.ts';
import { fieldInputs } from '../../../document/server/field-input.ts';
import {
  approvers,
  comment,
  confirmable,
  day,
  decimal,
  key,
  onDocument,
  optionalKey,
  repeatable,
  sharedInputs,
  task,
  text,
  version,
} from '../../../document/server/inputs.ts';
import { lineFields, procurementFields } from '../fields.ts';
import { maxLines } from '../model.ts';
import type { ProcurementAction, ProcurementInputs } from '../steps.ts';

const head = z.object(fieldInputs(procurementFields));

const line = z.object({
  id: optionalKey(),
  ...fieldInputs(lineFields),
  /** The name of a new supplier, instead of `supplier_id` (PROC-08). */
  new_supplier: text(50),
  /** Saves the line as a catalogue product too (PROC-08). */
  save_to_catalogue: z.boolean().nullish(),
  /** The source line in the head's contract, whose price people without `user-price` get (PROC-25). */
  contract_line_id: optionalKey(),
});

const persons = {
  select_product_id: optionalKey(),
  send_order_id: optionalKey(),
  consignee_id: optionalKey(),
};
const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...persons });
const block = { supplier_id: key(), marketplace_id: optionalKey() };

const confirmedLine = z.object({
  procurement_line_id: key(),
  quantity: decimal(),
  /** In the line's own price mode and unit. */
  price: decimal(),
  delivery_date: day(),
});

const deliveryNote = {
  delivery_note_number: text(60),
  delivery_note_date: day(),
  /** A photo or PDF of the delivery note, already uploaded to this document. */
  file_id: z.uuid().nullish(),
};

const receipt = z.object({
  procurement_line_id: key(),
  quantity: z
    .string()
    .regex(/^-?\d{1,11}(\.\d{1,3})?$/)
    .meta({ scalar: 'numeric' }),
  reason: text(255),
  /** The receipt that a negative quantity takes back. */
  reverses_id: optionalKey(),
});

const receive = z.object({
  ...onDocument,
  ...comment,
  receipts: z.array(receipt).min(1).max(500),
  ...deliveryNote,
  location_id: optionalKey(),
  /** The delivery notes by supplier; the fields above apply to suppliers without an entry here. */
  deliveries: z
    .array(z.object({ supplier_id: optionalKey(), ...deliveryNote }))
    .max(500)
    .nullish(),
});

/** Without `id` a new draft. `lines` is the complete list: stored lines that are missing are deleted. */
export const saveInput = z.object({
  ...repeatable,
  id: optionalKey(),
  expected_version: version().nullish(),
  head: head.nullish(),
  lines: z.array(line).max(maxLines).nullish(),
  ...confirmable,
  ...approvers,
});
export type SaveInput = z.output<typeof saveInput>;

export const deleteDraftInput = z.object(onDocument);

export const closeInvoicingInput = z.object({
  ...onDocument,
  ...confirmable,
  completely_invoiced: z.boolean(),
});
export type CloseInvoicingInput = z.output<typeof closeInvoicingInput>;

/** The request to copy (PROC-33). */
export const copyInput = z.object({ ...repeatable, id: key() });

/** The inputs of the actions of `steps.ts`, which are also the arguments of the API. */
export const actionInputs = {
  submit: z.object({
    ...onDocument,
    ...confirmable,
    ...comment,
    ...persons,
    ...approvers,
  }),
  accept: sharedInputs.accept,
  to_next_selection: forward,
  to_approval: forward,
  to_order: forward,
  approve: sharedInputs.approve,
  complete_order: task,
  receive,
  finish_delivery: task,
  return_goods: receive,
  to_select_product: forward,
  to_delivery: forward,
  decline: sharedInputs.decline,
  send_order: z.object({
    ...onDocument,
    ...confirmable,
    ...block,
    /** Absent: the supplier's address, and subject and text in the supplier's language. */
    recipient: text(254),
    subject: text(200),
    text: text(4000),
  }),
  confirm_order: z.object({ ...onDocument, ...confirmable, ...comment, ...block, confirmation_no: text(60) }),
  record_confirmation: z.object({
    ...onDocument,
    ...comment,
    ...block,
    confirmation_no: text(60),
    confirmed_on: day(),
    lines: z.array(confirmedLine).max(500),
    /** The supplier's document, already uploaded to this request. */
    file_id: z.uuid().nullish(),
  }),
  accept_confirmation: z.object({ ...onDocument, ...confirmable, ...comment, ...block }),
  send_to_clearing: sharedInputs.send_to_clearing,
  reassign: sharedInputs.reassign,
  give_back: sharedInputs.give_back,
  withdraw: task,
  cancel: z.object({
    ...onDocument,
    ...confirmable,
    ...comment,
    notify_supplier_ids: z.array(key()).max(100).optional(),
  }),
  comment: sharedInputs.comment,
  close_question: sharedInputs.close_question,
  hold: sharedInputs.hold,
  lift_hold: sharedInputs.lift_hold,
} as const satisfies { readonly [Action in ProcurementAction]?: z.ZodType<ProcurementInputs[Action]> };

export type OfferedAction = keyof typeof actionInputs;

export type InputOf<Action extends OfferedAction> = InputOfActions<typeof actionInputs, Action>;
