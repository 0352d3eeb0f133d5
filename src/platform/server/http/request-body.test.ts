import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Refused } from '../../../base/refusal.ts';
import { bodyOf } from './request-body.ts';

const schema = z.object({ month: z.string().regex(/^\d{4}-\d\d$/), count: z.number() });

function refusedFields(body: object): readonly unknown[] {
  try {
    bodyOf({ body, routeOptions: { config: {} } } as unknown as FastifyRequest, schema);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.refusal.problems ?? [];
  }
}

test('VAL-45 a value of the wrong form is refused by its field, never by the name of a pattern', () => {
  expect(refusedFields({ month: '2026-1', count: 'x' })).toEqual([
    { field: 'month', code: 'invalid_type', values: { type: 'month' } },
    { field: 'count', code: 'invalid_type', values: { type: 'number' } },
  ]);
  expect(refusedFields({ month: '2026-01', count: 1 })).toEqual([]);
});
