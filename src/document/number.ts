/** Purchase order, invoice, draft, contract, delivery note (ENUM-34), and a run of the export (EXP-23). */
export type Abbreviation = 'PO' | 'IN' | 'DR' | 'CT' | 'DN' | 'EX';

/** `PO-000042`: padded to six digits, longer numbers are not cut (NUM-01). */
export function formatDocumentNumber(abbreviation: Abbreviation, runningNumber: number): string {
  return `${abbreviation}-${String(runningNumber).padStart(6, '0')}`;
}
