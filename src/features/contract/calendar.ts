import type { Day } from '../../base/day.ts';

/** What of a contract stands in a calendar. */
export interface ScheduledContract {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly partner: string | null;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly end_date: Day | null;
  readonly reminder_date: Day | null;
  readonly terminated_on: Day | null;
}

/** What a day of a calendar is about. */
export type CalendarEventKind = 'deadline' | 'end' | 'reminder';

export interface CalendarEvent {
  readonly kind: CalendarEventKind;
  /** Of one contract each kind has one event, which moves with its day. */
  readonly id: string;
  readonly day: Day;
  readonly contract: ScheduledContract;
}

/** The days of a contract that nobody shall miss (CON-30); a notice that was given leaves only its end. */
export function calendarEvents(contract: ScheduledContract): readonly CalendarEvent[] {
  const { termination_deadline, end_date, reminder_date, terminated_on } = contract;
  const isOver = terminated_on !== null;
  const days: readonly (readonly [CalendarEventKind, Day | null])[] = [
    ['deadline', isOver ? null : termination_deadline],
    ['end', end_date],
    ['reminder', isOver ? null : reminder_date],
  ];
  return days.flatMap(([kind, day]) =>
    day === null ? [] : [{ kind, id: `contract-${contract.id}-${kind}`, day, contract }],
  );
}
