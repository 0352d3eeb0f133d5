/** A delivered account; the last value is the tax rate of an account with automatic tax. */
export type ChartAccount = readonly [number: string, german: string, english: string, automaticTax?: string];
