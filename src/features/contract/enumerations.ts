/** What a contract is about (DATA-36, ENUM-13). */
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
/** Whether it costs or earns money, as far as one can say (CON-26). */
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

/** How the other side was told (CON-28). */
export const noticeForms = ['letter', 'email', 'fax', 'portal', 'in_person'] as const;
export type NoticeForm = (typeof noticeForms)[number];

/** How the letter of a notice that the product writes reaches the partner (CON-31). */
export const letterChannels = ['email', 'post'] as const;
export type LetterChannel = (typeof letterChannels)[number];

/** How far such a letter is; `uncertain` where the mail server did not say whether it took it. */
export const letterStates = ['pending', 'sent', 'posted', 'failed', 'uncertain', 'withdrawn'] as const;
export type LetterState = (typeof letterStates)[number];
