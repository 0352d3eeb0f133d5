import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalDoubts, chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import type { EditRights } from '../../document/editing.ts';
import {
  type DocumentFacts,
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
import { type Outcome, outcome } from '../../document/outcome.ts';
import { forwarded, type StepPlan, single, stepsFrom } from '../../document/planned-steps.ts';
import { hasRole } from '../../platform/context.ts';
import { type ActionRule, isAssignee, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext } from '../../timeline/operations.ts';
import { chosenPerson } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { invoiceKind } from './kind.ts';
import type { Invoice, InvoiceHead } from './model.ts';
import { checkProblems } from './rules.ts';

export type InvoiceSituation = DocumentSituation<Invoice, DocumentFacts>;
export type InvoiceOutcome = Outcome<InvoiceHead>;

/** The actions of an invoice with their input; the command of each is `invoice_<key>` (API-39). */
export interface InvoiceInputs extends SharedInputs {
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
  to_approval: {
    at: checkSteps,
    by: 'assignee',
    isOffered: (situation) => !needsNoApproval(situation),
    isMain: always,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-financial-approval', 'to_approval', situation, input),
  },
  to_accounting: {
    at: checkSteps,
    by: 'assignee',
    isOffered: needsNoApproval,
    isMain: always,
    preview: asAMatterOfCourse,
    decide: (situation, input) => leaveCheck('invoice-accounting', 'to_accounting', situation, input),
  },
  approve: shared.approve,
  to_export: {
    at: ['invoice-accounting'],
    by: 'assignee',
    isMain: always,
    preview: asAMatterOfCourse,
    decide: (situation, { comment }) =>
      outcome(
        situation,
        change(
          situation.document.timeline,
          occasionOf(situation),
          insertNext({ type: 'invoice-export', lbUserId: null }),
          forwardToNext({ status: 'approved', comment }),
        ),
      ),
  },
  decline: shared.decline,
  send_to_clearing: shared.send_to_clearing,
  reassign: shared.reassign,
  give_back: shared.give_back,
  discard: {
    at: taskSteps,
    by: 'assignee',
    condition: mayCancel,
    isIrreversible: true,
    decide: (situation, input) => outcome(situation, cancelled(situation, input)),
  },
  comment: shared.comment,
  close_question: shared.close_question,
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
  const problems = checkProblems(document.head);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, target, situation, input);
  if (isRefusal(steps)) return steps;
  return outcome(situation, forwarded(situation, steps, { ...input, remarks }));
}

/** Whoever checks invoices accounts for them; where nobody is named, the person who checked this one. */
function accountant(situation: InvoiceSituation, { person_id }: PersonInput): readonly number[] | Refusal {
  const proposed = [...accountants(situation), situation.actor.id];
  return single(chosenPerson(situation.facts, person_id, proposed, 'person_id'));
}
