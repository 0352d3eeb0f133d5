import type { Cast } from './cast.ts';
import type { Chance } from './chance.ts';
import type { Document, Receipt } from './documents.ts';

/** The input of an action besides the document's key and version. */
type InputOf = (document: Document, parts: InputParts) => Readonly<Record<string, unknown>>;

export interface InputParts {
  readonly chance: Chance;
  readonly cast: Cast;
  /** A text unique to this intent, so that it can be found again. */
  readonly text: string;
  /** The persons proposed by the dialog. */
  readonly proposed: readonly number[];
}

/** The same for every document. */
type PlainInput = (parts: InputParts) => Readonly<Record<string, unknown>>;

const remarked: PlainInput = ({ chance, text }) => (chance.share(0.4) ? { comment: text } : {});
const reasoned: PlainInput = ({ chance, text }) => (chance.share(0.95) ? { comment: text } : {});
const handed: PlainInput = (parts) => {
  const { chance, cast, proposed } = parts;
  const person = chance.share(0.5) ? chance.pick(cast.assignable) : chance.pick(proposed);
  return { ...reasoned(parts), ...(person === undefined ? {} : { person_id: person }) };
};

/** The input for the dialog of each invoice action. */
export const invoiceInputs: Readonly<Record<string, PlainInput>> = {
  accept: remarked,
  to_approval: reasoned,
  to_accounting: reasoned,
  approve: remarked,
  to_export: reasoned,
  decline: handed,
  send_to_clearing: handed,
  reassign: handed,
  give_back: remarked,
  discard: reasoned,
  close_question: remarked,
};

const withComment: InputOf = (_document, parts) => remarked(parts);
const toPerson: InputOf = (_document, parts) => handed(parts);

/** Usually a supplier without an order. */
const toSupplier: InputOf = (
  { procurement_lines: lines, procurement_supplier_orders: orders },
  { chance },
) => {
  const isOpen = (supplier: number | null) =>
    !orders.some((order) => order.supplier_id === supplier && ['sent', 'confirmed'].includes(order.state));
  const open = lines.filter((line) => isOpen(line.supplier_id));
  const line = chance.share(0.9) ? chance.pick(open) : chance.pick(lines);
  return { supplier_id: line?.supplier_id ?? 1 };
};

/** The answer of a supplier with an order: usually a plain confirmation. */
const ofSupplier: InputOf = (
  { procurement_lines: lines, procurement_supplier_orders: orders },
  { chance, text },
) => {
  const placed = orders.filter(({ state }) => ['sent', 'confirmed'].includes(state));
  const supplier_id = chance.pick(placed)?.supplier_id ?? 1;
  const confirmed = lines
    .filter((line) => line.supplier_id === supplier_id && chance.share(0.8))
    .map((line) => ({
      procurement_line_id: line.id,
      quantity: String(chance.share(0.8) ? line.quantity : line.quantity + 1),
      delivery_date: chance.share(0.8) ? null : '2100-01-31',
    }));
  return { supplier_id, confirmation_no: text, lines: confirmed };
};

/** The input for the dialog of each action; actions without an entry are not used. */
export const inputs: Readonly<Record<string, InputOf>> = {
  submit: withComment,
  accept: withComment,
  to_next_selection: withComment,
  to_approval: withComment,
  to_order: withComment,
  approve: withComment,
  complete_order: withComment,
  finish_delivery: withComment,
  to_select_product: withComment,
  to_delivery: withComment,
  give_back: withComment,
  withdraw: withComment,
  cancel: withComment,
  decline: toPerson,
  send_to_clearing: toPerson,
  reassign: toPerson,
  send_order: toSupplier,
  confirm_order: (document, parts) => ({
    ...toSupplier(document, parts),
    ...withComment(document, parts),
    confirmation_no: parts.text,
  }),
  record_confirmation: ofSupplier,
  accept_confirmation: (document) => ({
    supplier_id: document.procurement_supplier_orders[0]?.supplier_id ?? 1,
  }),
  close_question: withComment,
  receive: (document, parts) => ({
    ...withComment(document, parts),
    receipts: receipts(document, parts),
  }),
};

/** The probability of an action among the offered ones: documents should progress, but not only that. */
export const weights: Readonly<Record<string, number>> = {
  submit: 6,
  accept: 8,
  to_next_selection: 6,
  to_approval: 6,
  to_accounting: 6,
  to_export: 3,
  discard: 2.5,
  to_order: 6,
  approve: 8,
  complete_order: 12,
  finish_delivery: 2,
  to_select_product: 1,
  to_delivery: 4,
  give_back: 1,
  withdraw: 0.7,
  cancel: 0.4,
  decline: 0.8,
  send_to_clearing: 0.5,
  reassign: 0.6,
  send_order: 3,
  confirm_order: 5,
  record_confirmation: 2,
  accept_confirmation: 4,
  close_question: 4,
  receive: 7,
};

/** Part of the missing goods, all of them, too many, or a return. */
function receipts({ procurement_lines: lines, goods_receipts: booked }: Document, parts: InputParts) {
  const { chance } = parts;
  const isComplete = lines.every((line) => line.quantity <= line.quantity_received);
  const back = booked.filter((receipt) => receipt.quantity > 0 && chance.share(0.7));
  if (back.length > 0 && chance.share(isComplete ? 0.8 : 0.15)) return counterReceipts(back, parts);
  const chosen = lines.filter(() => chance.share(0.7));
  return (chosen.length > 0 ? chosen : lines).map((line) => ({
    procurement_line_id: line.id,
    quantity: String(partOf(line.quantity - line.quantity_received, parts) || 1),
  }));
}

function counterReceipts(booked: readonly Receipt[], parts: InputParts) {
  return booked.map(({ id, procurement_line_id, quantity }) => ({
    procurement_line_id,
    quantity: String(-partOf(quantity, parts)),
    reason: parts.text,
    reverses_id: id,
  }));
}

function partOf(max: number, { chance }: InputParts): number {
  return chance.share(0.4) ? max : Math.max(0.5, Math.floor(max * chance.below(3)) / 2);
}
