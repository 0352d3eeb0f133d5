/** "06:30" for 390 minutes after midnight. */
export function writtenMinute(minute: number): string {
  const padded = (value: number): string => String(value).padStart(2, '0');
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
}

/** The minutes after midnight of a text such as "06:30"; null for any other. */
export function typedMinute(typed: string): number | null {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(typed) ?? [];
  return hour === '' ? null : Number(hour) * 60 + Number(minute);
}
