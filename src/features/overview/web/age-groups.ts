import { daysBetween } from '../../../base/day.ts';
import type { Format } from '../../../platform/web/format.ts';
import type { ListedDocument } from './listed-document.ts';

export type AgeGroup = 'older' | 'week' | 'today';

/** The tasks by age in calendar days, the oldest first; groups without tasks are left out. */
export function groupedByAge(
  tasks: readonly ListedDocument[],
  format: Pick<Format, 'dayOf'>,
  now: Date,
): readonly { readonly group: AgeGroup; readonly tasks: readonly ListedDocument[] }[] {
  const today = format.dayOf(now);
  const groupOf = (task: ListedDocument): AgeGroup => {
    const days = daysBetween(format.dayOf(task.since), today);
    if (days <= 0) return 'today';
    return days <= 7 ? 'week' : 'older';
  };
  return (['older', 'week', 'today'] as const)
    .map((group) => ({ group, tasks: tasks.filter((task) => groupOf(task) === group) }))
    .filter(({ tasks: found }) => found.length > 0);
}
