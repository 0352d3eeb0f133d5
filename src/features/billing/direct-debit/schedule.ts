import { addDays, type Day } from '../../../base/day.ts';
import { targetDayFrom } from '../../../base/target-day.ts';

/** Default days between announcement and collection (DATA-07). */
const usualDays = 14;

/** Agreed or default days, at least one. */
export function prenotificationDays(agreed: number | null): number {
  return Math.max(1, agreed ?? usualDays);
}

/** The collection day announced on an invoice of this day: a banking day that keeps the announcement period. */
export function announcedDay(invoiced: Day, agreed: number | null): Day {
  return targetDayFrom(addDays(invoiced, prenotificationDays(agreed)));
}

/** The first collection day of a file sent on this day: CORE and B2B need it one banking day ahead. */
export function earliestDay(today: Day): Day {
  return targetDayFrom(addDays(targetDayFrom(today), 1));
}

/**
 * The collection day: the announced one, or later after a late announcement or file.
 * @param told day on which the tenant was informed
 */
export function collectionDay(
  { announced, reported, days }: { readonly announced: Day; readonly reported: Day; readonly days: number },
  today: Day,
): Day {
  const [latest = announced] = [announced, addDays(reported, days), earliestDay(today)]
    .toSorted()
    .toReversed();
  return targetDayFrom(latest);
}
