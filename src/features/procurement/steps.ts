import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { needsNoApproval } from '../../document/approval/choice.ts';
import { approve } from '../../document/approval/step.ts';
import type { PersonInput, TaskInput } from '../../document/facts.ts';
import { always, asAMatterOfCourse, documentFlow, sharedRules } from '../../document/flow.ts';
import { mayCancel } from '../../document/interruption.ts';
import type { CommentInput } from '../../document/questions.ts';
import type { ActionRule } from '../../timeline/flow.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { coversRequest } from './covered.ts';
import {
  allMissing,
  finishDelivery,
  hasGoodsToReturn,
  mayReturnGoods,
  type ReceiveInput,
  receive,
  returnGoods,
} from './delivery.ts';
import { linesMissing, type ProcurementSituation } from './facts.ts';
import { handsOf } from './hands.ts';
import { type CancelInput, cancelOrder } from './interruption.ts';
import { procurementKind } from './kind.ts';
import {
  acceptConfirmation,
  type ConfirmationInput,
  hasPlacedOrder,
  hasUndecidedConfirmation,
  mayKeepConfirmations,
  recordConfirmation,
} from './order-confirmation.ts';
import {
  type ConfirmOrderInput,
  completeOrder,
  confirmOrder,
  hasLetterToSend,
  hasOrderToConfirm,
  mayCompleteOrder,
  mayNotifySuppliers,
  type OrderInput,
  sendOrder,
} from './ordering.ts';
import { approvalMemory, type ProcurementOutcome } from './outcome.ts';
import { personChoices } from './planned-steps.ts';
import { requirementProblem } from './requirements.ts';
import {
  type ForwardInput,
  hasFurtherSelection,
  mayGoToDelivery,
  mayPassApproval,
  toApproval,
  toDelivery,
  toNextSelection,
  toOrder,
  toSelection,
} from './selection.ts';
import { isWithdrawable, isWithdrawn, type SubmitInput, submit, withdraw } from './submission.ts';

/** The actions of a purchase request with their input; the command of each is `procurement_<key>` (API-39). */
export interface ProcurementInputs {
  readonly submit: SubmitInput;
  readonly accept: TaskInput;
  readonly to_next_selection: ForwardInput;
  readonly to_approval: ForwardInput;
  readonly to_order: ForwardInput;
  readonly approve: TaskInput;
  readonly complete_order: TaskInput;
  readonly receive: ReceiveInput;
  readonly finish_delivery: TaskInput;
  readonly return_goods: ReceiveInput;
  readonly to_select_product: ForwardInput;
  readonly to_delivery: ForwardInput;
  readonly decline: PersonInput;
  readonly send_order: OrderInput;
  readonly confirm_order: ConfirmOrderInput;
  readonly record_confirmation: ConfirmationInput;
  readonly accept_confirmation: OrderInput;
  readonly send_to_clearing: PersonInput;
  readonly reassign: PersonInput;
  readonly give_back: TaskInput;
  readonly withdraw: TaskInput;
  readonly cancel: CancelInput;
  readonly comment: CommentInput;
  readonly close_question: TaskInput;
  readonly hold: TaskInput;
  readonly lift_hold: TaskInput;
}

export type ProcurementAction = keyof ProcurementInputs;

const inClearing = ({ document }: ProcurementSituation) =>
  currentEntry(document.timeline)?.type === 'clearing';
const isAtStart = ({ document }: ProcurementSituation) => currentEntry(document.timeline)?.type === 'start';
const taskSteps = ['select-product', 'approval', 'send-order', 'delivery', 'clearing'] as const;
const shared = sharedRules<ProcurementSituation>(procurementKind, taskSteps, {
  covers: coversRequest,
  hands: handsOf,
});

/**
 * The flow of purchase requests as data (TASK-02): for each action its steps, actors, conditions and decision,
 * in the order in which actions are offered.
 */
const rules = {
  submit: {
    at: ['start'],
    by: 'creator',
    isMain: always,
    preview: asAMatterOfCourse,
    decide: submit,
  },
  accept: shared.accept,
  to_next_selection: {
    at: ['select-product'],
    by: 'assignee',
    isOffered: hasFurtherSelection,
    isMain: always,
    preview: asAMatterOfCourse,
    decide: toNextSelection,
  },
  to_approval: {
    at: ['select-product', 'clearing'],
    by: 'assignee',
    isOffered: (situation) => !hasFurtherSelection(situation) && !needsNoApproval(situation),
    isMain: always,
    preview: asAMatterOfCourse,
    decide: toApproval,
  },
  to_order: {
    at: ['select-product', 'clearing'],
    by: 'assignee',
    isOffered: (situation) =>
      inClearing(situation)
        ? mayPassApproval(situation)
        : !hasFurtherSelection(situation) && needsNoApproval(situation),
    isMain: needsNoApproval,
    personChoices: (situation) => (inClearing(situation) ? personChoices('send-order', situation) : []),
    preview: asAMatterOfCourse,
    decide: toOrder,
  },
  approve: { ...shared.approve, decide: approveRequest },
  complete_order: {
    at: ['send-order'],
    by: 'assignee',
    condition: mayCompleteOrder,
    isMain: always,
    preview: asAMatterOfCourse,
    decide: completeOrder,
  },
  receive: {
    at: ['delivery'],
    by: 'assignee',
    isMain: ({ document }) => linesMissing(document.lines).length > 0,
    preview: ({ document }) => ({ receipts: allMissing(document.lines) }),
    decide: receive,
  },
  finish_delivery: {
    at: ['delivery'],
    by: 'assignee',
    isIrreversible: true,
    isMain: ({ document }) => linesMissing(document.lines).length === 0,
    preview: asAMatterOfCourse,
    decide: finishDelivery,
  },
  return_goods: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: hasGoodsToReturn,
    condition: mayReturnGoods,
    decide: returnGoods,
  },
  to_select_product: {
    at: ['clearing'],
    by: 'assignee',
    isOffered: ({ document }) => !document.orders.some((order) => order.state !== 'open'),
    personChoices: (situation) => personChoices('select-product', situation),
    preview: asAMatterOfCourse,
    decide: toSelection,
  },
  to_delivery: {
    at: ['clearing'],
    by: 'assignee',
    isOffered: mayGoToDelivery,
    personChoices: (situation) => personChoices('delivery', situation),
    preview: asAMatterOfCourse,
    decide: toDelivery,
  },
  decline: shared.decline,
  send_order: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: hasLetterToSend,
    condition: mayNotifySuppliers,
    isIrreversible: true,
    needsFourEyes: true,
    decide: sendOrder,
  },
  confirm_order: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: hasOrderToConfirm,
    condition: mayNotifySuppliers,
    isIrreversible: true,
    needsFourEyes: true,
    decide: confirmOrder,
  },
  record_confirmation: {
    at: ['send-order', 'delivery', 'clearing'],
    by: 'everyone',
    isOffered: hasPlacedOrder,
    condition: mayKeepConfirmations,
    decide: recordConfirmation,
  },
  accept_confirmation: {
    at: ['send-order', 'delivery', 'clearing'],
    by: 'everyone',
    isOffered: hasUndecidedConfirmation,
    condition: mayKeepConfirmations,
    decide: acceptConfirmation,
  },
  send_to_clearing: shared.send_to_clearing,
  reassign: shared.reassign,
  give_back: shared.give_back,
  withdraw: {
    at: ['select-product', 'approval'],
    by: 'creator',
    isOffered: isWithdrawable,
    decide: withdraw,
  },
  cancel: {
    at: ['start', ...taskSteps],
    by: 'assignee',
    isOffered: (situation) => !isAtStart(situation) || isWithdrawn(situation),
    condition: (situation) => isAtStart(situation) || mayCancel(situation),
    isIrreversible: true,
    decide: cancelOrder,
  },
  comment: shared.comment,
  close_question: shared.close_question,
  hold: shared.hold,
  lift_hold: shared.lift_hold,
} satisfies {
  readonly [Key in ProcurementAction]: ActionRule<
    ProcurementSituation,
    ProcurementInputs[Key],
    ProcurementOutcome
  >;
};

export const procurementFlow = documentFlow<ProcurementInputs, ProcurementSituation, ProcurementOutcome>(
  rules,
  (action) => `procurement.actions.${action}`,
);
export const { actions: procurementActions, may, decide, offers } = procurementFlow;

/** Approves; the last approval stores the approved value and suppliers (TASK-07). */
function approveRequest(situation: ProcurementSituation, input: TaskInput): ProcurementOutcome | Refusal {
  const missing = requirementProblem('approve', situation);
  if (missing !== null) return missing;
  const approved = approve(situation, input, handsOf(situation), situation.facts.contractDoubts);
  if (isRefusal(approved) || currentEntry(approved.timeline)?.type === 'approval') return approved;
  return { ...approved, head: approvalMemory(situation.document) };
}
