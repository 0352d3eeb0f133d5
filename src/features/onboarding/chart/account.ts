/** An account as it is delivered; the last value is the rate of an account that posts tax by itself. */
export type ChartAccount = readonly [number: string, german: string, english: string, automaticTax?: string];
