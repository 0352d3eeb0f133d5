import { type DocumentKind, type StatusOf, type StatusRule, statusRules } from './kinds.ts';
import { currentEntry, isCancelled, type Timeline } from './timeline.ts';

/**
 * The status of a document according to its timeline (TL-18, TL-25). Changes by date (a contract becoming active or
 * expired) are not covered. Throws if the current entry cannot be current in this kind of document.
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
