import type { LineKind } from '../../enumerations.ts';
import { isBlankLine, type LineDraft } from '../draft/draft.ts';

/** Surcharges of suppliers beside the goods (PROC-34). */
export const surcharges = ['freight', 'minimum_order', 'other'] as const;
export type Surcharge = (typeof surcharges)[number];

const kinds: Readonly<Record<Surcharge, LineKind>> = {
  freight: 'freight',
  minimum_order: 'surcharge',
  other: 'surcharge',
};

/** The distinct suppliers of the lines, which can have surcharges. */
export function chargingSuppliers(
  lines: readonly LineDraft[],
): readonly Pick<LineDraft, 'supplier' | 'new_supplier'>[] {
  const byKey = new Map<string, Pick<LineDraft, 'supplier' | 'new_supplier'>>();
  for (const line of lines) {
    const { supplier, new_supplier } = line;
    const key = supplier === null ? new_supplier.toLowerCase() : String(supplier.id);
    if (key !== '' && !isBlankLine(line) && !byKey.has(key)) byKey.set(key, { supplier, new_supplier });
  }
  return [...byKey.values()];
}

/** Turns a new line into a surcharge of the supplier, with quantity 1 and its usual name. */
export function withSurcharge(
  line: LineDraft,
  surcharge: Surcharge,
  description: string,
  from: Pick<LineDraft, 'supplier' | 'new_supplier'> | null,
): LineDraft {
  return { ...line, ...from, kind: kinds[surcharge], description, quantity: '1', unit: '' };
}
