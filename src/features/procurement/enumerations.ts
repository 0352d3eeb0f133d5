/** ENUM-28. */
export const procurementTypes = ['single_invoice', 'recurring_invoice', 'recurring_contract'] as const;

export type ProcurementType = (typeof procurementTypes)[number];

/** ENUM-18. */
export const paymentTimings = ['advance', 'postpaid', 'midterm'] as const;

export type PaymentTiming = (typeof paymentTimings)[number];

/** ENUM-19. */
export const usageTypes = ['usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly'] as const;

export type UsageType = (typeof usageTypes)[number];

/** DATA-29. */
export const lineKinds = ['item', 'freight', 'surcharge'] as const;

export type LineKind = (typeof lineKinds)[number];

/** Which of the two prices of a line was typed (PRICE-03). */
export const priceModes = ['net', 'gross'] as const;
