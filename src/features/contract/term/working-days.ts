import { getHolidays } from 'feiertagejs';
import { type Day, dayFrom, partsOf, weekday } from '../../../base/day.ts';
import { daysOn } from '../../../base/periods.ts';

type Region = Parameters<typeof getHolidays>[1];

const sunday = 7;
const longestMonth = 31;
/** Nationwide public holidays of Germany. */
const everywhere: Region = 'BUND';

/** Accepted names of federal states besides their codes (ISO 3166-2:DE). */
const namesOfStates: Readonly<Partial<Record<Region, readonly string[]>>> = {
  BW: ['Baden-Württemberg'],
  BY: ['Bayern', 'Bavaria'],
  BE: ['Berlin'],
  BB: ['Brandenburg'],
  HB: ['Bremen'],
  HE: ['Hessen', 'Hesse'],
  HH: ['Hamburg'],
  MV: ['Mecklenburg-Vorpommern', 'Mecklenburg-Western Pomerania'],
  NI: ['Niedersachsen', 'Lower Saxony'],
  NW: ['Nordrhein-Westfalen', 'North Rhine-Westphalia', 'NRW'],
  RP: ['Rheinland-Pfalz', 'Rhineland-Palatinate'],
  SL: ['Saarland'],
  SN: ['Sachsen', 'Saxony'],
  ST: ['Sachsen-Anhalt', 'Saxony-Anhalt'],
  SH: ['Schleswig-Holstein'],
  TH: ['Thüringen', 'Thuringia'],
};

const regions = new Map(
  Object.entries(namesOfStates).flatMap(([code, names = []]) =>
    [code, `DE-${code}`, ...names].map((name) => [plain(name), code as Region] as const),
  ),
);

/** Removes case, blanks, hyphens and umlauts, so that names count like the stored codes. */
function plain(name: string): string {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters.replaceAll('ue', 'u');
}

function regionOf(federalState: string | null): Region {
  return (federalState === null ? undefined : regions.get(plain(federalState))) ?? everywhere;
}

/** Cache by region and year: computing one year costs a hundred times as much as all other dates of a contract. */
const holidays = new Map<string, ReadonlySet<Day>>();
const maxYearsKept = 500;

function holidaysOf(year: number, region: Region): ReadonlySet<Day> {
  const key = `${region} ${year}`;
  const known = holidays.get(key);
  if (known !== undefined) return known;
  if (holidays.size >= maxYearsKept) holidays.clear();
  // The dates are noon in UTC; the date texts of the library are a day off in some time zones.
  const days = new Set(getHolidays(year, region).map(({ date }) => date.toISOString().slice(0, 10)));
  holidays.set(key, days);
  return days;
}

/** Monday to Saturday without public holidays (CON-29). */
function isWorkingDay(day: Day, region: Region): boolean {
  return weekday(day) !== sunday && !holidaysOf(partsOf(day).year, region).has(day);
}

/**
 * The n-th working day of a month (CON-29); null if it has fewer.
 *
 * @param day any day of the month
 * @param federalState as entered for the company; unknown states get the nationwide holidays
 */
export function nthWorkingDay(day: Day, count: number, federalState: string | null): Day | null {
  const region = regionOf(federalState);
  const { year, month } = partsOf(day);
  let left = count;
  for (let dayOfMonth = 1; dayOfMonth <= longestMonth; dayOfMonth += 1) {
    const found = dayFrom(year, month, dayOfMonth);
    if (found !== null && isWorkingDay(found, region)) left -= 1;
    if (left === 0) return found;
  }
  return null;
}

/** The last working day on or before a day, shown beside a deadline (CON-28). */
export function lastWorkingDayUntil(day: Day, federalState: string | null): Day | null {
  const region = regionOf(federalState);
  let found: Day | null = day;
  while (found !== null && !isWorkingDay(found, region)) found = daysOn(found, -1);
  return found;
}
