import { type Day, dayOfInstant, partsOf } from '../../src/base/day.ts';
import { defaultTimeZone } from '../../src/platform/constants.ts';

/** The day in the tenants of the tests (GEN-14); for some hours it is not that of the machine, nor that of UTC. */
export function today(): Day {
  return dayOfInstant(new Date(), defaultTimeZone);
}

/** The year of that day. */
export function thisYear(): number {
  return partsOf(today()).year;
}

/** The same day to PostgreSQL, whatever the time zone of the session. */
export const todayInSql = `(now() at time zone '${defaultTimeZone}')::date`;
