import ical, {
  escape as escapedText,
  foldLines,
  ICalAlarmType,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Day } from '../../../base/day.ts';
import { type Language, languageTag } from '../../../base/language.ts';
import { plainLine } from '../../../base/plain-line.ts';
import { mappedInTurns } from '../../../platform/server/fairness/in-turns.ts';
import { text } from '../../../platform/server/texts.ts';
import { type CalendarEvent, revisionOf, stateOfEvent, uidOfEvent } from '../calendar.ts';
import { contractKind } from '../kind.ts';

export interface CalendarReader {
  readonly language: Language;
  /** The name of the tenant. */
  readonly company: string;
  readonly publicUrl: string;
  /** Days before each event on which the calendar program alarms; null for no alarms. */
  readonly alarmDays: number | null;
}

/** Seconds after which calendar programs should read again. */
const timeToLive = 60 * 60;
const ending = 'END:VCALENDAR';
const secondsPerDay = 24 * 60 * 60;
/** Alarms come at nine in the morning, in seconds of the day. */
const morning = 9 * 60 * 60;

/**
 * The events as a calendar (RFC 5545): whole days, in the language of the reader, without amounts. The same events
 * give the same text, so that programs can detect that nothing has changed.
 */
export async function calendarText(
  events: readonly CalendarEvent[],
  { language, company, publicUrl, alarmDays }: CalendarReader,
): Promise<string> {
  const calendar = ical({
    // The library escapes all texts except the name.
    name: escapedText(plainLine(text(language, 'contract.calendar.name', { company })), false),
    prodId: '//Kontor//Kontor//EN',
    ttl: timeToLive,
  });
  const frame = calendar.toString();
  const words = wordsFor(language);
  const written = await mappedInTurns(events, (event) => {
    const entry = calendar.createEvent(eventData(event, words, publicUrl));
    if (alarmDays !== null && stateOfEvent(event) !== 'CANCELLED')
      entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmDays * secondsPerDay - morning });
    return foldLines(entry.toString());
  });
  return `${frame.slice(0, frame.lastIndexOf(ending))}${written.join('')}${ending}\r\n`;
}

function eventData(event: CalendarEvent, words: ReturnType<typeof wordsFor>, publicUrl: string) {
  const { id, kind, day, number, name, updated_at } = event;
  const url = new URL(`${contractKind.route}?id=${id}`, publicUrl).href;
  const contract = plainLine([number, name].filter(Boolean).join(' '));
  return {
    id: uidOfEvent(event, new URL(publicUrl).hostname),
    sequence: revisionOf(event),
    stamp: new Date(updated_at),
    start: new Date(`${day}T00:00:00Z`),
    allDay: true,
    summary: words.title(kind, contract),
    description: [...words.facts(event), url].join('\n'),
    url,
    status: ICalEventStatus[stateOfEvent(event)],
    // A contract date must not block the whole day.
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  };
}

/** The event texts in a language. */
function wordsFor(language: Language) {
  const days = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'medium', timeZone: 'UTC' });
  const shown = (day: Day): string => days.format(new Date(`${day}T00:00:00Z`));
  const lineOf = (key: string, day: Day | null): readonly string[] =>
    day === null ? [] : [text(language, key, { day: shown(day) })];
  const sentBy = ({ safe }: CalendarEvent): readonly string[] =>
    safe === null || safe.letter === null || safe.email === null
      ? []
      : [text(language, 'overview.safe.both', { letter: shown(safe.letter), email: shown(safe.email) })];
  return {
    title: (kind: CalendarEvent['kind'], contract: string) =>
      text(language, `contract.calendar.${kind}`, { contract }),
    facts: (event: CalendarEvent) => {
      const { kind, partner, termination_deadline: deadline, next_possible_contract_end, end_date } = event;
      return [
        ...(partner === null ? [] : [plainLine(partner)]),
        ...(kind === 'deadline' ? lineOf('contract.calendar.leads_to', next_possible_contract_end) : []),
        ...sentBy(event),
        ...(kind === 'reminder' ? lineOf('contract.calendar.notice_until', deadline) : []),
        ...(kind === 'reminder' && deadline === null ? lineOf('contract.calendar.ends_on', end_date) : []),
      ];
    },
  };
}
