import { Refused } from '../../../base/refusal.ts';
import { kindOfError } from '../kind-of-error.ts';
import { type Cause, currentCause, withCause } from './cause.ts';
import type { Span, SpanFacts, SpanKind, Tracer } from './span.ts';

/** The tracer of this process; null without traces. */
let tracer: Tracer | null = null;

export function installTracer(installed: Tracer | null): void {
  tracer = installed;
}

/** Whether this process writes traces. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a span that its caller ends; undefined without traces. */
export function openSpan(
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  from: Pick<Cause, 'requestId' | 'traceparent'>,
): Span | undefined {
  return tracer?.start(name, kind, { ...facts, 'kontor.request_id': from.requestId }, from.traceparent);
}

/** Runs work of this cause, within a span. */
export async function causedSpan<T>(
  cause: Cause,
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  run: () => Promise<T>,
): Promise<T> {
  const { requestId } = cause;
  const span = openSpan(name, kind, facts, cause);
  if (span === undefined) return await withCause(cause, run);
  try {
    return await withCause({ requestId, traceparent: span.traceparent, span }, run);
  } catch (error) {
    noteOutcome(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs a part of the work at hand within a span; work without a cause has none. */
export async function partSpan<T>(
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  run: () => Promise<T>,
): Promise<T> {
  const cause = currentCause();
  return tracer === null || cause === undefined ? await run() : causedSpan(cause, name, kind, facts, run);
}

/** Notes a failure that is caught within the span at hand. */
export function noteFailure(error: unknown): void {
  const span = currentCause()?.span;
  if (span) noteOutcome(span, error);
}

/** A refusal is an expected answer, no failure. */
function noteOutcome(span: Span, error: unknown): void {
  if (error instanceof Refused) span.note({ 'error.type': error.refusal.code });
  else span.fail(kindOfError(error));
}

/**
 * Calls another system within a span, which names neither host nor address. `traced` are the headers that pass the
 * trace on: none unless configured.
 */
export async function callSpan<T>(
  method: string,
  call: (traced: Readonly<Record<string, string>>, answered: (status: number) => void) => Promise<T>,
): Promise<T> {
  return await partSpan(method, 'client', { 'http.request.method': method }, () => {
    const cause = currentCause();
    const traceparent = tracer?.isPassedOn ? (cause?.traceparent ?? null) : null;
    return call(traceparent === null ? {} : { traceparent }, (status) =>
      cause?.span?.note({ 'http.response.status_code': status }),
    );
  });
}
