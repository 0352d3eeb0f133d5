/** A delivered account; the last values are rate and category of an account with automatic tax, input tax by default. */
export type ChartAccount = readonly [
  number: string,
  german: string,
  english: string,
  automaticTax?: string,
  automaticCategory?: 'S' | 'K',
];
