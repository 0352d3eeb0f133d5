/** Categories of contracts (DATA-36, ENUM-13). */
export const contractCategories = [
  'service',
  'subscription',
  'license',
  'maintenance',
  'consulting',
  'leasing',
  'rental',
  'support',
  'other',
] as const;
export type ContractCategory = (typeof contractCategories)[number];

/** ENUM-24. */
export const contractTypes = ['single_invoice', 'recurring_invoice', 'recurring_contract'] as const;
/** ENUM-20. */
export const contractPaymentMethods = [
  'bank_transfer',
  'direct_debit',
  'credit_card',
  'cash',
  'invoice',
  'other',
] as const;
/** Whether a contract costs or earns money (CON-26). */
export const paymentDirections = ['incoming', 'outgoing', 'both'] as const;
/** ENUM-23. */
export const contractLineTypes = [
  'service',
  'product',
  'license',
  'maintenance',
  'subscription',
  'other',
] as const;

/** How notice was given (CON-28). */
export const noticeForms = ['letter', 'registered_letter', 'email', 'fax', 'portal', 'in_person'] as const;
export type NoticeForm = (typeof noticeForms)[number];

/** How a generated notice letter reaches the partner (CON-31). */
export const letterChannels = ['email', 'post'] as const;
export type LetterChannel = (typeof letterChannels)[number];

/** States of such a letter; `uncertain` if the mail server did not confirm whether it accepted the mail. */
export const letterStates = ['pending', 'sent', 'posted', 'failed', 'uncertain', 'withdrawn'] as const;
export type LetterState = (typeof letterStates)[number];
