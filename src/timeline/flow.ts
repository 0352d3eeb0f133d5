import type { Day } from '../base/day.ts';
import { type Refusal, refuse } from '../base/refusal.ts';
import { commentLength } from '../platform/constants.ts';
import { hasRole } from '../platform/context.ts';
import type { EntryType } from './kinds.ts';
import { currentEntry, type Occasion, type Timeline } from './timeline.ts';

/** Who asks for an action. */
export interface Actor {
  readonly id: number;
  /** Effective roles (ROLE-03). */
  readonly roles: readonly string[];
  /** Task groups that the person is a member of. */
  readonly groupIds: readonly number[];
  /** Somebody else is really logged in; then nothing that needs four eyes is allowed (AUTH-29). */
  readonly isImpersonated: boolean;
}

/** A person or task group as the rules need it. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly is_group: boolean;
  readonly active: boolean;
  readonly blocked: boolean;
  /** Who has his tasks from one day to another, both included; without an end until further notice (APPR-15). */
  readonly substitute_id?: number | null;
  readonly absence_from?: Day | null;
  readonly absence_to?: Day | null;
}

/** What the rules of every document must know besides the document. */
export interface FlowFacts<P extends Person = Person> {
  /** The instant of the action as ISO 8601 text. */
  readonly now: string;
  /** In the tenant's time zone (GEN-14). */
  readonly today: Day;
  /** Everybody that the document, its settings or the input mention. */
  readonly people: ReadonlyMap<number, P>;
}

export interface FlowDocument {
  readonly timeline: Timeline;
  readonly head: { readonly id: number | null; readonly creator_id: number };
}

/** One person in front of one document: all that a decision looks at, besides its input. */
export interface Situation<
  Document extends FlowDocument = FlowDocument,
  Facts extends FlowFacts = FlowFacts,
> {
  readonly actor: Actor;
  readonly document: Document;
  readonly facts: Facts;
}

/** Who may take an action: the rule of ROLE-12 and TASK-01 with its few exceptions. */
export type By = 'assignee' | 'assignee or admin' | 'group member' | 'creator' | 'everyone';

export interface ActionInput {
  readonly comment?: string | null | undefined;
}

/** When and by whom an action may be taken, as data. */
export interface ActionConditions<S extends Situation> {
  /** The current entries at which the action exists. */
  readonly at: readonly EntryType[] | 'anywhere';
  readonly by: By;
  /** Narrows `at`: an action that does not make sense here is not shown at all. */
  readonly isOffered?: (situation: S) => boolean;
  /** What must hold before the action; its refusal is the disabled button's reason. */
  readonly condition?: (situation: S) => true | Refusal;
  /** Refused without a comment, always or while this holds. */
  readonly isCommentRequired?: boolean | ((situation: S) => boolean);
  /** Asks once before, and cannot be undone (TASK-19). */
  readonly isIrreversible?: boolean;
  /** Refused while acting as another user (AUTH-29). */
  readonly needsFourEyes?: boolean;
  /** The one filled button while this holds. */
  readonly isMain?: (situation: S) => boolean;
  /** Whom the dialog proposes, best first (RDEF-04); absent where no person is asked for. */
  readonly personChoices?: (situation: S) => readonly number[];
}

/** One action of a document's flow: its conditions, and the decision that says what it makes of the document. */
export interface ActionRule<S extends Situation, Input extends ActionInput, Outcome>
  extends ActionConditions<S> {
  /** Input that takes the action as a matter of course; tells the next step and person on the button (TASK-01). */
  readonly preview?: (situation: S) => Input;
  readonly decide: (situation: S, input: Input) => Outcome | Refusal;
}

/** An action on offer to one person (API-40). */
export interface Offer<Key extends string> {
  readonly key: Key;
  readonly labelKey: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Refusal | null;
  readonly isMain: boolean;
  readonly isIrreversible: boolean;
  readonly isCommentRequired: boolean;
  readonly personChoices: readonly number[] | null;
  /** Where the document goes and to whom; `step` is null when the document is then done. */
  readonly next: { readonly step: EntryType | null; readonly personName: string | null } | null;
}

/** Whether the action exists here, for this person, and its condition holds. */
export function mayTake<S extends Situation>(rule: ActionConditions<S>, situation: S): true | Refusal {
  if (!isOffered(rule, situation)) return refuse('step_not_possible');
  const permission = isAllowedBy(rule.by, situation);
  if (permission !== true) return permission;
  if (rule.needsFourEyes && situation.actor.isImpersonated) return refuse('permission_denied');
  return rule.condition?.(situation) ?? true;
}

/** Takes the action: checks whether it may be taken and the comment, then decides. */
export function take<S extends Situation, Input extends ActionInput, Outcome>(
  rule: ActionRule<S, Input, Outcome>,
  situation: S,
  input: Input,
): Outcome | Refusal {
  const permission = mayTake(rule, situation);
  if (permission !== true) return permission;
  const comment = input.comment?.trim() ?? '';
  if (comment.length > commentLength) {
    return refuse('value_too_long', { field: 'comment', values: { max: commentLength } });
  }
  if (comment === '' && needsComment(rule, situation))
    return refuse('comment_required', { field: 'comment' });
  return rule.decide(situation, { ...input, comment: comment === '' ? null : comment });
}

/** Whether the action is refused without a comment, as it is now. */
export function needsComment<S extends Situation>(
  { isCommentRequired = false }: ActionConditions<S>,
  situation: S,
): boolean {
  return typeof isCommentRequired === 'boolean' ? isCommentRequired : isCommentRequired(situation);
}

/** Whether the action exists at the current entry at all, whoever asks. */
export function isOffered<S extends Situation>(rule: ActionConditions<S>, situation: S): boolean {
  const current = currentEntry(situation.document.timeline);
  const isHere = rule.at === 'anywhere' || (current !== null && rule.at.includes(current.type));
  return isHere && (rule.isOffered?.(situation) ?? true);
}

/** Whether the current entry is this person's own task. */
export function isAssignee({ actor, document }: Situation): boolean {
  return currentEntry(document.timeline)?.lbUserId === actor.id;
}

/** Whether the current entry waits for a task group that the person is a member of. */
function isInAssignedGroup({ actor, document, facts }: Situation): boolean {
  const assignee = currentEntry(document.timeline)?.lbUserId ?? null;
  return assignee !== null && isGroup(facts, assignee) && actor.groupIds.includes(assignee);
}

export function isGroup(facts: FlowFacts, lbUserId: number): boolean {
  return facts.people.get(lbUserId)?.is_group ?? false;
}

/** Only active, unblocked persons and groups may get a task (TASK-04, RDEF-04). */
export function isAvailable(facts: FlowFacts, lbUserId: number): boolean {
  const person = facts.people.get(lbUserId);
  return person?.active === true && !person.blocked;
}

/** What the engine must know of the situation; the tenant itself, person 0, signs nothing. */
export function occasionOf({ actor, facts }: Situation): Occasion {
  return { now: facts.now, actorId: actor.id || null, isGroup: (lbUserId) => isGroup(facts, lbUserId) };
}

function isAllowedBy(by: By, situation: Situation): true | Refusal {
  const { actor, document } = situation;
  const isAllowed = {
    assignee: () => isAssignee(situation),
    'assignee or admin': () => isAssignee(situation) || hasRole(actor, 'user-admin'),
    'group member': () => isInAssignedGroup(situation),
    creator: () => document.head.creator_id === actor.id,
    everyone: () => true,
  }[by]();
  if (isAllowed) return true;
  return by === 'creator' ? refuse('permission_denied') : notAssignee(situation);
}

function notAssignee({ document, facts }: Situation): Refusal {
  const assignee = currentEntry(document.timeline)?.lbUserId ?? null;
  const name = assignee === null ? null : (facts.people.get(assignee)?.name ?? null);
  return refuse('not_assignee', { values: { name } });
}
