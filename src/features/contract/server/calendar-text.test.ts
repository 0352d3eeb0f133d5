import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import { type Language, languages } from '../../../base/language.ts';
import type { CalendarEvent } from '../calendar.ts';
import { calendarText } from './calendar-text.ts';

const publicUrl = 'https://kontor.test';

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  kind: 'deadline',
  day: '2027-09-30',
  id: 12,
  number: 'CT-000012',
  name: 'Wartung Krane',
  partner: 'Hebezeug AG',
  status: 'active',
  termination_deadline: '2027-09-30',
  next_possible_contract_end: '2027-12-31',
  end_date: '2026-12-31',
  terminated_on: null,
  updated_at: '2026-11-24T10:11:12.345678+00:00',
  safe: null,
  ...change,
});

async function read(events: readonly CalendarEvent[], language: Language = 'de', company = 'Nordlicht GmbH') {
  return readCalendar(await calendarText(events, { language, company, publicUrl, alarmDays: null }));
}

describe('CON-30 calendar text', () => {
  it('CON-32 says at a deadline until when a notice must leave', async () => {
    const { events } = await read([event({ safe: { letter: '2027-09-27', email: '2027-09-30' } })]);
    expect(events[0]?.DESCRIPTION).toContain('Brief bis 27.09.2027, E-Mail bis 30.09.2027');
  });

  it('has whole-day events with summary, partner, consequence and link', async () => {
    const { properties, events } = await read([event()]);
    expect(properties).toMatchObject({ VERSION: '2.0', 'X-WR-CALNAME': 'Vertragsfristen Nordlicht GmbH' });
    expect(events).toEqual([
      {
        UID: 'contract-12-deadline@kontor.test',
        SEQUENCE: expect.stringMatching(/^\d+$/),
        DTSTAMP: '20261124T101112Z',
        DTSTART: '20270930',
        SUMMARY: 'Kündigungsfrist: CT-000012 Wartung Krane',
        DESCRIPTION:
          'Hebezeug AG\nGeht die Kündigung bis zu diesem Tag ein, endet der Vertrag am 31.12.2027.\n' +
          'https://kontor.test/contract/form?id=12',
        URL: 'https://kontor.test/contract/form?id=12',
        STATUS: 'CONFIRMED',
        TRANSP: 'TRANSPARENT',
        'X-MICROSOFT-CDO-ALLDAYEVENT': 'TRUE',
        'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT': 'TRUE',
        'X-MICROSOFT-CDO-BUSYSTATUS': 'FREE',
      },
    ]);
  });

  it('has days without time, independent of the server time zone', async () => {
    const text = await calendarText([event({ day: '2028-02-29' })], {
      language: 'de',
      company: 'Nordlicht',
      publicUrl,
      alarmDays: null,
    });
    expect(text).toContain('\r\nDTSTART;VALUE=DATE:20280229\r\n');
    expect(text).not.toContain('VTIMEZONE');
  });

  it('names the deadline, or else the end, in reminder events', async () => {
    const reminder = event({ kind: 'reminder', day: '2027-09-01' });
    const { events } = await read([reminder, { ...reminder, termination_deadline: null }]);
    expect(events.map(({ DESCRIPTION }) => DESCRIPTION?.split('\n')[1])).toEqual([
      'Eine Kündigung muss bis zum 30.09.2027 eingegangen sein.',
      'Der Vertrag endet am 31.12.2026.',
    ]);
  });

  it('I18N-01 is in the language of the reader', async () => {
    const titles = await Promise.all(
      languages.map(async (language) => (await read([event()], language)).events[0]?.SUMMARY),
    );
    expect(titles).toEqual(expect.arrayContaining(['Notice deadline: CT-000012 Wartung Krane']));
    expect(new Set(titles).size).toBe(languages.length);
  });

  it('omits a missing partner or name', async () => {
    const { events } = await read([event({ kind: 'end', name: null, partner: null })]);
    expect(events[0]).toMatchObject({
      SUMMARY: 'Laufzeitende: CT-000012',
      DESCRIPTION: 'https://kontor.test/contract/form?id=12',
    });
  });

  it('cancels obsolete events with the same UID and a higher sequence number', async () => {
    const later = {
      status: 'cancelled',
      terminated_on: '2026-12-01',
      updated_at: '2026-12-01T08:00:00Z',
    } as const;
    const { events } = await read([event(), event(later)]);
    const [before, after] = events;
    expect(after).toMatchObject({ UID: before?.UID, STATUS: 'CANCELLED', DTSTAMP: '20261201T080000Z' });
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
  });

  it('stays valid with any contract name: commas, line ends, emoji, Cyrillic', async () => {
    const name =
      'Miete, Halle 4; "Nord"\r\nEND:VEVENT\nBEGIN:VEVENT \\ 👩🏽‍🔧 Обслуживание кранов Миронов '.repeat(3);
    const { events, properties } = await read([event({ name })], 'de', 'Müller, Söhne; Co.\nKG');
    expect(events).toHaveLength(1);
    expect(events[0]?.SUMMARY).toBe(
      `Kündigungsfrist: CT-000012 ${'Miete, Halle 4; "Nord" END:VEVENT BEGIN:VEVENT \\ 👩🏽‍🔧 Обслуживание кранов Миронов '.repeat(3).trim()}`,
    );
    expect(properties.NAME).toBe('Vertragsfristen Müller, Söhne; Co. KG');
  });

  it('returns every written name unchanged when read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 255 }), async (name) => {
        const { events } = await read([event({ name, partner: name, kind: 'end' })]);
        expect(events).toHaveLength(1);
        const line = [...name].every(
          (sign) => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(sign),
        );
        if (line) expect(events[0]?.SUMMARY).toBe(`Laufzeitende: CT-000012 ${name}`.trim());
      }),
      { numRuns: 200 },
    );
  });

  it('is identical for the same events, so that clients need no second download', async () => {
    const write = () =>
      calendarText([event()], { language: 'de', company: 'Nordlicht', publicUrl, alarmDays: null });
    expect(await write()).toBe(await write());
  });

  it.each([
    [1, '-PT15H'],
    [7, '-P6DT15H'],
  ])('alarms %i days before, at nine in the morning, if set', async (alarmDays, trigger) => {
    const write = async (event_: CalendarEvent, days: number | null) =>
      await calendarText([event_], { language: 'de', company: 'Nordlicht', publicUrl, alarmDays: days });
    const text = await write(event(), alarmDays);
    expect(text).toContain('BEGIN:VALARM');
    expect(text).toContain(`TRIGGER:${trigger}`);
    expect(await write(event(), null)).not.toContain('VALARM');
    const over = event({ status: 'cancelled', terminated_on: '2026-12-01' });
    expect(await write(over, alarmDays)).not.toContain('VALARM');
  });

  it('is a valid calendar without events', async () => {
    expect((await read([])).events).toEqual([]);
  });
});
