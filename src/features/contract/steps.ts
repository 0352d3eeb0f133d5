import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { needsNoApproval } from '../../document/approval/choice.ts';
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
import { outcome, type SystemRemark } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { type ActionRule, isAssignee, isOffered, mayTake, occasionOf } from '../../timeline/flow.ts';
import { change, insertAfter, remark } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { isSigned } from './agreement.ts';
import { coversContract } from './covered.ts';
import { type DismissInput, dismissProposals, isWorkedOn, type ReadAgainInput, readAgain } from './files.ts';
import {
  budgetRemarks,
  completeCheck,
  finishClearing,
  isAsApproved,
  problemsBeforeForwarding,
  responsiblePeople,
  sign,
  takeOver,
  toCheck,
} from './forwarding.ts';
import { contractKind } from './kind.ts';
import {
  confirmEnding,
  correctLate,
  giveNotice,
  isSecondPerson,
  proposedEnding,
  sendCheckedLetter,
} from './late-ending.ts';
import type { Contract, ContractFacts } from './model.ts';
import { awaitsLetter, type SendLetterInput } from './notice.ts';
import type { ContractOutcome } from './outcome.ts';
import {
  type AcknowledgeInput,
  type AddReminderInput,
  acknowledge,
  addReminder,
  ownReminders,
  type RemoveReminderInput,
  removeReminder,
} from './reminding.ts';
import { isContractFixed } from './rules.ts';
import { handsOf, maySign } from './signing.ts';
import {
  awaitsConfirmation,
  type ConfirmationInput,
  confirmTermination,
  isAtRest,
  isResponsible,
  isRunning,
  mayCorrectReceipt,
  mayRevoke,
  mayTerminate,
  type ReceiptInput,
  revoke,
  revokers,
  type TerminationInput,
} from './termination.ts';

export type ContractSituation = DocumentSituation<Contract, ContractFacts>;

/** The actions of a contract with their input; the command of each is `contract_<key>` (API-39). */
export interface ContractInputs extends SharedInputs {
  readonly to_check: PersonInput;
  readonly take_over: TaskInput;
  readonly to_approval: PersonInput;
  readonly to_signing: PersonInput;
  readonly sign: TaskInput;
  readonly confirm_ending: TaskInput;
  readonly finish_clearing: TaskInput;
  readonly pause: TaskInput;
  readonly resume: TaskInput;
  readonly acknowledge: AcknowledgeInput;
  readonly terminate: TerminationInput;
  readonly send_letter: SendLetterInput;
  readonly confirm_termination: ConfirmationInput;
  readonly correct_receipt: ReceiptInput;
  readonly revoke_termination: PersonInput;
  readonly discard: TaskInput;
  readonly add_reminder: AddReminderInput;
  readonly remove_reminder: RemoveReminderInput;
  readonly dismiss_proposals: DismissInput;
  readonly read_again: ReadAgainInput;
}

const start = ['contract-start'] as const;
const leavingSteps = ['contract-check', 'contract-clearing'] as const;
const taskSteps = ['contract-check', 'contract-approval', 'contract-clearing', 'contract-signing'] as const;
const shared = sharedRules<ContractSituation>(contractKind, taskSteps, {
  covers: coversContract,
  hands: handsOf,
});

/** The flow of contracts as data (TASK-02), in the order in which actions are offered. */
const rules: {
  readonly [Key in keyof ContractInputs]: ActionRule<ContractSituation, ContractInputs[Key], ContractOutcome>;
} = {
  accept: shared.accept,
  to_check: {
    at: start,
    by: 'creator',
    isMain: always,
    preview: asAMatterOfCourse,
    personChoices: responsiblePeople,
    decide: toCheck,
  },
  take_over: {
    at: start,
    by: 'creator',
    // An amendment always needs its own check, approval and signature (CON-38).
    isOffered: ({ actor, document }) =>
      hasRole(actor, 'user-change-contract') && document.head.amends_id === null,
    // The timeline records who is accountable.
    needsFourEyes: true,
    decide: takeOver,
  },
  confirm_ending: {
    at: ['contract-clearing'],
    by: 'assignee',
    isOffered: ({ document }) => proposedEnding(document) !== null,
    condition: isSecondPerson,
    needsFourEyes: true,
    isMain: always,
    decide: confirmEnding,
  },
  finish_clearing: {
    at: ['contract-clearing'],
    by: 'assignee',
    isOffered: ({ document }) => isSigned(document.timeline),
    condition: isAsApproved,
    isMain: (situation) => isAsApproved(situation) === true && proposedEnding(situation.document) === null,
    preview: asAMatterOfCourse,
    decide: finishClearing,
  },
  to_approval: {
    at: leavingSteps,
    by: 'assignee',
    isOffered: (situation) => !needsNoApproval(situation),
    isMain: always,
    preview: asAMatterOfCourse,
    decide: (situation, input) => completeCheck('contract-approval', 'to_approval', situation, input),
  },
  to_signing: {
    at: leavingSteps,
    by: 'assignee',
    isOffered: needsNoApproval,
    isMain: always,
    preview: asAMatterOfCourse,
    decide: (situation, input) => completeCheck('contract-signing', 'to_signing', situation, input),
  },
  approve: {
    ...shared.approve,
    decide: (situation, input) =>
      problemsBeforeForwarding(situation) ?? shared.approve.decide(situation, input),
  },
  sign: {
    at: ['contract-signing'],
    by: 'assignee',
    needsFourEyes: true,
    condition: (situation) => {
      const signer = maySign(situation, situation.actor.id);
      return signer === true ? isAsApproved(situation) : signer;
    },
    isMain: always,
    preview: asAMatterOfCourse,
    decide: sign,
  },
  decline: shared.decline,
  send_to_clearing: {
    ...shared.send_to_clearing,
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => isReopened(situation) || isOffered(shared.send_to_clearing, situation),
    condition: (situation) => isReopened(situation) || mayTake(shared.send_to_clearing, situation),
    decide: (situation, input) =>
      isReopened(situation) ? reopened(situation, input) : shared.send_to_clearing.decide(situation, input),
  },
  reassign: { ...shared.reassign, decide: passOn },
  give_back: shared.give_back,
  acknowledge: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => ownReminders(situation).length > 0,
    // The timeline records who decided.
    needsFourEyes: true,
    isMain: isAtRestOrEnded,
    decide: acknowledge,
  },
  terminate: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: mayTerminate,
    condition: isAsApproved,
    needsFourEyes: true,
    isMain: always,
    decide: giveNotice,
  },
  send_letter: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => awaitsLetter(situation) && isResponsible(situation),
    condition: isAsApproved,
    needsFourEyes: true,
    decide: sendCheckedLetter,
  },
  confirm_termination: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: awaitsConfirmation,
    isMain: always,
    decide: confirmTermination,
  },
  correct_receipt: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: mayCorrectReceipt,
    needsFourEyes: true,
    decide: correctLate,
  },
  revoke_termination: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: mayRevoke,
    isCommentRequired: true,
    needsFourEyes: true,
    personChoices: revokers,
    decide: revoke,
  },
  pause: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => isActive(situation) && isResponsible(situation),
    isCommentRequired: true,
    decide: (situation, input) => switched(situation, 'inactive', input),
  },
  resume: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => situation.document.head.status === 'inactive' && isResponsible(situation),
    decide: resumed,
  },
  discard: {
    at: [...start, ...taskSteps],
    by: 'assignee',
    isOffered: ({ document }) => !isSigned(document.timeline),
    condition: (situation) =>
      currentEntry(situation.document.timeline)?.type === 'contract-start' || mayCancel(situation),
    isIrreversible: true,
    decide: (situation, input) => outcome(situation, cancelled(situation, input)),
  },
  add_reminder: { at: 'anywhere', by: 'everyone', isOffered: maySetReminders, decide: addReminder },
  remove_reminder: { at: 'anywhere', by: 'everyone', isOffered: maySetReminders, decide: removeReminder },
  dismiss_proposals: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => editRights(situation).head === 'all',
    decide: dismissProposals,
  },
  read_again: {
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => isWorkedOn(situation) && editRights(situation).head === 'all',
    decide: readAgain,
  },
  comment: shared.comment,
  close_question: shared.close_question,
  hold: shared.hold,
  lift_hold: shared.lift_hold,
};

export const contractFlow = documentFlow<ContractInputs, ContractSituation, ContractOutcome>(
  rules,
  (action) => `contract.actions.${action}`,
);

/** The creator edits the draft; later clearing and people who may change contracts do (ROLE-11). */
export function editRights({
  actor,
  document,
  facts,
}: ContractSituation): EditRights & { readonly startsApprovalAgain: boolean } {
  const type = currentEntry(document.timeline)?.type;
  const isOwn = isAssignee({ actor, document, facts });
  const isMaking = type === 'contract-start' && isOwn && hasRole(actor, 'user-insert-contract');
  const isClearing = type === 'contract-clearing' && isOwn;
  const mayChange = type !== 'contract-start' && hasRole(actor, 'user-change-contract');
  const isOver = isContractFixed(document.head, facts.today) || document.head.status === 'incorporated';
  const mayEdit = (isMaking || isClearing || mayChange) && !isOver;
  return { head: mayEdit ? 'all' : [], lines: [], startsApprovalAgain: false };
}

/** Refuses to pass a signature to a person who may not sign (CON-39); for a group, signing checks the person. */
function passOn(situation: ContractSituation, input: PersonInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const person = facts.people.get(input.person_id ?? 0);
  const isSigning = currentEntry(document.timeline)?.type === 'contract-signing';
  if (isSigning && person !== undefined && !person.is_group) {
    const permission = maySign(situation, person.id);
    if (permission !== true) return { ...permission, field: 'person_id' };
  }
  return shared.reassign.decide(situation, input);
}

/** Whether the contract has no open task. */
function isAtRestOrEnded({ document: { timeline } }: ContractSituation): boolean {
  return currentEntry(timeline) === null;
}

/** People responsible for the contract, or who may edit it, may set reminders until it is read-only (CON-24). */
function maySetReminders(situation: ContractSituation): boolean {
  const { document, facts } = situation;
  const mayEdit = editRights(situation).head === 'all';
  const isOver = isContractFixed(document.head, facts.today) || document.head.amends_id !== null;
  return !isOver && (mayEdit || isResponsible(situation));
}

function isActive(situation: ContractSituation): boolean {
  return isRunning(situation) && situation.document.head.status !== 'inactive';
}

function isReopened(situation: ContractSituation): boolean {
  return isAtRest(situation) && isResponsible(situation);
}

/** Adds a clearing after the last entry, because there is no open task to end (TASK-05, TL-23). */
function reopened(situation: ContractSituation, { person_id, comment }: PersonInput) {
  const clearers = [...personsFor(situation, contractKind.clearer), ...responsiblePeople(situation)];
  const lbUserId = chosenPerson(situation.facts, person_id, clearers, 'person_id');
  if (isRefusal(lbUserId)) return lbUserId;
  const noted = comment ? [remark({ type: 'comment', status: 'comment', comment })] : [];
  const clearing = insertAfter({ type: contractKind.entries.clearing, lbUserId });
  return outcome(situation, change(situation.document.timeline, occasionOf(situation), ...noted, clearing));
}

/** A resumed contract counts in budgets again (DASH-09). */
function resumed(situation: ContractSituation, input: TaskInput): ContractOutcome | Refusal {
  const remarks = budgetRemarks(situation, 'resume', input);
  return isRefusal(remarks) ? remarks : switched(situation, 'active', input, remarks);
}

/** Pauses or resumes a running contract (CON-06). */
function switched(
  situation: ContractSituation,
  status: 'active' | 'inactive',
  { comment = null }: TaskInput,
  remarks: readonly SystemRemark[] = [],
): ContractOutcome | Refusal {
  const noted = systemRemark({ code: status === 'inactive' ? 'contract_paused' : 'contract_resumed' });
  const all = [...remarks, { ...noted, comment }].map((one) => remark(one));
  const timeline = change(situation.document.timeline, occasionOf(situation), ...all);
  return outcome(situation, timeline, { head: { status } });
}
