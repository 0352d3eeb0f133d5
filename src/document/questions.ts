import { type Refusal, refuse } from '../base/refusal.ts';
import { isAvailable, isGroup, occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { addComment, systemRemark } from '../timeline/task-actions.ts';
import { currentEntry } from '../timeline/timeline.ts';
import type { DocumentSituation, TaskInput } from './facts.ts';
import { type Outcome, outcome } from './outcome.ts';

export interface CommentInput extends TaskInput {
  /** Persons whom the comment asks (TASK-23). */
  readonly mention_ids?: readonly number[] | null | undefined;
}

/** The open questions that the actor has to answer. */
export function questionsTo({ actor, facts }: DocumentSituation): readonly number[] {
  return (facts.openQuestions ?? []).filter((one) => one.lb_user_id === actor.id).map((one) => one.id);
}

/**
 * Adds a comment, which may ask persons a question; nothing moves (TL-20, TASK-23). Only the creator sees a draft, so
 * that nobody can be asked about it.
 */
export function commentOn(situation: DocumentSituation, input: CommentInput): Outcome | Refusal {
  const { actor, document, facts } = situation;
  const asked = [...new Set(input.mention_ids ?? [])].filter((person) => person !== actor.id);
  if (asked.length > 0 && currentEntry(document.timeline)?.type === document.kind.entries.start) {
    return refuse('step_not_possible', { field: 'mention_ids' });
  }
  if (asked.some((person) => !isAvailable(facts, person) || isGroup(facts, person))) {
    return refuse('foreign_key_violation', { field: 'mention_ids' });
  }
  return outcome(situation, addComment(situation, input.comment ?? ''), { asked });
}

/** Closes the actor's open questions without an answer (TASK-23). */
export function closeQuestions(situation: DocumentSituation, { comment }: TaskInput): Outcome | Refusal {
  const closing = { ...systemRemark({ code: 'question_closed' }), comment: comment ?? null };
  const timeline = change(situation.document.timeline, occasionOf(situation), remark(closing));
  return outcome(situation, timeline, { answered: questionsTo(situation) });
}

/** A comment, alone or with an action, answers the actor's open questions (TASK-23). */
export function withAnswers<O extends Outcome>(
  situation: DocumentSituation,
  { comment }: TaskInput,
  result: O,
): O {
  if (!comment?.trim()) return result;
  return { ...result, answered: questionsTo(situation) };
}
