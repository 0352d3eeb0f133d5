import { z } from 'zod';
import { importSettings } from '../../../entity/import-order.ts';
import { importAgain } from '../../../entity/server/import-route.ts';
import { tableSettings } from '../../../entity/table-order.ts';
import { testBody } from '../../../features/mailbox/server/mailbox-routes.ts';
import { exportOrder } from '../../../features/overview/server/export-order-input.ts';
import { signInAnswer } from '../../../platform/server/sign-in-answer.ts';
import { type Descriptions, id, job, outcome, row, success } from './answers.ts';

const begun = success.extend({ job_id: id });

/** Background work, lists and tables as files, and mailboxes. */
export const listRoutes: Descriptions = {
  'GET /api/job/:id': {
    does: 'Tells how far a job is, and its result',
    tag: 'Background work',
    answer: z.object({
      id,
      kind: z.string(),
      state: z.enum(['queued', 'running', 'done', 'failed']),
      progress: z.number(),
      result: z.unknown(),
      error: row.nullable(),
    }),
  },
  'POST /api/overview/export': {
    does: 'Writes a list of documents into a file in the background',
    tag: 'Lists and tables',
    body: exportOrder,
    answer: job,
    status: 202,
  },
  'POST /api/table/:entity/export': {
    does: 'Writes the rows of a table into a file in the background',
    tag: 'Lists and tables',
    body: tableSettings,
    answer: job,
    status: 202,
  },
  'POST /api/table': {
    does: 'Reads a spreadsheet or CSV file as CSV text',
    tag: 'Lists and tables',
    form: { files: 'file', fields: z.object({}) },
    answer: z.object({ text: z.string() }),
  },
  'POST /api/import/:entity': {
    does: 'Imports a spreadsheet or CSV file in the background; `id` is the job',
    tag: 'Lists and tables',
    form: {
      files: 'file',
      fields: z.object({
        settings: z
          .string()
          .optional()
          .describe(`JSON with ${Object.keys(importSettings.shape).join(', ')}`),
        idempotency_key: z.uuid().optional(),
      }),
    },
    answer: z.object({ id }),
  },
  'POST /api/import/:entity/again': {
    does: 'Answers the question of an import and repeats it; `id` is the new job',
    tag: 'Lists and tables',
    body: importAgain,
    answer: z.object({ id }),
  },
  'POST /api/mailbox/test': {
    does: 'Tests the login of a mailbox',
    tag: 'Mailboxes',
    body: testBody,
    answer: outcome,
  },
  'POST /api/mailbox/:id/auth-start': {
    does: 'Begins a sign-in at Microsoft or Google for a mailbox',
    tag: 'Mailboxes',
    answer: z.object({ success: z.boolean(), message: z.string().optional(), url: z.string().optional() }),
  },
  'POST /api/mailbox/auth-finish': {
    does: 'Ends a sign-in at Microsoft or Google for a mailbox',
    tag: 'Mailboxes',
    body: signInAnswer,
    answer: outcome.extend({ mailbox_id: id.optional() }),
  },
  'POST /api/mailbox/:id/disconnect': {
    does: 'Removes the login of a mailbox',
    tag: 'Mailboxes',
    answer: outcome,
  },
  'POST /api/mailbox/:id/run': {
    does: 'Reads a mailbox now in the background',
    tag: 'Mailboxes',
    answer: begun,
  },
  'POST /api/mailbox/mail/:id/retry': {
    does: 'Tries a mail again that was put aside',
    tag: 'Mailboxes',
    answer: begun,
  },
};
