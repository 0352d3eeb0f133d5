import { addDays, type Day, daysBetween } from '../../../../base/day.ts';
import type { Format } from '../../../../platform/web/format.ts';
import type { ListedDocument } from './listed-document.ts';

export interface TaskGroup {
  /** The text of its title is `overview.group.{key}`. */
  readonly key: string;
  readonly tasks: readonly ListedDocument[];
}

/** Tasks in the order of their urgency, by the day on which they are due; groups without tasks are left out. */
export function groupedByUrgency(tasks: readonly ListedDocument[], today: Day): readonly TaskGroup[] {
  const soon = addDays(today, 7);
  return grouped(tasks, ['overdue', 'soon', 'later', 'undated'], ({ dueDate }) => {
    if (dueDate === null) return 'undated';
    if (dueDate < today) return 'overdue';
    return dueDate <= soon ? 'soon' : 'later';
  });
}

/**
 * Separates what waits only for an answer (TASK-23) from what is the person's task, or that of a group of his; what he
 * was reminded of is a task. The
 * questions are a group of their own, if there are any.
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

/** Tasks by age in calendar days; groups without tasks are left out. */
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
