/** What a contract is about (DATA-36). */
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
