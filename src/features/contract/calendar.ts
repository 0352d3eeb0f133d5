import type { Day } from '../../base/day.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';

/** The days of a contract that stand in a calendar, with the column that holds each. */
export const calendarDays = {
  deadline: 'termination_deadline',
  end: 'end_date',
  reminder: 'reminder_date',
} as const;

export type CalendarEventKind = keyof typeof calendarDays;

/** What of a contract stands in a calendar. */
export interface ScheduledContract {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly partner: string | null;
  readonly status: ContractStatus;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly end_date: Day | null;
  readonly terminated_on: Day | null;
  readonly updated_at: string;
}

export interface CalendarEvent extends ScheduledContract {
  readonly kind: CalendarEventKind;
  readonly day: Day;
}

/** How calendars show an event (RFC 5545, 3.8.1.11). */
export type EventState = 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';

/** Statuses in which nobody has signed a contract yet. */
const inTheMaking: readonly ContractStatus[] = ['pending', 'check', 'contract-approval', 'signature'];

/**
 * A contract in the making has days that may come to nothing. Once it ends, by a notice or by itself, nobody has to give
 * notice of it or think of it any more, while its end stays; one that was discarded does not even end.
 */
export function stateOfEvent({
  kind,
  status,
  terminated_on,
}: Pick<CalendarEvent, 'kind' | 'status' | 'terminated_on'>): EventState {
  if (inTheMaking.includes(status)) return 'TENTATIVE';
  if (status === 'incorporated') return 'CANCELLED';
  if (status !== 'cancelled' && status !== 'expired') return 'CONFIRMED';
  const isDiscarded = status === 'cancelled' && terminated_on === null;
  return kind === 'end' && !isDiscarded ? 'CONFIRMED' : 'CANCELLED';
}

/** Of one contract each kind has one event, which calendars know again wherever its day moves. */
export function uidOfEvent({ id, kind }: Pick<CalendarEvent, 'id' | 'kind'>, host: string): string {
  return `contract-${id}-${kind}@${host}`;
}

/** Calendars hold numbers of 31 bits, which the seconds since then fit into for as long as the product lives. */
const firstRevision = Date.parse('2020-01-01T00:00:00Z');

/** A number that grows whenever a contract changes (RFC 5545, 3.8.7.4). */
export function revisionOf({ updated_at }: Pick<CalendarEvent, 'updated_at'>): number {
  return Math.floor((Date.parse(updated_at) - firstRevision) / 1000);
}
