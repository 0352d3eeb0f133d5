import { addDays, type Day } from '../../base/day.ts';
import { daysOn } from '../../base/periods.ts';
import type { NoticeForm } from './enumerations.ts';
import { lastWorkingDayUntil } from './term/working-days.ts';

/** How a company sends notices (CON-28, CON-29). */
export interface Sending {
  /** Days that a letter takes to arrive. */
  readonly notice_transit_days: number;
  readonly federal_state: string | null;
}

/** Whether a notice in this form takes the transit days; other forms arrive on the day they are sent (CON-28). */
function isPosted(form: NoticeForm): boolean {
  return form === 'letter' || form === 'registered_letter';
}

/** The day on which a notice arrives that is sent on a day (CON-28). */
export function receiptOf(sent: Day, form: NoticeForm, sending: Pick<Sending, 'notice_transit_days'>): Day {
  return isPosted(form) ? addDays(sent, sending.notice_transit_days) : sent;
}

/**
 * The last day on which a notice in this form can be sent so that it arrives by a deadline (CON-32): a working day whose
 * receipt is on or before the last working day until the deadline. Null before the calendar.
 */
export function lastSafeDay(deadline: Day, form: NoticeForm, sending: Sending): Day | null {
  const state = sending.federal_state;
  const arrival = lastWorkingDayUntil(deadline, state);
  if (arrival === null || !isPosted(form)) return arrival;
  const sent = daysOn(arrival, -sending.notice_transit_days);
  return sent === null ? null : lastWorkingDayUntil(sent, state);
}

/** The last safe days by letter and by the forms that arrive at once (CON-32). */
export interface SafeDays {
  readonly letter: Day | null;
  readonly email: Day | null;
}

/** The text about the last safe days, `overview.safe.<key>`, as of a day (CON-32). */
export function safeText(
  { letter, email }: SafeDays,
  today: Day,
): { readonly key: 'both' | 'email' | 'over'; readonly letter: Day | null; readonly email: Day | null } {
  const isOpen = (day: Day | null): boolean => day !== null && day >= today;
  const key = isOpen(letter) ? 'both' : isOpen(email) ? 'email' : 'over';
  return { key, letter, email };
}

/** The last safe days for a deadline; without a company, letters have no transit days. */
export function safeDays(deadline: Day, sending: Sending | null): SafeDays {
  const known = sending ?? { notice_transit_days: 0, federal_state: null };
  return { letter: lastSafeDay(deadline, 'letter', known), email: lastSafeDay(deadline, 'email', known) };
}

/**
 * The day by which a notice has to leave, as of a day (OVW-10, CON-32): the last safe day of a letter, once that is over the
 * last safe day of the forms that arrive at once, and then the deadline itself.
 */
export function noticeDay(deadline: Day, sending: Sending | null, today: Day): Day {
  const { key, letter, email } = safeText(safeDays(deadline, sending), today);
  return { both: letter, email, over: null }[key] ?? deadline;
}
