/** Purchase order, invoice, draft, contract, delivery note (ENUM-34). */
export const abbreviations = ['PO', 'IN', 'DR', 'CT', 'DN'] as const;
export type Abbreviation = (typeof abbreviations)[number];

/** `PO-000042`: padded to six digits, longer numbers are not cut (NUM-01). */
export function formatDocumentNumber(abbreviation: Abbreviation, runningNumber: number): string {
  return `${abbreviation}-${String(runningNumber).padStart(6, '0')}`;
}

/**
 * The number after `last` (0 when none was given yet): raising the initial number jumps forward,
 * lowering it has no effect (NUM-03). Only purchase orders have an initial number; 0 and null mean 1 (NUM-02).
 */
export function nextDocumentNumber(last: number, initialNumber: number | null = null): number {
  return Math.max(last + 1, initialNumber ?? 0);
}
