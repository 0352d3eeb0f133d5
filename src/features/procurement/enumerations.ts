/** ENUM-28. */
export const procurementTypes = ['single_invoice', 'recurring_invoice', 'recurring_contract'] as const;

/** DATA-29. */
export const lineKinds = ['item', 'freight', 'surcharge'] as const;

export type LineKind = (typeof lineKinds)[number];

/** Which of the two prices of a line was typed (PRICE-03). */
export const priceModes = ['net', 'gross'] as const;
