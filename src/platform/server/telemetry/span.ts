export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/**
 * All that a span may say. A closed list of words of the program and of counts: no address, name, number of a
 * document, content or token has a place in it.
 */
export interface SpanFacts {
  'http.request.method'?: string;
  /** The pattern of the route, never the address. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'db.system.name'?: 'postgresql';
  /** Fields of the schema that a request asks for. */
  'kontor.fields'?: string;
  'kontor.attempt'?: number;
  'kontor.request_id'?: string;
  /** The code of a refusal, or class and code of an error. */
  'error.type'?: string;
}

/** One piece of work within a trace. */
export interface Span {
  readonly traceparent: string;
  note(facts: SpanFacts): void;
  /** Marks it as failed. */
  fail(kind: string): void;
  end(): void;
}

/** Where spans begin. Knows nothing of OpenTelemetry, which is loaded only where an address is configured. */
export interface Tracer {
  /** Whether calls of other systems carry `traceparent`. */
  readonly isPassedOn: boolean;
  /** @param parent the `traceparent` of the work that caused it; null begins a trace */
  start(name: string, kind: SpanKind, facts: SpanFacts, parent: string | null): Span;
}
