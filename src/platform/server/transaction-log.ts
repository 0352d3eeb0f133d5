import type { Context } from '../context.ts';

/** One mutation of a client, kept for 90 days (AUD-09). */
export interface LoggedMutation {
  /** Its idempotency key, else the id of its request. */
  readonly key: string;
  readonly mutation: string;
  readonly variables: unknown;
  readonly response: unknown;
}

/**
 * The statement that logs a mutation in its own transaction, as `writer`. A failure to log does not fail the mutation
 * (API-20).
 */
export function logStatement(context: Context, { key, mutation, variables, response }: LoggedMutation) {
  return {
    text: 'select app.log_mutation($1, $2, $3, $4, $5, $6)',
    values: [
      context.tenantId,
      key,
      mutation,
      JSON.stringify(variables),
      JSON.stringify(response),
      context.actorId,
    ],
  };
}

/** The same value with every secret masked, at any depth. */
export function withoutSecrets(value: unknown, isSecret: (name: string) => boolean, mask: string): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part, isSecret, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isSecret(name) && typeof part === 'string' ? mask : withoutSecrets(part, isSecret, mask),
    ]),
  );
}
