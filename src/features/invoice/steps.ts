import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { outgrownRemarks } from '../../document/approval/holds.ts';
import { approve } from '../../document/approval/step.ts';
import type { EditRights } from '../../document/editing.ts';
import {
  type DocumentSituation,
  type PersonInput,
  personsFor,
  type TaskInput,
} from '../../document/facts.ts';
import {
  always,
  asAMatterOfCourse,
  documentFlow,
  type SharedInputs,
  sharedRules,
} from '../../document/flow.ts';
import { mayCancel } from '../../document/interruption.ts';
import {
  budgetDoubts,
  confirmedRemarks,
  type Doubt,
  outcome,
  type SystemRemark,
  unconfirmedDoubts,
} from '../../document/outcome.ts';
import {
  forwarded,
  type StepEnding,
  type StepPlan,
  single,
  stepsFrom,
} from '../../document/planned-steps.ts';
import { hasRole } from '../../platform/context.ts';
import { type ActionRule, isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, stepsAhead } from '../../timeline/timeline.ts';
import { accountingProblems, creditDoubts, lateDoubts, prepaidDoubts } from './accounting/problems.ts';
import {
  goesUnapproved,
  handsOf,
  invoiceApprovalDoubts,
  invoiceApprovalProblem,
  invoiceApprovers,
  unneededBy,
} from './approval.ts';
import { receivedDoubts } from './as-received.ts';
import {
  askSecondPerson,
  awaitsSecondPerson,
  bankRemarks,
  changeSupplier,
  confirmBankData,
  isSecondPerson,
  mayBeConfirmed,
  mayChangeSupplier,
  secondPersons,
  takenBankData,
} from './bank-steps.ts';
import { coversInvoice } from './covered.ts';
import { creditProblems } from './credit-notes.ts';
import { dateDoubts } from './dates.ts';
import { isShortened } from './export-number.ts';
import { invoiceKind } from './kind.ts';
import { chargeDoubts, costCenterDoubts, linkDoubts, voidOrderDoubts } from './matching/doubts.ts';
import type { BookedFacts, Invoice, InvoiceFacts } from './model.ts';
import { clearingRule } from './re-export.ts';
import { bookedTwiceRemarks, mayBeBookedTwice, needsReason, reasonedRemarks } from './reasons.ts';
import { canBeRecognised, type InvoiceOutcome, repeated, skipped, started } from './recognising.ts';
import { alsoOfReversals, discarded } from './reversal.ts';
import { isRejected } from './review.ts';
import { checkProblems } from './rules.ts';

export type InvoiceSituation = DocumentSituation<Invoice, InvoiceFacts>;

/** The actions of an invoice with their input; the command of each is `invoice_<key>` (API-39). */
export interface InvoiceInputs extends SharedInputs {
  readonly start_recognition: TaskInput;
  readonly skip_recognition: TaskInput;
  readonly repeat_recognition: TaskInput;
  readonly to_approval: PersonInput;
  readonly to_accounting: PersonInput;
  readonly to_export: TaskInput;
  readonly confirm_bank_data: TaskInput;
  readonly ask_bank_confirmation: PersonInput;
  readonly change_supplier: TaskInput;
  readonly discard: TaskInput;
}

type PlannedStep = 'invoice-financial-approval' | 'invoice-accounting' | 'invoice-export';

const accountants = (situation: InvoiceSituation) => personsFor(situation, 'user_invoice_manual_check_id');

/** The steps after the check (TL-06): the export has no assignee, everybody with the right may do it (TL-16). */
const flow: readonly StepPlan<PlannedStep, InvoiceSituation, PersonInput>[] = [
  { type: 'invoice-financial-approval', who: invoiceApprovers },
  { type: 'invoice-accounting', who: accountant },
];

const recognitionStep = ['invoice-recognition'] as const;
const taskSteps = [
  'invoice-manual-check',
  'invoice-financial-approval',
  'invoice-clearing',
  'invoice-accounting',
] as const;
const checkSteps = ['invoice-manual-check', 'invoice-clearing'] as const;
const shared = sharedRules<InvoiceSituation>(invoiceKind, taskSteps, {
  covers: coversInvoice,
  hands: handsOf,
});

/** The flow of supplier invoices as data (TASK-02), in the display order of its actions. */
const rules: {
  readonly [Key in keyof InvoiceInputs]: ActionRule<InvoiceSituation, InvoiceInputs[Key], InvoiceOutcome>;
} = {
  accept: alsoOfReversals(shared.accept),
  start_recognition: {
    at: recognitionStep,
    by: 'assignee',
    isOffered: canBeRecognised,
    isMain: always,
    decide: started,
  },
  skip_recognition: { at: recognitionStep, by: 'assignee', decide: skipped },
  confirm_bank_data: {
    at: taskSteps,
    by: 'everyone',
    isOffered: mayBeConfirmed,
    condition: isSecondPerson,
    needsFourEyes: true,
    isMain: (situation) => isSecondPerson(situation) === true,
    decide: confirmBankData,
  },
  to_approval: {
    at: [...checkSteps, 'invoice-accounting'],
    by: 'assignee',
    isOffered: (situation) =>
      !goesUnapproved(situation) &&
      (!isInAccounting(situation) || invoiceApprovalProblem(situation) !== null),
    isMain: always,
    isCommentRequired: needsReason,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-financial-approval', 'to_approval', situation, input),
  },
  to_accounting: {
    at: checkSteps,
    by: 'assignee',
    isOffered: goesUnapproved,
    isMain: always,
    isCommentRequired: needsReason,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-accounting', 'to_accounting', situation, input),
  },
  approve: {
    ...shared.approve,
    decide: (situation, input) =>
      problemsBeforeForwarding(situation) ??
      approve(situation, input, handsOf(situation), [
        ...receivedDoubts(situation),
        ...unconfirmedDoubts(situation, linkDoubts(situation)),
        ...dateDoubts(situation),
        ...costCenterDoubts(situation),
        ...lateDoubts(situation),
        ...prepaidDoubts(situation),
      ]),
  },
  to_export: {
    at: ['invoice-accounting'],
    by: 'assignee',
    condition: mayBeExported,
    isMain: always,
    isCommentRequired: mayBeBookedTwice,
    preview: asAMatterOfCourse,
    decide: toExport,
  },
  ask_bank_confirmation: {
    at: taskSteps,
    by: 'assignee',
    isOffered: awaitsSecondPerson,
    personChoices: secondPersons,
    decide: askSecondPerson,
  },
  change_supplier: {
    at: taskSteps,
    by: 'everyone',
    isOffered: mayChangeSupplier,
    decide: changeSupplier,
  },
  decline: shared.decline,
  send_to_clearing: clearingRule(shared.send_to_clearing),
  reassign: alsoOfReversals(shared.reassign),
  give_back: alsoOfReversals(shared.give_back),
  repeat_recognition: {
    at: checkSteps,
    by: 'assignee',
    isOffered: canBeRecognised,
    isIrreversible: true,
    decide: repeated,
  },
  discard: {
    at: [...recognitionStep, ...taskSteps],
    by: 'assignee',
    condition: mayCancel,
    isIrreversible: true,
    decide: discarded,
  },
  comment: shared.comment,
  close_question: shared.close_question,
  hold: shared.hold,
  lift_hold: shared.lift_hold,
};

export const invoiceFlow = documentFlow<InvoiceInputs, InvoiceSituation, InvoiceOutcome>(
  rules,
  (action) => `invoice.actions.${action}`,
);

/** Who may edit: the checker or clearer, and until the export people who may change invoices (INV-10). */
export function editRights(
  situation: InvoiceSituation,
): EditRights & { readonly startsApprovalAgain: boolean } {
  const type = currentEntry(situation.document.timeline)?.type;
  const isChecking = checkSteps.some((step) => step === type) && isAssignee(situation);
  const isOpen = type === 'invoice-financial-approval' || type === 'invoice-accounting';
  const mayEdit = isChecking || (isOpen && hasRole(situation.actor, 'user-can-change-invoices'));
  return { head: mayEdit ? 'all' : [], lines: [], startsApprovalAgain: false };
}

/** Forwards a checked invoice and rebuilds the following steps (APPR-14, TASK-07). */
export function leaveCheck(
  target: PlannedStep,
  action: string,
  situation: InvoiceSituation,
  input: PersonInput,
  ending: StepEnding = { remarks: [] },
): InvoiceOutcome | Refusal {
  const { document } = situation;
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const doubted = receiptRemarks(situation, action, input);
  if (isRefusal(doubted)) return doubted;
  const remarks = invoiceApprovalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, target, situation, input);
  if (isRefusal(steps)) return steps;
  const comment = needsReason(situation) ? null : (input.comment ?? null);
  const drift = outgrownRemarks(situation, coversInvoice(document, situation.facts));
  const noted = [...ending.remarks, ...drift, ...doubted, ...remarks];
  const timeline = forwarded(situation, steps, { ...ending, remarks: noted, comment });
  const isRead = document.head.recognition_state === 'done' && document.head.supplier_id !== null;
  const taken = takenBankData(situation);
  return outcome(situation, timeline, {
    head: {},
    ...taken,
    ...(isRead ? { teaches: true as const } : {}),
    ...(target === 'invoice-accounting' ? { isApprovalUnneeded: unneededBy(situation) } : {}),
  });
}

/**
 * Restarts the approval of an invoice changed during its approval, with the approvers that it needs now (APPR-10,
 * APPR-18).
 *
 * @param situation with the invoice and the facts after the change
 */
export function restartApproval(situation: InvoiceSituation): InvoiceOutcome | Refusal {
  const remarks = invoiceApprovalDoubts(situation, 'save', 'all');
  if (isRefusal(remarks)) return remarks;
  const planned = stepsAhead(situation.document.timeline).find(({ type }) => type === 'invoice-accounting');
  const persons = { person_id: planned?.lbUserId ?? null };
  const steps = stepsFrom(flow, 'invoice-financial-approval', situation, persons);
  if (isRefusal(steps)) return steps;
  const noted = [systemRemark({ code: 'approval_again' }), ...remarks];
  const timeline = forwarded(situation, steps, { remarks: noted, status: 'canceled' });
  const isUnneeded = steps[0]?.type === 'invoice-accounting';
  return outcome(situation, timeline, {
    head: {},
    ...(isUnneeded ? { isApprovalUnneeded: unneededBy(situation) } : {}),
  });
}

function isInAccounting({ document }: InvoiceSituation): boolean {
  return currentEntry(document.timeline)?.type === 'invoice-accounting';
}

/** Releases an accounted invoice for the export, after a last check for double bookings (INV-20, INV-22). */
function toExport(situation: InvoiceSituation, input: TaskInput): InvoiceOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const doubled = bookedTwiceRemarks(situation, 'to_export', input);
  if (isRefusal(doubled)) return doubled;
  // The account may have changed after the check.
  const bank = bankRemarks(situation, 'to_export', input.confirmations);
  if (isRefusal(bank)) return bank;
  const doubts = [...receivedDoubts(situation), ...voidOrderDoubts(situation), ...prepaidDoubts(situation)];
  const received = confirmedRemarks(situation, 'to_export', doubts, input.confirmations);
  if (isRefusal(received)) return received;
  const changed = unapprovedRemarks(situation, input);
  if (isRefusal(changed)) return changed;
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...[...doubled, ...bank, ...received, ...changed].map((one) => remark(one)),
    insertNext({ type: 'invoice-export', lbUserId: null }),
    forwardToNext({
      status: 'approved',
      comment: mayBeBookedTwice(situation) ? null : (input.comment ?? null),
    }),
  );
  return outcome(situation, timeline, {
    head: {},
    ...takenBankData(situation),
    ...(invoiceApprovalProblem(situation) ? { isApprovalUnneeded: unneededBy(situation) } : {}),
  });
}

/** The remarks on deviations from the approved content; for an unapproved invoice also the doubts of the check. */
function unapprovedRemarks(situation: InvoiceSituation, input: TaskInput): readonly SystemRemark[] | Refusal {
  const noted = outgrownRemarks(situation, coversInvoice(situation.document, situation.facts));
  if (invoiceApprovalProblem(situation) === null) return noted;
  const doubts = [
    ...chargeDoubts(situation),
    ...costCenterDoubts(situation),
    ...budgetDoubts(situation, true),
  ];
  const asked = confirmedRemarks(situation, 'to_export', doubts, input.confirmations);
  return isRefusal(asked) ? asked : [...noted, ...asked];
}

/** An invoice with the facts that its problems depend on. */
export interface CheckedInvoice {
  readonly document: Pick<Invoice, 'head' | 'lines' | 'taxRows'>;
  readonly facts: Pick<InvoiceFacts, 'settings' | 'corrected'> & { readonly accounting: BookedFacts | null };
}

/** The problems of the invoice at every step (VAL-23). */
export function problemsBeforeForwarding({ document, facts }: CheckedInvoice): Refusal | null {
  const problems = [
    ...checkProblems(document, facts.settings),
    ...accountingProblems(document, facts.accounting),
    ...creditProblems(document, facts.corrected),
  ];
  return problems.length > 0 ? refuse('validation_failed', { problems }) : null;
}

/** An invoice is exported only if the check approved it (INV-07) and its current content is approved (INV-25). */
function mayBeExported(situation: InvoiceSituation): true | Refusal {
  const { document, facts } = situation;
  if (isRejected(document.head, facts.settings)) return refuse('not_approved_in_review');
  return (goesUnapproved(situation) ? null : invoiceApprovalProblem(situation)) ?? true;
}

/**
 * Asks for confirmation, kept in the timeline, of a possible duplicate (INV-20), missing mandatory content (INV-19),
 * pages that differ from their XML (REC-11), and deviations from order or contract (PROC-22, INV-14, INV-23).
 */
function receiptRemarks(
  situation: InvoiceSituation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const reasoned = reasonedRemarks(situation, action, input);
  if (isRefusal(reasoned)) return reasoned;
  const { doPagesDiffer } = situation.facts;
  const doubts: readonly Doubt[] = [
    ...(doPagesDiffer ? [{ code: 'pages_differ' as const }] : []),
    ...receivedDoubts(situation),
    ...dateDoubts(situation),
    ...numberDoubts(situation),
    ...linkDoubts(situation),
    ...creditDoubts(situation.document),
    ...prepaidDoubts(situation),
    ...(goesUnapproved(situation) ? costCenterDoubts(situation) : []),
  ];
  const differing = confirmedRemarks(situation, action, doubts, input.confirmations);
  if (isRefusal(differing)) return differing;
  const bank = bankRemarks(situation, action, input.confirmations);
  return isRefusal(bank) ? bank : [...reasoned, ...differing, ...bank];
}

/** A number that is too long for the export keeps only its end, unless a person types another (VAL-14). */
function numberDoubts({ document: { head }, facts }: InvoiceSituation): readonly Doubt[] {
  const { number, number_printed: printed } = head;
  return isShortened(head, facts.settings.exportTarget)
    ? [{ code: 'export_number_shortened', values: { number, printed } }]
    : [];
}

/** The company's accountant; without one, the person who checked this invoice. */
function accountant(situation: InvoiceSituation, { person_id }: PersonInput): readonly number[] | Refusal {
  const proposed = [...accountants(situation), situation.actor.id];
  return single(chosenPerson(situation.facts, person_id, proposed, 'person_id'));
}
