import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { orRefuse, type Refusal, Refused, refuse } from '../../../base/refusal.ts';
import { emptyStored } from '../../../document/fields.ts';
import { documentActions } from '../../../document/server/commands.ts';
import {
  comment,
  confirmable,
  day,
  key,
  onDocument,
  optionalKey,
  person,
  repeatable,
  sharedInputs,
  task,
  text,
} from '../../../document/server/inputs.ts';
import { type FieldSaving, saveFieldsCommand } from '../../../document/server/save-fields.ts';
import type { Command } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import { startTimeline } from '../../../timeline/operations.ts';
import { sealedProblem } from '../agreement.ts';
import { plainDecisions } from '../due-reminder.ts';
import { letterChannels, noticeForms } from '../enumerations.ts';
import { contractFields, contractLineFields } from '../fields.ts';
import { restartApproval } from '../forwarding.ts';
import type { ContractFacts, ContractFields, ContractLine } from '../model.ts';
import { proposalNames } from '../proposals.ts';
import { typingProblems } from '../rules.ts';
import { type ContractInputs, contractFlow, editRights } from '../steps.ts';
import { reminderTypes } from '../term/reminders.ts';
import { withoutNotice } from '../termination.ts';
import { amendCommand, incorporate } from './amendments.ts';
import { growthRemarks } from './counting.ts';
import { following } from './following.ts';
import { settledRate } from './settled-rate.ts';
import { loadCompany, type SavedTerms, type StoredContract, servedContract, storedLines } from './store.ts';

const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...person });

/** Actions on reminders and proposals conflict with no other changes, so they need no expected version. */
const aside = { ...repeatable, id: key() };
const letter = z.object({
  channel: z.enum(letterChannels),
  language: z.enum(languages).nullish(),
  recipient: text(254),
});
const longestNote = 2000;

/** The inputs of the actions of `steps.ts`, by action; they are also the arguments of the API. */
export const actionInputs = {
  ...sharedInputs,
  to_check: forward,
  take_over: task,
  to_approval: forward,
  to_signing: forward,
  sign: task,
  confirm_ending: task,
  finish_clearing: task,
  pause: task,
  resume: task,
  terminate: z.object({
    ...onDocument,
    ...comment,
    notice_sent_on: day(),
    terminated_on: day(),
    notice_form: z.enum(noticeForms).nullish(),
    agreed_end: day(),
    letter: letter.nullish(),
  }),
  send_letter: z.object({ ...onDocument, ...confirmable, ...comment, letter }),
  confirm_termination: z.object({ ...onDocument, ...comment, termination_confirmed_on: day() }),
  correct_receipt: z.object({ ...onDocument, ...comment, terminated_on: day(), letter: letter.nullish() }),
  revoke_termination: forward,
  discard: task,
  acknowledge: z.object({
    ...aside,
    ...comment,
    reminder_ids: z.array(key()).min(1).max(200),
    decision: z.enum(plainDecisions),
  }),
  add_reminder: z.object({
    ...aside,
    type: z.enum(reminderTypes),
    reminder_date: day(),
    days_before: z.number().int().min(0).max(999).nullish(),
    note: text(longestNote),
    reminded_id: optionalKey(),
  }),
  remove_reminder: z.object({ ...aside, reminder_id: key() }),
  dismiss_proposals: z.object({
    ...aside,
    recognition_id: key(),
    proposals: z.array(z.enum(proposalNames)).min(1).max(proposalNames.length),
  }),
  read_again: z.object({ ...aside, recognition_id: key() }),
} as const satisfies { readonly [Action in keyof ContractInputs]: z.ZodType<ContractInputs[Action]> };

export const contractActions = documentActions<
  typeof actionInputs,
  StoredContract,
  ContractFacts,
  SavedTerms
>(servedContract, {
  inputs: actionInputs,
  flow: contractFlow,
  persons: ['reminded_id'],
  foreseen: {
    // Without a notice it counts in budgets until later (DASH-09).
    revoke_termination: (document) => ({ ...document, head: withoutNotice(document) }),
  },
  // A signed amendment is written into its contract (CON-38).
  consequences: { sign: (tx, context, document) => incorporate(tx, context, document) },
});

const saving: FieldSaving<StoredContract, ContractFacts, typeof contractFields, ContractLine> = {
  fields: contractFields,
  mayBegin: (context) => mayCreate(context),
  begin: (occasion) => startTimeline({ type: 'contract-start' }, occasion),
  lines: {
    fields: contractLineFields,
    store: storedLines,
    empty: { ...emptyStored(contractLineFields), id: null, sort_no: 0 },
    settled: (line) => line,
    of: ({ lines }) => lines,
  },
  beside: confirmable,
  mayEdit: (situation) => editRights(situation).head === 'all',
  derived: async (situation, { head: typed, lines }, given, _context, tx) => {
    const { document, facts } = situation;
    // The loaded facts belong to the former company.
    const isOther = typed.client_id !== document.head.client_id;
    const ofCompany = isOther ? await loadCompany(tx, typed.client_id) : facts.ofCompany;
    const rate = await settledRate(tx, {
      former: document.head,
      head: typed,
      given: (given as GivenContract).head ?? {},
      companies: { former: facts.ofCompany, next: ofCompany },
    });
    const head = { ...typed, ...rate };
    const problems = typingProblems({ head, lines });
    if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
    const sealed = editRights(situation).head === 'all' ? sealedProblem(document, { head, lines }) : null;
    if (sealed) throw new Refused(sealed);
    const { confirmations } = given as GivenContract;
    const remarks = orRefuse(await growthRemarks(tx, situation, { head, lines }, confirmations));
    const isReminderTyped = isTyped(document.head, head, given);
    const content = { head, lines };
    const follows = following(document, content, { today: facts.today, ofCompany }, isReminderTyped);
    const isFollowing = rate.currency !== typed.currency;
    const changed = isFollowing ? [{ path: 'currency', field: 'currency', line: null }] : [];
    return { ...follows, head: { ...follows.head, ...rate }, changed, remarks };
  },
  restartApproval,
  isAlwaysReported: () => true,
  number: 'CT',
};

/** Creating a contract needs the right to do so (CON-05). */
function mayCreate(context: Context): true | Refusal {
  return hasRole(context, 'user-insert-contract') || refuse('permission_denied');
}

interface GivenContract {
  readonly head?: Partial<ContractFields> | null;
  readonly confirmations?: readonly string[];
}

/** Whether the reminder day is typed: a changed day is kept, an emptied one is computed again (CON-25). */
function isTyped(former: StoredContract['head'], head: ContractFields, given: GivenContract): boolean {
  if (given.head?.reminder_date === undefined || head.reminder_date === former.reminder_date) {
    return former.is_reminder_typed && head.reminder_date !== null;
  }
  return head.reminder_date !== null;
}

/** The commands of contracts (API-39): saving, and one per action of the flow. */
export const contractCommands: readonly Command[] = [
  saveFieldsCommand(servedContract, saving),
  amendCommand,
  ...contractActions.commands,
];
