import { addDays, type Day } from '../../../base/day.ts';
import { targetDayFrom } from '../../../base/target-day.ts';

/** Days between the announcement and the collection where nothing else was agreed (DATA-07). */
const usualDays = 14;

/** At least a day lies between them, however little was agreed. */
export function prenotificationDays(agreed: number | null): number {
  return Math.max(1, agreed ?? usualDays);
}

/** The day that an invoice of this day announces: banks work on it, and the days of the announcement are kept. */
export function announcedDay(invoiced: Day, agreed: number | null): Day {
  return targetDayFrom(addDays(invoiced, prenotificationDays(agreed)));
}

/** The first day on which a bank collects what it gets on this day: it wants it a banking day before, of CORE and B2B alike. */
export function earliestDay(today: Day): Day {
  return targetDayFrom(addDays(targetDayFrom(today), 1));
}

/**
 * When it is collected: on the day announced, or later, where the announcement arrived later or the bank needs longer.
 *
 * @param told when the tenant was told of it
 */
export function collectionDay(
  { announced, told, days }: { readonly announced: Day; readonly told: Day; readonly days: number },
  today: Day,
): Day {
  const [latest = announced] = [announced, addDays(told, days), earliestDay(today)].toSorted().toReversed();
  return targetDayFrom(latest);
}
