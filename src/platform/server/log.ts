import { type Logger, pino } from 'pino';
import type { LogLevel } from './configuration.ts';

export type Log = Logger;

/** One JSON object per line on standard output. Whatever could carry a token or an address is left out. */
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
 * What an error says and where it comes from. Errors of drivers carry whole connections, secrets included, so
 * only what is named here is written.
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
