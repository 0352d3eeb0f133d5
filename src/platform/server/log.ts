import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { LogFormat, LogLevel } from './configuration.ts';
import { currentCause } from './telemetry/cause.ts';

export type Log = Logger;

/**
 * Logs one JSON object per line to standard output, without anything that could contain a token or an address. For
 * journald each line begins with its priority (sd-daemon(3)).
 */
export function openLog(
  level: LogLevel,
  format: LogFormat = 'json',
  output: DestinationStream = pino.destination(1),
): Log {
  return pino(logOptions(level), format === 'journald' ? withPriorities(output) : output);
}

/** How lines of the log look, wherever they go. */
export function logOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    redact: {
      paths: ['req.headers', 'headers.authorization', 'token', 'jwt', 'refresh_token', 'email'],
      remove: true,
    },
    serializers: { err: describeError },
    mixin: (_line, _level, logger) => causeFields(logger),
  };
}

/** What connects a line with the others of its request, and with its trace. */
function causeFields(logger: Pick<Logger, 'bindings'>): Readonly<Record<string, string>> {
  const cause = currentCause();
  if (cause === undefined) return {};
  const [, trace_id, span_id] = cause.traceparent?.split('-') ?? [];
  return {
    // The logger of the web server has it already.
    ...('request_id' in logger.bindings() ? {} : { request_id: cause.requestId }),
    ...(trace_id && span_id ? { trace_id, span_id } : {}),
  };
}

/** The priority of syslog for a level of the log: critical, error, warning, information, debug. */
function priorityOf(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}

/** `lastLevel` is set by the logger before each line, because of the symbol. */
function withPriorities(output: DestinationStream): DestinationStream {
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write: (line: string) => output.write(`<${priorityOf(stream.lastLevel)}>${line}`),
  };
  return stream;
}

/**
 * Message and origin of an error. Driver errors contain whole connections with secrets, so only these fields are
 * logged.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, detail, table, column, constraint, where } = error as unknown as Partial<
    Record<string, unknown>
  >;
  return {
    name,
    message,
    stack,
    ...{ code, detail, table, column, constraint, where },
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
