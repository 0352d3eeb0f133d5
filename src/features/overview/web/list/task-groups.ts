import { addDays, type Day, daysBetween } from '../../../../base/day.ts';
import type { Format } from '../../../../platform/web/format.ts';
import type { ListedDocument } from './listed-document.ts';

export interface TaskGroup {
  /** Part of the text key `overview.group.{key}`. */
  readonly key: string;
  readonly tasks: readonly ListedDocument[];
}

/** Tasks grouped by due day; empty groups are omitted. */
export function groupedByUrgency(tasks: readonly ListedDocument[], today: Day): readonly TaskGroup[] {
  const soon = addDays(today, 7);
  return grouped(tasks, ['overdue', 'soon', 'later', 'undated'], ({ dueDate }) => {
    if (dueDate === null) return 'undated';
    if (dueDate < today) return 'overdue';
    return dueDate <= soon ? 'soon' : 'later';
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
