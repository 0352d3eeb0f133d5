import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';

const digits = /^\d{1,15}$/;

/** The id of a row as text of a form, a query or a token; read as a number. */
export const rowId = z.string().regex(digits).transform(Number);

/** Whether a text can be the id of a row: exact as a number, however many zeros lead. */
export function isRowId(text: string): boolean {
  return digits.test(text);
}

/** The id of a row in the address of a request; refuses with `not_found`. */
export function idInPath({ params }: Pick<FastifyRequest, 'params'>, name = 'id'): number {
  const id = (params as Readonly<Record<string, string | undefined>>)[name] ?? '';
  if (!isRowId(id)) throw new Refused(refuse('not_found'));
  return Number(id);
}
