/** The names of days and months for the calendar, in the form of dayjs. */
export function calendarWords(tag: string): ILocale {
  const named = (
    count: number,
    options: Intl.DateTimeFormatOptions,
    dayOf: (place: number) => Date,
  ): string[] => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, place) => format.format(dayOf(place)));
  };
  // The first day of February 2026 is a Sunday.
  const weekday = (place: number) => new Date(Date.UTC(2026, 1, 1 + place));
  const month = (place: number) => new Date(Date.UTC(2026, place, 1));
  const weekdaysShort = named(7, { weekday: 'short' }, weekday);
  return {
    name: tag,
    weekdays: named(7, { weekday: 'long' }, weekday),
    weekdaysShort,
    weekdaysMin: weekdaysShort.map((name) => name.slice(0, 2)),
    months: named(12, { month: 'long' }, month),
    monthsShort: named(12, { month: 'short' }, month),
    formats: {},
    relativeTime: {},
  };
}
