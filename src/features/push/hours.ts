import { addDays, type Day, dayOfInstant, instantAt, weekday } from '../../base/day.ts';
import type { PushHours } from './push.ts';

/** The hours that are open now, else the next ones. */
export interface OpenHours {
  readonly isOpen: boolean;
  readonly from: Date;
  readonly to: Date;
}

/** Today, the day before, whose hours may last beyond midnight, and a week ahead. */
const daysLookedAt = [-1, 0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The hours in which a device tells something, at or after `now`; also on days on which clocks change (MOB-03). */
export function openHours(hours: PushHours, now: Date): OpenHours {
  const today = dayOfInstant(now, hours.zone);
  for (const distance of daysLookedAt) {
    const day = addDays(today, distance);
    if (!hours.days.includes(weekday(day))) continue;
    const [from, to] = [instantAt(day, hours.from, hours.zone), endOf(day, hours)];
    if (now < to && from < to) return { isOpen: now >= from, from, to };
  }
  throw new RangeError('hours without a day');
}

function endOf(day: Day, { from, to, zone }: PushHours): Date {
  return instantAt(to > from ? day : addDays(day, 1), to, zone);
}
