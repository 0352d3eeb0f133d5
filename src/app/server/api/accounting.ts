import { z } from 'zod';
import { exportOrder } from '../../../features/accounting-export/export-order.ts';
import { creditorExportOrder } from '../../../features/accounting-export/master-data/preview.ts';
import {
  companyBody,
  noBody,
} from '../../../features/accounting-export/server/connections/connection-routes.ts';
import { ofEntry, ofRun } from '../../../features/accounting-export/server/reconciling/resolve-routes.ts';
import { withdrawal } from '../../../features/accounting-export/server/routes.ts';
import {
  closingOrder,
  closingQuestion,
  monthEndOrder,
  monthEndQuery,
} from '../../../features/month-end/server/query-input.ts';
import { rateQuery } from '../../../features/reference-rate/server/routes.ts';
import { tableMimes } from '../../../platform/server/files/files-type.ts';
import { rowId } from '../../../platform/server/http/row-id.ts';
import { signInAnswer } from '../../../platform/server/sign-in-answer.ts';
import { address, amount, anyFile, type Descriptions, day, id, job, row, rows, success } from './answers.ts';

const problem = z.looseObject({ code: z.string() }).nullable();

/** Invoices on their way to accounting. */
const exports: Descriptions = {
  'POST /api/invoice/export': {
    does: 'Exports invoices to accounting in the background',
    tag: 'Export',
    body: exportOrder,
    answer: job.extend({ run_ids: z.array(id) }),
    status: 202,
  },
  'POST /api/invoice/export/:run_id/withdraw': {
    does: 'Withdraws an export in the background',
    tag: 'Export',
    body: withdrawal,
    answer: job,
    status: 202,
  },
  'GET /api/export/:job_id/file': {
    does: 'Sends the file of a finished export; several files as one archive',
    tag: 'Export',
    answer: anyFile,
  },
  'GET /api/invoice/:id/bookings': {
    does: 'Shows the bookings that an invoice will have, and what prevents its export',
    tag: 'Export',
    answer: z.object({ target: z.string(), problem, day: day.nullable(), bookings: rows }),
  },
  'GET /api/invoice/export/readiness': {
    does: 'Tells by invoice what prevents its export; null: nothing',
    tag: 'Export',
    query: z.object({ ids: z.string().describe('Up to 500 ids, separated by commas') }),
    answer: z.record(z.string(), problem),
  },
  'POST /api/invoice/export/entry/:id/settle': {
    does: 'Records whether an uncertain invoice was booked',
    tag: 'Export',
    body: ofEntry,
    answer: success,
  },
  'POST /api/invoice/export/:run_id/settle': {
    does: 'Records whether the next 50 uncertain invoices of a run were booked',
    tag: 'Export',
    body: ofRun,
    answer: z.object({ settled: z.int(), left: z.int() }),
  },
  'POST /api/invoice/export/:run_id/look': {
    does: 'Asks the target of a run in the background what was booked',
    tag: 'Export',
    answer: job,
    status: 202,
  },
  'POST /api/invoice/export/:run_id/compare': {
    does: "Compares a run with a file of the tax adviser's bookings",
    tag: 'Export',
    form: { files: 'file', fields: z.object({}) },
    answer: row,
  },
};

const clientForm = z.object({ client_id: rowId });

/** Connected accounting systems and their master data. */
const connected: Descriptions = {
  'GET /api/datev/wrong-accounts': {
    does: 'Lists bookings that were exported with wrong accounts',
    tag: 'Accounting systems',
    answer: z.object({ count: z.int(), accounts: rows }),
  },
  'POST /api/datev/master-data/preview': {
    does: 'Shows what a file of accounts or creditors would change',
    tag: 'Accounting systems',
    form: { files: 'file', fields: clientForm },
    answer: row,
  },
  'POST /api/datev/master-data/apply': {
    does: 'Takes over the chosen changes of a file of accounts or creditors',
    tag: 'Accounting systems',
    form: {
      files: 'file',
      fields: clientForm.extend({ chosen: z.string().optional().describe('JSON: marks by key') }),
    },
    answer: z.object({ added: z.int(), changed: z.int(), deactivated: z.int(), waiting: z.int() }),
  },
  'POST /api/datev/master-data/export': {
    does: 'Writes the creditors of a company into a file',
    tag: 'Accounting systems',
    body: creditorExportOrder,
    answer: z.object({ file_id: z.uuid(), name: z.string(), creditors: z.int(), left_out: z.int() }),
  },
  'POST /api/datev/auth-start': {
    does: 'Begins to connect a company to DATEV',
    tag: 'Accounting systems',
    body: companyBody,
    answer: address,
  },
  'POST /api/datev/auth-finish': {
    does: 'Ends connecting a company to DATEV',
    tag: 'Accounting systems',
    body: signInAnswer,
    answer: success.extend({ data: z.object({ datev_client_id: z.string(), tenant_id: id }) }),
  },
  'POST /api/datev/disconnect': {
    does: 'Disconnects a company from DATEV',
    tag: 'Accounting systems',
    body: companyBody,
    answer: success,
  },
  'POST /api/ms-365/auth-start': {
    does: 'Begins to connect to Microsoft',
    tag: 'Accounting systems',
    body: noBody,
    answer: address,
  },
  'POST /api/ms-365/auth-finish': {
    does: 'Ends connecting to Microsoft',
    tag: 'Accounting systems',
    body: signInAnswer,
    answer: success.extend({ data: z.object({ tenant_id: id }) }),
  },
  'POST /api/ms-365/disconnect': {
    does: 'Disconnects from Microsoft',
    tag: 'Accounting systems',
    body: noBody,
    answer: success,
  },
};

/** The end of a month. */
const monthEnd: Descriptions = {
  'POST /api/month-end': {
    does: 'Lists the first rows and the sums of a list as of a day',
    tag: 'Month end',
    body: monthEndQuery,
    answer: z.object({ list: z.string(), day, count: z.int(), rows, totals: rows }),
  },
  'POST /api/month-end/file': {
    does: 'Writes a whole list as of a day into a file in the background',
    tag: 'Month end',
    body: monthEndOrder,
    answer: job,
    status: 202,
  },
  'POST /api/month-end/closing/state': {
    does: 'Tells whether a month of a company is closed',
    tag: 'Month end',
    body: closingQuestion,
    answer: z.looseObject({
      closed: row.nullable(),
      may_close: z.boolean(),
      is_complete: z.boolean(),
      is_writing: z.boolean(),
    }),
  },
  'POST /api/month-end/closing': {
    does: 'Closes a month of a company in the background',
    tag: 'Month end',
    body: closingOrder,
    answer: job,
    status: 202,
  },
  'GET /api/month-end/closing/:id/:content': {
    does: 'Sends a file of a closed month',
    tag: 'Month end',
    answer: { file: [tableMimes.csv, tableMimes.xlsx] },
  },
  'GET /api/reference-rate': {
    does: 'Proposes the rate of two currencies on a day',
    tag: 'Month end',
    query: rateQuery,
    answer: z.object({ found: z.object({ rate: amount, day }).nullable() }),
  },
};

export const accountingRoutes: Descriptions = { ...exports, ...connected, ...monthEnd };
