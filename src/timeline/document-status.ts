import { type DocumentKind, type StatusOf, type StatusRule, statusRules } from './kinds.ts';
import { currentEntry, isCancelled, type Timeline } from './timeline.ts';

/**
 * The status a document has because of its timeline (TL-18, TL-25). What dates decide later (a contract
 * that is active or expired) is not the timeline's business.
 * Throws when the current entry cannot be current in this kind of document.
 */
export function documentStatus<Kind extends DocumentKind>(kind: Kind, timeline: Timeline): StatusOf[Kind] {
  const rule: StatusRule<StatusOf[Kind]> = statusRules[kind];
  if (isCancelled(timeline)) {
    const done = timeline.entries.filter(({ status }) => status === 'approved');
    const late = done.flatMap(({ type }) => rule.entries[type]?.cancelledLate ?? []);
    return late[0] ?? rule.cancelled;
  }
  const current = currentEntry(timeline);
  if (current === null) return rule.done;
  const status = rule.entries[current.type]?.status;
  if (status === undefined) throw new Error(`${current.type} cannot be the current entry of a ${kind}`);
  return status;
}
