import { z } from 'zod';
import type { Described } from '../../../platform/server/openapi/described.ts';

/** Descriptions of routes by `METHOD /path`. */
export type Descriptions = Readonly<Record<string, Described>>;

/** A row id in an answer. */
export const id = z.int().positive();
export const day = z.iso.date();
export const instant = z.iso.datetime({ offset: true });
/** Decimal in plain notation with a point. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/);
export const row = z.looseObject({});
export const rows = z.array(row);

export const success = z.object({ success: z.literal(true) });
/** A job to ask for with `GET /api/job/{id}`. */
export const job = z.object({ job_id: id });
export const pdf = { file: ['application/pdf'] } as const;
export const anyFile = { file: ['application/octet-stream'] } as const;
/** The outcome of a test, in the language of the person. */
export const outcome = z.object({ success: z.boolean(), message: z.string() });
export const address = z.object({ url: z.string() });
