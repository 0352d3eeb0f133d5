import { type Day, dayOfInstant, partsOf } from '../../src/base/day.ts';
import { defaultTimeZone } from '../../src/platform/constants.ts';

/** The current day in the tests' tenants (GEN-14); for some hours it differs from that of the machine and of UTC. */
export function today(): Day {
  return dayOfInstant(new Date(), defaultTimeZone);
}

/** The year of that day. */
export function thisYear(): number {
  return partsOf(today()).year;
}

/** The same day in PostgreSQL, independent of the session's time zone. */
export const todayInSql = `(now() at time zone '${defaultTimeZone}')::date`;
