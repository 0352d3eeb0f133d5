import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalDoubts, chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
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
import { cancelled, mayCancel } from '../../document/interruption.ts';
import { confirmedRemarks, type Doubt, outcome, type SystemRemark } from '../../document/outcome.ts';
import { forwarded, type StepPlan, single, stepsFrom } from '../../document/planned-steps.ts';
import { hasRole } from '../../platform/context.ts';
import { type ActionRule, isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { chosenPerson } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { accountingDoubts, accountingProblems } from './accounting/problems.ts';
import { invoiceKind } from './kind.ts';
import { orderDoubts } from './matching/doubts.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import { clearingRule } from './re-export.ts';
import { canBeRecognised, type InvoiceOutcome, repeated, skipped, started } from './recognising.ts';
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
  readonly discard: TaskInput;
}

type PlannedStep = 'invoice-financial-approval' | 'invoice-accounting' | 'invoice-export';

const accountants = (situation: InvoiceSituation) => personsFor(situation, 'user_invoice_manual_check_id');

/** What follows the check (TL-06): the export has no assignee, everybody with the right may do it (TL-16). */
const flow: readonly StepPlan<PlannedStep, InvoiceSituation, PersonInput>[] = [
  { type: 'invoice-financial-approval', who: chosenApprovers },
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
const shared = sharedRules(invoiceKind, taskSteps);

/** The flow of supplier invoices as data (TASK-02), in the order in which a person is offered its actions. */
const rules: {
  readonly [Key in keyof InvoiceInputs]: ActionRule<InvoiceSituation, InvoiceInputs[Key], InvoiceOutcome>;
} = {
  accept: shared.accept,
  start_recognition: {
    at: recognitionStep,
    by: 'assignee',
    isOffered: canBeRecognised,
    isMain: always,
    decide: started,
  },
  skip_recognition: { at: recognitionStep, by: 'assignee', decide: skipped },
  to_approval: {
    at: checkSteps,
    by: 'assignee',
    isOffered: (situation) => !needsNoApproval(situation),
    isMain: always,
    isCommentRequired: isPossibleDuplicate,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-financial-approval', 'to_approval', situation, input),
  },
  to_accounting: {
    at: checkSteps,
    by: 'assignee',
    isOffered: needsNoApproval,
    isMain: always,
    isCommentRequired: isPossibleDuplicate,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-accounting', 'to_accounting', situation, input),
  },
  approve: shared.approve,
  to_export: {
    at: ['invoice-accounting'],
    by: 'assignee',
    isMain: always,
    isCommentRequired: isPossibleDuplicate,
    preview: asAMatterOfCourse,
    decide: toExport,
  },
  decline: shared.decline,
  send_to_clearing: clearingRule(shared.send_to_clearing),
  reassign: shared.reassign,
  give_back: shared.give_back,
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
    decide: (situation, input) => outcome(situation, cancelled(situation, input)),
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

/** Who may edit: whoever checks or clears it, and until the export whoever may change invoices (INV-10). */
export function editRights(
  situation: InvoiceSituation,
): EditRights & { readonly startsApprovalAgain: boolean } {
  const type = currentEntry(situation.document.timeline)?.type;
  const isChecking = checkSteps.some((step) => step === type) && isAssignee(situation);
  const isOpen = type === 'invoice-financial-approval' || type === 'invoice-accounting';
  const mayEdit = isChecking || (isOpen && hasRole(situation.actor, 'user-can-change-invoices'));
  return { head: mayEdit ? 'all' : [], lines: [], startsApprovalAgain: false };
}

/** Forwards a checked invoice; the steps that follow are built anew (APPR-14, TASK-07). */
function leaveCheck(
  target: PlannedStep,
  action: string,
  situation: InvoiceSituation,
  input: PersonInput,
): InvoiceOutcome | Refusal {
  const { document } = situation;
  const problems = [...checkProblems(document), ...accountingProblems(document, situation.facts.accounting)];
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const doubted = receiptRemarks(situation, action, input);
  if (isRefusal(doubted)) return doubted;
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, target, situation, input);
  if (isRefusal(steps)) return steps;
  const comment = commentBeside(situation, input);
  const timeline = forwarded(situation, steps, { remarks: [...doubted, ...remarks], comment });
  const isRead = document.head.recognition_state === 'done' && document.head.supplier_id !== null;
  return outcome(situation, timeline, isRead ? { head: {}, teaches: true as const } : { head: {} });
}

/** Releases an accounted invoice for the export, after a last look at what may be the same one (INV-20). */
function toExport(situation: InvoiceSituation, input: TaskInput): InvoiceOutcome | Refusal {
  const doubled = duplicateRemarks(situation, 'to_export', input);
  if (isRefusal(doubled)) return doubled;
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...doubled.map((one) => remark(one)),
    insertNext({ type: 'invoice-export', lbUserId: null }),
    forwardToNext({ status: 'approved', comment: commentBeside(situation, input) }),
  );
  return outcome(situation, timeline);
}

/** It may be the same as another one: whoever goes on says why, and the timeline keeps it (INV-20). */
function isPossibleDuplicate({ facts }: InvoiceSituation): boolean {
  return facts.duplicates.length > 0;
}

/** A comment that is the reason of a remark already is not written a second time. */
function commentBeside(situation: InvoiceSituation, { comment }: TaskInput): string | null {
  return isPossibleDuplicate(situation) ? null : (comment ?? null);
}

/**
 * Whoever goes on with what may be the same invoice a second time (INV-20), or with pages that say something else than their
 * XML (REC-11), or with what was ordered otherwise (PROC-22, INV-23), has been asked, and the timeline says so.
 */
function receiptRemarks(
  situation: InvoiceSituation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const doubled = duplicateRemarks(situation, action, input);
  if (isRefusal(doubled)) return doubled;
  const { doPagesDiffer } = situation.facts;
  const doubts: readonly Doubt[] = [
    ...(doPagesDiffer ? [{ code: 'pages_differ' as const }] : []),
    ...orderDoubts(situation),
    ...accountingDoubts(situation.document, situation.facts.accounting),
  ];
  const differing = confirmedRemarks(situation, action, doubts, input.confirmations);
  return isRefusal(differing) ? differing : [...doubled, ...differing];
}

function duplicateRemarks(
  situation: InvoiceSituation,
  action: string,
  { confirmations, comment }: TaskInput,
): readonly SystemRemark[] | Refusal {
  if (!isPossibleDuplicate(situation)) return [];
  const remarks = confirmedRemarks(situation, action, [{ code: 'possible_duplicate' }], confirmations);
  return isRefusal(remarks) ? remarks : remarks.map((one) => ({ ...one, comment: comment ?? null }));
}

/** Whoever checks invoices accounts for them; where nobody is named, the person who checked this one. */
function accountant(situation: InvoiceSituation, { person_id }: PersonInput): readonly number[] | Refusal {
  const proposed = [...accountants(situation), situation.actor.id];
  return single(chosenPerson(situation.facts, person_id, proposed, 'person_id'));
}
