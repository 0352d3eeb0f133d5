import { z } from 'zod';
import { type Descriptions, row } from './answers.ts';

const running = z.object({ status: z.string(), version: z.string() });

const operation = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});
const graphqlAnswer = z.looseObject({ data: row.nullish(), errors: z.array(row).optional() });

/** The installation, and the ways to everything else. */
export const systemRoutes: Descriptions = {
  'GET /api/openapi.json': {
    does: 'Shows this description',
    tag: 'System',
    answer: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/health': { does: 'Tells whether the product can do its work', tag: 'System', answer: running },
  'GET /api/health/ready': {
    does: 'Tells whether the product can do its work',
    tag: 'System',
    answer: running,
  },
  'GET /api/health/live': { does: 'Tells that the process answers', tag: 'System', answer: running },
  'GET /api/environment': {
    does: 'Tells what is public of the installation',
    tag: 'System',
    answer: z.looseObject({
      environment: z.string(),
      sandboxes: z.array(z.string()),
      tenant: z.string().nullable(),
    }),
  },
  'GET /api/live': {
    does: 'Streams which documents change',
    tag: 'System',
    answer: { file: ['text/event-stream'] },
  },
  'POST /v1/graphql': {
    does: 'Reads and changes data by GraphQL; a list sends up to twenty operations',
    tag: 'GraphQL',
    body: z.union([operation, z.array(operation)]),
    answer: z.union([graphqlAnswer, z.array(graphqlAnswer)]),
  },
};
