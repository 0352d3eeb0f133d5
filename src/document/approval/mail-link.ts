import { isRefusal } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import type { EntryStatus } from '../../timeline/kinds.ts';
import { change, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import type { DocumentSituation, TaskInput } from '../facts.ts';
import type { Outcome } from '../outcome.ts';

/** Hours from the mail on in which its link decides (MAIL-06). */
export const linkLifetimeHours = 72;

/** What a link of a mail stands for now: a decision that can be made, or why none can be made with it any more (MAIL-06). */
export type LinkState = 'open' | 'decided' | 'moved' | 'expired' | 'changed' | 'off';

/** A link of a mail, as it was made. */
export interface MailLink {
  readonly contentVersion: number;
  /** Instants as ISO 8601 text. */
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** The task that a link is about, as its person sees it. */
export interface LinkedTask {
  readonly status: EntryStatus | null;
  readonly isCurrent: boolean;
  /** It is the person's own, or waits for a group of his. */
  readonly isOwn: boolean;
  readonly contentVersion: number;
}

/**
 * What a link stands for now (MAIL-06). What became of the task is told before anything about the link, since that is
 * what whoever opens it late wants to know.
 *
 * @param task null where the person does not see the document any more
 * @param isOn whether the tenant lets people decide from mails
 */
export function linkState(link: MailLink, task: LinkedTask | null, now: Date, isOn: boolean): LinkState {
  if (!isOn) return 'off';
  if (task === null) return 'moved';
  if (task.status === 'approved' || task.status === 'declined') return 'decided';
  if (!task.isCurrent || !task.isOwn) return 'moved';
  if (link.usedAt !== null || new Date(link.expiresAt) <= now) return 'expired';
  return task.contentVersion === link.contentVersion ? 'open' : 'changed';
}

/** Whether the link of a mail is good for the action, on the one task that it is about (MAIL-06). */
export function isLinkedAction(action: string): boolean {
  return ['accept', 'approve', 'decline'].includes(action);
}

/** The timeline says of a decision by the link of a mail that it was one (MAIL-06). */
export function withMailRemark<Result extends Outcome>(
  situation: DocumentSituation,
  { is_by_mail: isByMail }: TaskInput,
  result: Result,
): Result {
  if (!isByMail) return result;
  const told = remark(systemRemark({ code: 'decided_by_mail' }));
  const timeline = change(result.timeline, occasionOf(situation), told);
  return isRefusal(timeline) ? result : { ...result, timeline };
}
