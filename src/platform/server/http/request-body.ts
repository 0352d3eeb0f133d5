import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';

/**
 * The checked body of a REST call. Refuses with `validation_failed` and all fields at once (VAL-45), or with
 * `malformed_request` when it is no JSON object.
 */
export function bodyOf<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refused(refuse('malformed_request'));
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemOf(issue, body));
  throw new Refused(refuse('validation_failed', { problems }));
}

function problemOf(issue: z.core.$ZodIssue, body: object): FieldProblem {
  const field = issue.path.map(String).join('.');
  const given = issue.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
  if (isEmpty(given)) {
    return { field, code: 'specific_field_required', values: { field } };
  }
  if (issue.code === 'too_big') return { field, code: 'value_too_long' };
  return {
    field,
    code: 'invalid_type',
    values: { type: 'expected' in issue ? String(issue.expected) : field },
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
