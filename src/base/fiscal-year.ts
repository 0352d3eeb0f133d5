import { type Day, dayFrom, partsOf } from './day.ts';

/** The first day of the fiscal year of a day; 29 February becomes the 28th in other years. `start` is `MM-DD`. */
export function fiscalYearStart(day: Day, start: string): Day {
  const { year } = partsOf(day);
  const inYear = startIn(year, start);
  return inYear <= day ? inYear : startIn(year - 1, start);
}

function startIn(year: number, start: string): Day {
  const month = Number(start.slice(0, 2));
  const dayOfMonth = Number(start.slice(3));
  const found = dayFrom(year, month, dayOfMonth) ?? dayFrom(year, month, 28);
  if (found === null) throw new RangeError(`not a start of a fiscal year: ${start}`);
  return found;
}
