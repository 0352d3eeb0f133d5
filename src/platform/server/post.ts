import { days, seconds } from './clock.ts';
import type { OutgoingHosts } from './outgoing.ts';
import { callPinned, type NoAnswerReason, NotReached } from './pinned-call.ts';

/** Time limit of an attempt in milliseconds. */
const patience = seconds(15);
/** Limit of an answer, which nobody reads, in bytes. */
const longestAnswer = 64 * 1024;
/** Answers that say something about the receiver, not about the message. */
const awayStatuses: readonly number[] = [408, 425, 429];

/** What came of an attempt. */
export interface Outcome {
  readonly status: number | null;
  /** Null if the message was accepted. */
  readonly problem: NoAnswerReason | 'redirected' | 'refused' | null;
  /** The receiver does not work at all, so that other messages need not be tried. */
  readonly isAway: boolean;
  /** How long the receiver asks to wait, in milliseconds. */
  readonly retryAfter: number | null;
}

/** Sends a message to an address that a user or a browser entered, by the rule of TECH-11; follows no redirect. */
export async function post(
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer },
  hosts: OutgoingHosts,
): Promise<Outcome> {
  try {
    const { status, headers } = await callPinned(new URL(url), {
      ...{ method: 'POST', headers: message.headers, body: Buffer.from(message.body) },
      ...{ hosts, longest: longestAnswer, patience },
    });
    if (status >= 200 && status < 300) return { status, problem: null, isAway: false, retryAfter: null };
    const isAway = status >= 500 || awayStatuses.includes(status);
    const problem = status >= 300 && status < 400 ? 'redirected' : 'refused';
    return { status, problem, isAway, retryAfter: secondsOf(headers['retry-after']) };
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    return { status: null, problem: error.reason, isAway: true, retryAfter: null };
  }
}

/** At most a day; null for anything but a number of seconds. */
function secondsOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(days(1), seconds(Number(text))) : null;
}
