import { addDays, type Day, daysBetween } from '../../../../base/day.ts';
import type { Where } from '../../../../document/listed-kind.ts';
import type { Format } from '../../../../platform/web/format.ts';
import type { ListedDocument } from './listed-document.ts';

export interface TaskGroup {
  /** Part of the text key `overview.group.{key}`. */
  readonly key: string;
  readonly tasks: readonly ListedDocument[];
}

/** Tasks of urgency days from a day to another, both included; null is open. */
export interface UrgencySpan {
  /** Part of the text key `overview.group.{key}`. */
  readonly key: 'overdue' | 'today' | 'soon' | 'later';
  readonly from: Day | null;
  readonly to: Day | null;
}

/** The groups of tasks by their urgency day (OVW-10). */
export function urgencySpans(today: Day): readonly UrgencySpan[] {
  return [
    { key: 'overdue', from: null, to: addDays(today, -1) },
    { key: 'today', from: today, to: today },
    { key: 'soon', from: addDays(today, 1), to: addDays(today, 7) },
    { key: 'later', from: addDays(today, 8), to: null },
  ];
}

/** The tasks of a span; those without an urgency day belong to none. */
export function whereOfSpan({ from, to }: UrgencySpan): Where {
  return { urgent_on: { ...(from === null ? {} : { _gte: from }), ...(to === null ? {} : { _lte: to }) } };
}

/** Tasks grouped by urgency day; empty groups are omitted. */
export function groupedByUrgency(tasks: readonly ListedDocument[], today: Day): readonly TaskGroup[] {
  const spans = urgencySpans(today);
  return grouped(tasks, [...spans.map(({ key }) => key), 'undated'], ({ urgentOn: day }) => {
    const own = day === null ? undefined : spans.find(({ to }) => to === null || day <= to);
    return own?.key ?? 'undated';
  });
}

/**
 * Separates open questions (TASK-23) from tasks of the person and their groups; reminders are tasks. The questions
 * form a group of their own.
 */
export function withoutQuestions(
  documents: readonly ListedDocument[],
  persons: readonly number[],
): { readonly questions: readonly TaskGroup[]; readonly tasks: readonly ListedDocument[] } {
  const isTask = ({ assigneeId, remindedIds }: ListedDocument): boolean =>
    [assigneeId, ...remindedIds].some((id) => id !== null && persons.includes(id));
  const asked = documents.filter((document) => !isTask(document));
  return {
    questions: asked.length > 0 ? [{ key: 'questions', tasks: asked }] : [],
    tasks: documents.filter(isTask),
  };
}

/** Tasks grouped by age in calendar days; empty groups are omitted. */
export function groupedByAge(
  tasks: readonly ListedDocument[],
  format: Pick<Format, 'dayOf'>,
  now: Date,
): readonly TaskGroup[] {
  const today = format.dayOf(now);
  return grouped(tasks, ['older', 'week', 'today'], ({ since }) => {
    const days = daysBetween(format.dayOf(since), today);
    if (days <= 0) return 'today';
    return days <= 7 ? 'week' : 'older';
  });
}

function grouped(
  tasks: readonly ListedDocument[],
  keys: readonly string[],
  keyOf: (task: ListedDocument) => string,
): readonly TaskGroup[] {
  return keys
    .map((key) => ({ key, tasks: tasks.filter((task) => keyOf(task) === key) }))
    .filter(({ tasks: found }) => found.length > 0);
}
