/**
 * - `open`: in progress or waiting.
 * - `refused`: stopped until the operator resumes it.
 */
export const billingStates = ['open', 'done', 'refused', 'cancelling', 'cancelled'] as const;
export type BillingState = (typeof billingStates)[number];

/** Why a billing stopped: the provider refused a step, or a document is not as expected. */
export const billingProblems = [
  'draft_refused',
  'finish_refused',
  'mail_refused',
  'debit_refused',
  'cancel_refused',
  'amount_differs',
  'document_gone',
  'document_cancelled',
] as const;
export type BillingProblem = (typeof billingProblems)[number];
