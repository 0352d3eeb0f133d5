import { z } from 'zod';
import { afterAcceptQuery, changeEditorQuery } from '../../../document/server/event-routes.ts';
import { renewBody } from '../../../features/contract/server/calendar-routes.ts';
import { noticeQuery } from '../../../features/contract/server/letter/notice-route.ts';
import { recognitionBody, uploadForm } from '../../../features/invoice/server/intake-routes.ts';
import { arrangement } from '../../../features/invoice/server/pages/pages-route.ts';
import { supplierOrderStates } from '../../../features/procurement/model.ts';
import { letterQuery } from '../../../features/procurement/server/pdf-route.ts';
import { startBody } from '../../../features/procurement/server/punchout-routes.ts';
import { confirmBody, sendBody } from '../../../features/procurement/server/sending-routes.ts';
import { statusBody } from '../../../features/procurement/server/status-update.ts';
import { shopStatuses } from '../../../features/punchout/log-words.ts';
import { testBody } from '../../../features/punchout/server/connection-route.ts';
import { uploadFields } from '../../../platform/server/files/files-upload.ts';
import { ticketBody } from '../../../platform/server/http/http-tickets.ts';
import { rowId } from '../../../platform/server/http/row-id.ts';
import {
  address,
  amount,
  anyFile,
  type Descriptions,
  id,
  instant,
  outcome,
  pdf,
  row,
  rows,
  success,
} from './answers.ts';

const orderState = z.enum(supplierOrderStates);
const sentOrder = success.extend({ state: orderState, job_id: id.nullable() });

/** Files of documents, and what is told of them. */
const files: Descriptions = {
  'POST /api/file': {
    does: 'Attaches a file to a document',
    tag: 'Files',
    form: {
      files: 'file',
      fields: uploadFields,
    },
    answer: z.object({ id: z.uuid() }),
  },
  'GET /api/file/:id': {
    does: 'Sends a file, for a person or for the ticket in the address',
    tag: 'Files',
    query: z.object({ ticket: z.string().optional() }),
    answer: anyFile,
  },
  'DELETE /api/file/:id': { does: 'Detaches a file from its document', tag: 'Files', answer: success },
  'POST /api/ticket': {
    does: 'Makes an address of a file that is valid for a minute without a token',
    tag: 'Files',
    body: ticketBody,
    answer: address,
  },
  'POST /api/events/afterAccept': {
    does: 'Notifies the person of a task',
    tag: 'Tasks',
    query: afterAcceptQuery,
    answer: success,
    status: 202,
  },
  'POST /api/events/change-editor': {
    does: 'Notifies of a task that was taken over',
    tag: 'Tasks',
    query: changeEditorQuery,
    answer: success,
    status: 202,
  },
  'GET /api/audit/history/:table/:id': {
    does: 'Lists the changes of a record, the newest first',
    tag: 'Audit',
    query: z.object({
      before: rowId.optional(),
      of: z.literal('content').optional(),
      entry: rowId.optional(),
    }),
    answer: z.object({ items: rows, next: id.nullable() }),
  },
};

/** Invoices as they arrive and are read. */
const invoices: Descriptions = {
  'POST /api/invoice/upload': {
    does: 'Receives up to twenty invoices as files',
    tag: 'Invoices',
    form: { files: 'files[]', fields: uploadForm },
    answer: z.object({
      invoices: z.array(
        z.object({
          id: id.nullable(),
          name: z.string(),
          error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
        }),
      ),
    }),
  },
  'POST /api/invoice/:id/recognition': {
    does: 'Reads the file of an invoice, for the first time or again',
    tag: 'Invoices',
    body: recognitionBody,
    answer: success.extend({ job_id: id.nullable() }),
  },
  'POST /api/invoice/:id/recognition/skip': {
    does: 'Goes on without reading the file of an invoice',
    tag: 'Invoices',
    body: recognitionBody,
    answer: success,
  },
  'GET /api/invoice/:id/document': {
    does: 'Sends the readable file of an invoice',
    tag: 'Invoices',
    answer: anyFile,
  },
  'POST /api/invoice/pages': {
    does: 'Turns, splits and joins pages of received invoices',
    tag: 'Invoices',
    body: arrangement,
    answer: row,
  },
};

/** Orders, and carts of marketplaces. */
const orders: Descriptions = {
  'GET /api/procurement/:id/pdf': {
    does: 'Sends a request or order as a letter',
    tag: 'Requests and orders',
    query: letterQuery,
    answer: pdf,
  },
  'POST /api/procurement/:id/send': {
    does: 'Sends the order to a supplier',
    tag: 'Requests and orders',
    body: sendBody,
    answer: sentOrder,
  },
  'POST /api/procurement/:id/confirm': {
    does: 'Records that a supplier confirmed the order',
    tag: 'Requests and orders',
    body: confirmBody,
    answer: sentOrder,
  },
  'POST /api/punchin/status-update/:status/document/:id': {
    does: 'Tells the marketplaces of a request its status',
    tag: 'Requests and orders',
    body: statusBody,
    answer: success.extend({
      document_id: id,
      status: z.enum(shopStatuses),
      orders: z.array(
        z.object({
          marketplace_id: id.nullable(),
          order_number: z.string().nullable(),
          state: orderState,
        }),
      ),
    }),
  },
  'POST /api/punchout/start': {
    does: 'Opens a marketplace for a request',
    tag: 'Marketplaces',
    body: startBody,
    answer: z.looseObject({ url: z.string(), cart_id: id, operation: z.string() }),
  },
  'GET /api/punchout/carts/:id': {
    does: 'Lists the carts of a request',
    tag: 'Marketplaces',
    answer: z.array(
      z.looseObject({
        id,
        state: z.enum(['open', 'returned', 'taken', 'cancelled']),
        is_at_shop: z.boolean(),
        failure: z.string().nullable(),
        marketplace: z.object({ id, name: z.string() }),
        taken: z.int(),
        waiting: z.int(),
        difference: z
          .object({ shop: amount.nullable(), items: amount.nullable(), currency: z.string() })
          .nullable(),
        version: z.string(),
      }),
    ),
  },
  'GET /api/punchout/cart/:id/items': {
    does: 'Lists the items of a cart that are no lines yet',
    tag: 'Marketplaces',
    answer: rows,
  },
  'DELETE /api/punchout/cart/:id': { does: 'Removes a cart', tag: 'Marketplaces', answer: success },
  'POST /api/marketplace/test': {
    does: 'Tests the connection to a marketplace',
    tag: 'Marketplaces',
    body: testBody,
    answer: outcome,
  },
};

/** Contracts. */
const contracts: Descriptions = {
  'GET /api/contract/:id/notice-letter': {
    does: 'Sends a draft of the letter that gives notice',
    tag: 'Contracts',
    query: noticeQuery,
    answer: pdf,
  },
  'POST /api/contract/calendar': {
    does: 'Makes the address of the own calendar of contracts, in place of the former one',
    tag: 'Contracts',
    body: renewBody,
    answer: z.looseObject({ url: z.string(), created_at: instant.optional() }),
    status: 201,
  },
  'DELETE /api/contract/calendar': {
    does: 'Ends the own calendar of contracts',
    tag: 'Contracts',
    answer: success,
  },
};

export const documentRoutes: Descriptions = { ...files, ...invoices, ...orders, ...contracts };
