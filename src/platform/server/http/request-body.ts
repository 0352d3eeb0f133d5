import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import { requireDescribedBody } from '../openapi/described.ts';

/** Deeper than the filter of any list. */
const maxNested = 60;
const maxFields = 100;
/** More values than any call has: list filters have a few thousand. */
const maxValues = 20_000;

/**
 * The validated body of a REST call. Refuses with `validation_failed` and all fields at once (VAL-45), or with
 * `malformed_request` if it is no JSON object.
 */
export function bodyOf<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  requireDescribedBody(request, schema);
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refused(refuse('malformed_request'));
  }
  const unreadable = unreadableFields(body);
  if (unreadable.length > 0) throw new Refused(refuse('validation_failed', { problems: unreadable }));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemOf(issue, body));
  throw new Refused(refuse('validation_failed', { problems }));
}

/** The fields of a body with text that cannot be stored: NUL, or half of a surrogate pair. */
function unreadableFields(body: object): FieldProblem[] {
  if (Object.keys(body).length > maxFields) throw new Refused(refuse('malformed_request'));
  return Object.entries(body)
    .filter(([, value]) => holdsUnreadable(value))
    .map(([field]) => ({ field: field.toWellFormed(), code: 'invalid_type', values: { type: 'text' } }));
}

/** Iterative, so that a hostile depth cannot exhaust the stack; refuses such depths. */
function holdsUnreadable(given: unknown): boolean {
  let level: readonly unknown[] = [given];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNested) throw new Refused(refuse('malformed_request'));
    const inner: unknown[] = [];
    for (const value of level) {
      if (isUnreadable(value)) return true;
      if (typeof value !== 'object' || value === null) continue;
      const keys = Object.keys(value);
      count += keys.length;
      if (count > maxValues) throw new Refused(refuse('malformed_request'));
      for (const key of keys) inner.push(key, Reflect.get(value, key));
    }
    level = inner;
  }
  return false;
}

function isUnreadable(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
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
