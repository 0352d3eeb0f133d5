import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type ActionRule, isOffered, mayTake, type Offer, take } from '../../timeline/flow.ts';
import { isStep } from '../../timeline/kinds.ts';
import { acceptTask, giveBackTask, groupToReturnTo, reassignTask } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { approve, mayDecideApproval, mayHaveApproval, mayTakeOverApproval } from './approval-step.ts';
import { allMissing, finishDelivery, type ReceiveInput, receive } from './delivery.ts';
import { linesMissing, type ProcurementSituation, personsFor, type TaskInput } from './facts.ts';
import {
  type CancelInput,
  cancelOrder,
  clear,
  decline,
  mayCancel,
  type PersonInput,
} from './interruption.ts';
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
  mayTellSuppliers,
  type OrderInput,
  sendOrder,
} from './ordering.ts';
import { type Outcome, outcome } from './outcome.ts';
import { needsNoApproval, personChoices } from './planned-steps.ts';
import { type CommentInput, closeQuestions, commentOn, questionsTo, withAnswers } from './questions.ts';
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
import { withStandIn } from './standing-in.ts';
import { isWithdrawable, type SubmitInput, submit, withdraw } from './submission.ts';

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
}

export type ProcurementAction = keyof ProcurementInputs;

type Rules = {
  readonly [Key in ProcurementAction]: ActionRule<ProcurementSituation, ProcurementInputs[Key], Outcome>;
};

const asAMatterOfCourse = (): TaskInput => ({ confirmations: 'all' });
const always = () => true;
const inClearing = ({ document }: ProcurementSituation) =>
  currentEntry(document.timeline)?.type === 'clearing';
const clearers = (situation: ProcurementSituation) => personsFor(situation, 'user_clearing_id');

/**
 * The flow of purchase requests as data (TASK-02): at which entry which action exists, who may take it,
 * under which conditions, and the decision that says where it leads. In the order in which a person
 * is offered them.
 */
const rules: Rules = {
  submit: {
    at: ['start'],
    by: 'creator',
    isMain: always,
    preview: asAMatterOfCourse,
    decide: submit,
  },
  accept: {
    at: ['select-product', 'approval', 'send-order', 'delivery', 'clearing'],
    by: 'group member',
    isOffered: isGroupTask,
    condition: (situation) => mayHaveApproval(situation, situation.actor.id),
    isMain: always,
    decide: (situation) => outcome(acceptTask(situation)),
  },
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
  approve: {
    at: ['approval'],
    by: 'assignee',
    needsFourEyes: true,
    condition: mayDecideApproval,
    isMain: always,
    preview: asAMatterOfCourse,
    decide: approve,
  },
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
  decline: {
    at: ['approval'],
    by: 'assignee',
    isCommentRequired: true,
    needsFourEyes: true,
    personChoices: clearers,
    decide: decline,
  },
  send_order: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: hasLetterToSend,
    condition: mayTellSuppliers,
    isIrreversible: true,
    needsFourEyes: true,
    decide: sendOrder,
  },
  confirm_order: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: hasOrderToConfirm,
    condition: mayTellSuppliers,
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
  send_to_clearing: {
    at: ['select-product', 'approval', 'send-order', 'delivery'],
    by: 'assignee',
    isCommentRequired: true,
    personChoices: clearers,
    decide: clear,
  },
  reassign: {
    at: ['select-product', 'approval', 'send-order', 'delivery', 'clearing'],
    by: 'assignee or admin',
    personChoices: () => [],
    decide: reassign,
  },
  give_back: {
    at: ['select-product', 'approval', 'send-order', 'delivery', 'clearing'],
    by: 'assignee',
    isOffered: (situation) => groupToReturnTo(situation) !== null,
    decide: (situation, { comment = null }) => outcome(giveBackTask(situation, comment)),
  },
  withdraw: {
    at: ['select-product', 'approval'],
    by: 'creator',
    isOffered: isWithdrawable,
    decide: withdraw,
  },
  cancel: {
    at: ['select-product', 'approval', 'send-order', 'delivery', 'clearing'],
    by: 'assignee',
    condition: mayCancel,
    isIrreversible: true,
    decide: cancelOrder,
  },
  comment: {
    at: 'anywhere',
    by: 'everyone',
    isCommentRequired: true,
    decide: commentOn,
  },
  close_question: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => questionsTo(situation).length > 0,
    decide: closeQuestions,
  },
};

export const procurementActions = Object.keys(rules) as readonly ProcurementAction[];

/** Whether this person may take the action now; the refusal is what a disabled button says (API-40). */
export function may(action: ProcurementAction, situation: ProcurementSituation): true | Refusal {
  return mayTake(rules[action], situation);
}

/** Takes the action: what becomes of the document, or why nothing does. Never throws on bad input. */
export function decide<Key extends ProcurementAction>(
  action: Key,
  situation: ProcurementSituation,
  input: ProcurementInputs[Key],
): Outcome | Refusal {
  const rule: Rules[Key] = rules[action];
  const result = take(rule, situation, input);
  return isRefusal(result) ? result : withStandIn(situation, withAnswers(situation, input, result));
}

/** The actions that the document offers to this person now, the main one first (API-40, TASK-01). */
export function actions(situation: ProcurementSituation): readonly Offer<ProcurementAction>[] {
  const offered = procurementActions.filter((key) => isOffered(rules[key], situation));
  const main = offered.find((key) => rules[key].isMain?.(situation)) ?? null;
  const offers = offered.map((key) => offer(key, key === main, situation));
  return offers.toSorted((left, right) => Number(right.isMain) - Number(left.isMain));
}

function offer<Key extends ProcurementAction>(
  key: Key,
  isMain: boolean,
  situation: ProcurementSituation,
): Offer<Key> {
  const rule: Rules[Key] = rules[key];
  const permission = may(key, situation);
  return {
    key,
    labelKey: `procurement.actions.${key}`,
    enabled: permission === true,
    refusal: permission === true ? null : permission,
    isMain,
    isIrreversible: rule.isIrreversible ?? false,
    isCommentRequired: rule.isCommentRequired ?? false,
    personChoices: rule.personChoices?.(situation) ?? null,
    next: rule.preview ? nextAfter(rule.decide(situation, rule.preview(situation)), situation) : null,
  };
}

/** Step and person that the document would come to. */
function nextAfter(result: Outcome | Refusal, situation: ProcurementSituation): Offer<string>['next'] {
  if (isRefusal(result)) return null;
  const task = currentEntry(withStandIn(situation, result).timeline);
  if (task === null) return { step: null, personName: null };
  const person = task.lbUserId === null ? null : situation.facts.people.get(task.lbUserId);
  return { step: task.type, personName: person?.name ?? null };
}

/** The task waits for a group, and nobody of it has taken it yet. */
function isGroupTask({ document, facts }: ProcurementSituation): boolean {
  const task = currentEntry(document.timeline);
  return task !== null && isStep(task.type) && facts.people.get(task.lbUserId ?? 0)?.is_group === true;
}

/** Only the person changes; an approval must not end up with somebody who may not have it (TASK-04, APPR-09). */
function reassign(situation: ProcurementSituation, input: PersonInput): Outcome | Refusal {
  if (typeof input.person_id !== 'number') return refuse('person_required', { field: 'person_id' });
  const permission = mayTakeOverApproval(situation, input.person_id);
  if (permission !== true) return { ...permission, field: 'person_id' };
  return outcome(reassignTask(situation, input.person_id, input.comment ?? null));
}
