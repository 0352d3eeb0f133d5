import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import { type ActionRule, isOffered, mayTake, needsComment, type Offer, take } from '../timeline/flow.ts';
import { type EntryType, isStep } from '../timeline/kinds.ts';
import { acceptTask, giveBackTask, groupToReturnTo, reassignTask } from '../timeline/task-actions.ts';
import { currentEntry } from '../timeline/timeline.ts';
import type { CoveredContent } from './approval/covered.ts';
import { mayBePassedTo, mayDecideApproval, mayHaveApproval, meansProblem } from './approval/entitled.ts';
import { roundProblem } from './approval/holds.ts';
import { withMailRemark } from './approval/mail-link.ts';
import { separateCheckProblem } from './approval/separate-check.ts';
import { approve } from './approval/step.ts';
import { type DocumentSituation, type PersonInput, personsFor, type TaskInput } from './facts.ts';
import { canBeHeld, canBeReleased, hold, liftHold } from './hold.ts';
import { clear, decline } from './interruption.ts';
import type { Kind } from './kind.ts';
import { type Outcome, outcome } from './outcome.ts';
import { type CommentInput, closeQuestions, commentOn, questionsTo, withAnswers } from './questions.ts';
import { withSubstitute } from './substitution.ts';

/** The inputs of the actions of a kind, by action. */
type ActionInputs<Inputs> = { readonly [Key in keyof Inputs]: TaskInput };

/** One rule per action, in the order in which actions are offered. */
type Rules<S extends DocumentSituation, Inputs extends ActionInputs<Inputs>, O extends Outcome> = {
  readonly [Key in keyof Inputs]: ActionRule<S, Inputs[Key], O>;
};

/** The flow of a kind: the server takes actions with it, and clients show the offers. */
export interface DocumentFlow<
  S extends DocumentSituation,
  Inputs extends ActionInputs<Inputs>,
  O extends Outcome,
> {
  readonly actions: readonly (keyof Inputs & string)[];
  /** Whether the actor may take the action now; the refusal explains a disabled button (API-40). */
  may(action: keyof Inputs & string, situation: S): true | Refusal;
  /** Whether the action is refused while somebody acts for the actor (AUTH-29). */
  needsFourEyes(action: keyof Inputs & string): boolean;
  /** Takes the action: its outcome, or a refusal. Never throws on invalid input. */
  decide<Key extends keyof Inputs & string>(action: Key, situation: S, input: Inputs[Key]): O | Refusal;
  /** The actions offered to the actor now, the main one first (API-40, TASK-01). */
  offers(situation: S): readonly Offer<keyof Inputs & string>[];
}

/**
 * The flow of a document kind, built from its table of rules (TASK-02); `labelKey` returns the text key of an action.
 */
export function documentFlow<
  Inputs extends ActionInputs<Inputs>,
  S extends DocumentSituation,
  O extends Outcome,
>(rules: Rules<S, Inputs, O>, labelKey: (action: string) => string): DocumentFlow<S, Inputs, O> {
  type Key = keyof Inputs & string;
  const actions = Object.keys(rules) as unknown as readonly Key[];

  const offer = <K extends Key>(key: K, isMain: boolean, situation: S): Offer<K> => {
    const rule = rules[key];
    const permission = mayTake(rule, situation);
    return {
      key,
      labelKey: labelKey(key),
      enabled: permission === true,
      refusal: permission === true ? null : permission,
      isMain,
      isIrreversible: rule.isIrreversible ?? false,
      isCommentRequired: needsComment(rule, situation),
      personChoices: rule.personChoices?.(situation) ?? null,
      next: rule.preview ? nextAfter(rule.decide(situation, rule.preview(situation)), situation) : null,
    };
  };

  return {
    actions,
    may: (action, situation) => mayTake(rules[action], situation),
    needsFourEyes: (action) => rules[action].needsFourEyes ?? false,
    decide(action, situation, input) {
      const result = take(rules[action], situation, input);
      if (isRefusal(result)) return result;
      return withAnswers(situation, input, withMailRemark(situation, input, result));
    },
    offers(situation) {
      const offered = actions.filter((key) => isOffered(rules[key], situation));
      const main = offered.find((key) => rules[key].isMain?.(situation)) ?? null;
      const offers = offered.map((key) => offer(key, key === main, situation));
      return offers.toSorted((left, right) => Number(right.isMain) - Number(left.isMain));
    },
  };
}

/** The inputs of the actions common to all kinds. */
export interface SharedInputs {
  readonly accept: TaskInput;
  readonly approve: TaskInput;
  readonly decline: PersonInput;
  readonly send_to_clearing: PersonInput;
  readonly reassign: PersonInput;
  readonly give_back: TaskInput;
  readonly comment: CommentInput;
  readonly close_question: TaskInput;
  readonly hold: TaskInput;
  readonly lift_hold: TaskInput;
}

/** Input that confirms everything, for a preview of the next step. */
export const asAMatterOfCourse = (): TaskInput => ({ confirmations: 'all' });
export const always = (): boolean => true;

/** What an approval of such a document covers, and the people who changed what it decides on (APPR-17, APPR-18). */
interface Decided<S extends DocumentSituation> {
  readonly covers: (document: S['document']) => CoveredContent;
  readonly hands: (situation: S) => readonly number[];
}

/**
 * The rules of the actions common to all kinds, for inclusion in the rules of a kind.
 *
 * @param steps all entries that are tasks
 */
export function sharedRules<S extends DocumentSituation>(
  kind: Kind,
  steps: readonly EntryType[],
  { covers, hands }: Decided<S>,
): Rules<S, SharedInputs, Outcome> {
  return {
    accept: {
      at: steps,
      by: 'group member',
      isOffered: isGroupTask,
      condition: (situation) => mayHaveApproval(situation, situation.actor.id),
      isMain: always,
      decide: (situation) => outcome(situation, acceptTask(situation)),
    },
    ...approvalRules<S>(kind, covers, hands),
    ...taskRules<S>(kind, steps),
    ...rulesOfEveryone<S>(),
  };
}

type SharedRules<S extends DocumentSituation, Key extends keyof SharedInputs> = Rules<
  S,
  Pick<SharedInputs, Key>,
  Outcome
>;

function approvalRules<S extends DocumentSituation>(
  { entries: { approval }, clearer }: Kind,
  covers: (document: S['document']) => CoveredContent,
  hands: (situation: S) => readonly number[],
): SharedRules<S, 'approve' | 'decline'> {
  return {
    approve: {
      at: [approval],
      by: 'assignee',
      needsFourEyes: true,
      condition: (situation) => {
        const permission = mayDecideApproval(situation);
        if (permission !== true) return permission;
        return (
          meansProblem(situation) ??
          roundProblem(situation, covers(situation.document)) ??
          separateCheckProblem(situation, hands(situation)) ??
          true
        );
      },
      isMain: always,
      preview: asAMatterOfCourse,
      decide: (situation, input) => approve(situation, input, hands(situation)),
    },
    decline: {
      at: [approval],
      by: 'assignee',
      isCommentRequired: true,
      needsFourEyes: true,
      personChoices: (situation) => personsFor(situation, clearer),
      decide: decline,
    },
  };
}

/** A task goes to another person. */
function taskRules<S extends DocumentSituation>(
  { entries: { clearing }, clearer }: Kind,
  steps: readonly EntryType[],
): SharedRules<S, 'send_to_clearing' | 'reassign' | 'give_back'> {
  return {
    send_to_clearing: {
      at: steps.filter((step) => step !== clearing),
      by: 'assignee',
      isCommentRequired: true,
      personChoices: (situation) => personsFor(situation, clearer),
      decide: clear,
    },
    reassign: { at: steps, by: 'assignee or admin', personChoices: () => [], decide: reassign },
    give_back: {
      at: steps,
      by: 'assignee',
      isOffered: (situation) => groupToReturnTo(situation) !== null,
      decide: (situation, { comment = null }) => outcome(situation, giveBackTask(situation, comment)),
    },
  };
}

/** What everyone may do who sees the document. */
function rulesOfEveryone<S extends DocumentSituation>(): SharedRules<
  S,
  'comment' | 'close_question' | 'hold' | 'lift_hold'
> {
  return {
    comment: { at: 'anywhere', by: 'everyone', isCommentRequired: true, decide: commentOn },
    close_question: {
      at: 'anywhere',
      by: 'everyone',
      isOffered: (situation) => questionsTo(situation).length > 0,
      decide: closeQuestions,
    },
    hold: {
      at: 'anywhere',
      by: 'everyone',
      isOffered: canBeHeld,
      isCommentRequired: true,
      needsFourEyes: true,
      decide: hold,
    },
    lift_hold: {
      at: 'anywhere',
      by: 'everyone',
      isOffered: canBeReleased,
      isCommentRequired: true,
      needsFourEyes: true,
      decide: liftHold,
    },
  };
}

/** The next step and its person after an outcome. */
function nextAfter(result: Outcome | Refusal, situation: DocumentSituation): Offer<string>['next'] {
  if (isRefusal(result)) return null;
  const task = currentEntry(withSubstitute(situation, result).timeline);
  if (task === null) return { step: null, personName: null };
  const person = task.lbUserId === null ? null : situation.facts.people.get(task.lbUserId);
  return { step: task.type, personName: person?.name ?? null };
}

/** Whether the task waits for a group and no member has accepted it. */
function isGroupTask({ document, facts }: DocumentSituation): boolean {
  const task = currentEntry(document.timeline);
  return task !== null && isStep(task.type) && facts.people.get(task.lbUserId ?? 0)?.is_group === true;
}

/** Changes the person only. An approval requires a person who may have it (TASK-04, APPR-19). */
function reassign(situation: DocumentSituation, input: PersonInput): Outcome | Refusal {
  if (typeof input.person_id !== 'number') return refuse('person_required', { field: 'person_id' });
  const reassigned = reassignTask(situation, input.person_id, input.comment ?? null);
  if (isRefusal(reassigned)) return reassigned;
  const permission = mayBePassedTo(situation, input.person_id);
  return permission === true ? outcome(situation, reassigned) : { ...permission, field: 'person_id' };
}
