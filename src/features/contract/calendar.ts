import type { Day } from '../../base/day.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';
import type { SafeDays } from './safe-days.ts';

/** The days of a contract shown in calendars, each with its column. */
export const calendarDays = {
  deadline: 'termination_deadline',
  end: 'end_date',
  reminder: 'reminder_date',
} as const;

export type CalendarEventKind = keyof typeof calendarDays;

/** The contract data shown in a calendar. */
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
  /** The last safe days of a notice; only of a deadline that is open and can be missed (CON-32). */
  readonly safe: SafeDays | null;
}

/** The status of a calendar event (RFC 5545, 3.8.1.11). */
export type EventState = 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';

/** Statuses before signing. */
const inTheMaking: readonly ContractStatus[] = ['pending', 'check', 'contract-approval', 'signature'];

/**
 * The days of an unsigned contract are tentative. After termination or expiry its deadline and reminder are obsolete,
 * so only the end event stays; a discarded contract keeps none.
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

/** One stable UID per contract and kind, so that calendars recognize the event when its day moves. */
export function uidOfEvent({ id, kind }: Pick<CalendarEvent, 'id' | 'kind'>, host: string): string {
  return `contract-${id}-${kind}@${host}`;
}

/** Calendars store 31-bit sequence numbers; seconds counted from this day fit until 2088. */
const firstRevision = Date.parse('2020-01-01T00:00:00Z');

/** A number that grows whenever a contract changes (RFC 5545, 3.8.7.4). */
export function revisionOf({ updated_at }: Pick<CalendarEvent, 'updated_at'>): number {
  return Math.floor((Date.parse(updated_at) - firstRevision) / 1000);
}
