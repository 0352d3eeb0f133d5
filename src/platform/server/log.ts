import { type Logger, pino } from 'pino';
import type { LogLevel } from './configuration.ts';

export type Log = Logger;

/** Logs one JSON object per line to standard output, without anything that could contain a token or an address. */
export function openLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['req.headers', 'headers.authorization', 'token', 'jwt', 'refresh_token', 'email'],
      remove: true,
    },
    serializers: { err: describeError },
  });
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
