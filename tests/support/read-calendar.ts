/** One event of a calendar, its properties by their names without parameters. */
export type ReadEvent = Readonly<Record<string, string>>;

export interface ReadCalendar {
  readonly properties: ReadEvent;
  readonly events: readonly ReadEvent[];
}

/**
 * Reads a calendar by the strict rules of RFC 5545: lines end with CR LF and have at most 75 octets, folded lines are
 * joined, texts unescaped.
 */
export function readCalendar(text: string): ReadCalendar {
  if (!text.endsWith('END:VCALENDAR\r\n')) throw new Error('the calendar does not end');
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error('a line does not end with CR LF');
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > 75) throw new Error(`too many octets: ${line}`);
  const lines = text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  const properties: Record<string, string> = {};
  const events: Record<string, string>[] = [];
  let current = properties;
  for (const line of lines) {
    const found = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line);
    if (found === null) throw new Error(`no property: ${line}`);
    const [, name = '', value = ''] = found;
    if (line === 'BEGIN:VEVENT') {
      current = {};
      events.push(current);
    } else if (line === 'END:VEVENT') current = properties;
    else if (name in current) throw new Error(`twice: ${line}`);
    else current[name] = unescaped(value);
  }
  return { properties, events };
}

function unescaped(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}
