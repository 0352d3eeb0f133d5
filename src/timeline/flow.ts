import type { Day } from '../base/day.ts';
import { type Refusal, refuse } from '../base/refusal.ts';
import { commentLength } from '../platform/constants.ts';
import { hasRole } from '../platform/context.ts';
import type { EntryType } from './kinds.ts';
import { currentEntry, type Occasion, type Timeline } from './timeline.ts';

/** The person requesting an action. */
export interface Actor {
  readonly id: number;
  /** Effective roles (ROLE-03). */
  readonly roles: readonly string[];
  /** Task groups of the person. */
  readonly groupIds: readonly number[];
  /** Somebody else is logged in; actions under the four-eyes rule are then refused (AUTH-29). */
  readonly isImpersonated: boolean;
}

/** A person or task group as needed by the rules. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly is_group: boolean;
  readonly active: boolean;
  readonly blocked: boolean;
  /** The substitute and the days of absence, both included; without an end until further notice (APPR-15). */
  readonly substitute_id?: number | null;
  readonly absence_from?: Day | null;
  readonly absence_to?: Day | null;
}

/** Facts needed by the rules of every document, besides the document. */
export interface FlowFacts<P extends Person = Person> {
  /** Time of the action in ISO 8601. */
  readonly now: string;
  /** In the tenant's time zone (GEN-14). */
  readonly today: Day;
  /** Everyone mentioned by the document, its settings or the input. */
  readonly people: ReadonlyMap<number, P>;
}

export interface FlowDocument {
  readonly timeline: Timeline;
  readonly head: { readonly id: number | null; readonly creator_id: number };
}

/** One person and one document: everything a decision depends on, besides its input. */
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
  /** Restricts `at`: an action that makes no sense here is not shown at all. */
  readonly isOffered?: (situation: S) => boolean;
  /** Must be true for the action; a refusal is the reason of the disabled button. */
  readonly condition?: (situation: S) => true | Refusal;
  /** Requires a comment, always or while this is true. */
  readonly isCommentRequired?: boolean | ((situation: S) => boolean);
  /** Asks for confirmation, because it cannot be undone (TASK-19). */
  readonly isIrreversible?: boolean;
  /** Refused while acting as another user (AUTH-29). */
  readonly needsFourEyes?: boolean;
  /** The one filled button while this is true. */
  readonly isMain?: (situation: S) => boolean;
  /** Persons proposed by the dialog, best first (RDEF-04); absent if no person is chosen. */
  readonly personChoices?: (situation: S) => readonly number[];
}

/** One action of a document's flow: its conditions, and the decision that computes the outcome. */
export interface ActionRule<S extends Situation, Input extends ActionInput, Outcome>
  extends ActionConditions<S> {
  /** Default input, used to show the next step and person on the button (TASK-01). */
  readonly preview?: (situation: S) => Input;
  readonly decide: (situation: S, input: Input) => Outcome | Refusal;
}

/** An action offered to one person (API-40). */
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
  /** The next step and person; `step` is null if the document is then done. */
  readonly next: { readonly step: EntryType | null; readonly personName: string | null } | null;
}

/** Whether the action exists here for this person, and its condition is met. */
export function mayTake<S extends Situation>(rule: ActionConditions<S>, situation: S): true | Refusal {
  if (!isOffered(rule, situation)) return refuse('step_not_possible');
  const permission = isAllowedBy(rule.by, situation);
  if (permission !== true) return permission;
  if (rule.needsFourEyes && situation.actor.isImpersonated) return refuse('permission_denied');
  return rule.condition?.(situation) ?? true;
}

/** Takes the action: checks permission and comment, then decides. */
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

/** Whether the action requires a comment in this situation. */
export function needsComment<S extends Situation>(
  { isCommentRequired = false }: ActionConditions<S>,
  situation: S,
): boolean {
  return typeof isCommentRequired === 'boolean' ? isCommentRequired : isCommentRequired(situation);
}

/** Whether the action exists at the current entry, for any person. */
export function isOffered<S extends Situation>(rule: ActionConditions<S>, situation: S): boolean {
  const current = currentEntry(situation.document.timeline);
  const isHere = rule.at === 'anywhere' || (current !== null && rule.at.includes(current.type));
  return isHere && (rule.isOffered?.(situation) ?? true);
}

/** Whether the current entry is this person's own task. */
export function isAssignee({ actor, document }: Situation): boolean {
  return currentEntry(document.timeline)?.lbUserId === actor.id;
}

/** Whether the current entry is assigned to a task group of the person. */
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

/** The situation as needed by the engine; person 0, the tenant itself, signs nothing. */
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
