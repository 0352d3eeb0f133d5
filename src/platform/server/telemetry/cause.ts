import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** What the work at hand belongs to: a request, or one run of scheduled work. */
export interface Cause {
  /** A UUID; the same in the log, in spans, in the queue and in the header of mails. */
  readonly requestId: string;
  /** The span at hand, as a `traceparent` of W3C Trace Context; null without traces. */
  readonly traceparent: string | null;
  /** The span at hand, if it was begun in this process. */
  readonly span?: Span;
}

const causes = new AsyncLocalStorage<Cause>();

/** The cause of the work at hand; undefined outside of requests and of the queue. */
export function currentCause(): Cause | undefined {
  return causes.getStore();
}

/** Runs with this cause, and so does everything it awaits. */
export function withCause<T>(cause: Cause, run: () => T): T {
  return causes.run(cause, run);
}

const traceparentForm = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const requestIdForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A text of W3C Trace Context, version 00; null if it is none. */
export function traceparentOf(text: unknown): string | null {
  return typeof text === 'string' && traceparentForm.test(text) ? text : null;
}

/** The cause in one line, as it is passed through the database; empty without one. */
export function causeText(cause: Pick<Cause, 'requestId' | 'traceparent'> | undefined): string {
  if (cause === undefined) return '';
  return cause.traceparent === null ? cause.requestId : `${cause.requestId} ${cause.traceparent}`;
}

/** The reverse of `causeText`; null if the text is none. */
export function causeOfText(text: unknown): Cause | null {
  if (typeof text !== 'string') return null;
  const [requestId = '', traceparent] = text.split(' ');
  return requestIdForm.test(requestId) ? { requestId, traceparent: traceparentOf(traceparent) } : null;
}
