/**
 * - `open`: it is worked on, or waits.
 * - `refused`: it does not go on by itself; the operator lets it go on.
 */
export const billingStates = ['open', 'done', 'refused', 'cancelling', 'cancelled'] as const;
export type BillingState = (typeof billingStates)[number];

/** Why a billing does not go on: a step that the provider has refused, or a document that is not what it has to be. */
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
