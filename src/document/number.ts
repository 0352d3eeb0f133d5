/** Purchase order, invoice, draft, contract, delivery note (ENUM-34), and export run (EXP-23). */
export type Abbreviation = 'PO' | 'IN' | 'DR' | 'CT' | 'DN' | 'EX';

/** `PO-000042`: padded to six digits; longer numbers are kept whole (NUM-01). */
export function formatDocumentNumber(abbreviation: Abbreviation, runningNumber: number): string {
  return `${abbreviation}-${String(runningNumber).padStart(6, '0')}`;
}
