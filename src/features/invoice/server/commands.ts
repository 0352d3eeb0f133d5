import { z } from 'zod';
import type { DocumentFacts } from '../../../document/facts.ts';
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
import { totalsOf } from '../rules.ts';
import { editRights, type InvoiceInputs, type InvoiceOutcome, invoiceFlow } from '../steps.ts';
import { type StoredInvoice, servedInvoice } from './served.ts';

const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...person });

/** The inputs of the actions of `steps.ts`, by action; they are the arguments of the API as well. */
export const actionInputs = {
  ...sharedInputs,
  to_approval: forward,
  to_accounting: forward,
  to_export: task,
  discard: task,
} as const satisfies { readonly [Action in keyof InvoiceInputs]: z.ZodType<InvoiceInputs[Action]> };

const actions = documentActions<typeof actionInputs, StoredInvoice, DocumentFacts, InvoiceOutcome>(
  servedInvoice,
  { inputs: actionInputs, flow: invoiceFlow },
);

/** What is typed by hand needs no recognition, and is checked by whoever typed it (TL-23); it has its number at once. */
const saving: FieldSaving<StoredInvoice, DocumentFacts, typeof invoiceFields> = {
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
  ...actions.commands,
];
