import { z } from 'zod';
import { documentActions } from '../../../document/server/commands.ts';
import {
  comment,
  confirmable,
  onDocument,
  person,
  sharedInputs,
  task,
} from '../../../document/server/inputs.ts';
import { type FieldSaving, saveFieldsCommand } from '../../../document/server/save-fields.ts';
import type { Command } from '../../../graphql/server/command.ts';
import { change, forwardToNext, insertNext, startTimeline } from '../../../timeline/operations.ts';
import { invoiceFields } from '../fields.ts';
import type { InvoiceFacts } from '../model.ts';
import type { InvoiceOutcome } from '../recognising.ts';
import { totalsOf } from '../rules.ts';
import { editRights, type InvoiceInputs, invoiceFlow } from '../steps.ts';
import { type StoredInvoice, servedInvoice } from './served.ts';

const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...person });

/** The inputs of the actions of `steps.ts`, by action; they are the arguments of the API as well. */
export const actionInputs = {
  ...sharedInputs,
  start_recognition: task,
  skip_recognition: task,
  repeat_recognition: task,
  to_approval: forward,
  to_accounting: forward,
  to_export: task,
  discard: task,
} as const satisfies { readonly [Action in keyof InvoiceInputs]: z.ZodType<InvoiceInputs[Action]> };

export const invoiceActions = documentActions<
  typeof actionInputs,
  StoredInvoice,
  InvoiceFacts,
  InvoiceOutcome
>(servedInvoice, { inputs: actionInputs, flow: invoiceFlow });

/** What is typed by hand needs no recognition, and is checked by whoever typed it (TL-23); it has its number at once. */
const saving: FieldSaving<StoredInvoice, InvoiceFacts, typeof invoiceFields> = {
  fields: invoiceFields,
  begin: (occasion) => {
    const begun = startTimeline({ type: 'invoice-upload' }, occasion);
    const check = insertNext({ type: 'invoice-manual-check', lbUserId: occasion.actorId });
    return change(begun, occasion, check, forwardToNext({ status: 'upload' }));
  },
  mayEdit: (situation) => editRights(situation).head === 'all',
  derived: totalsOf,
  number: 'IN',
};

/** The commands of supplier invoices (API-39): saving, and one per action of the flow. */
export const invoiceCommands: readonly Command[] = [
  saveFieldsCommand(servedInvoice, saving),
  ...invoiceActions.commands,
];
