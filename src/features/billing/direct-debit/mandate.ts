import { addMonths, type Day } from '../../../base/day.ts';

export const sepaSchemes = ['CORE', 'B2B'] as const;
export type SepaScheme = (typeof sepaSchemes)[number];

/** A mandate expires after this many months without a collection, by the rulebooks of both schemes. */
const monthsOfMandate = 36;

export interface MandateFacts {
  readonly agreement: boolean;
  readonly date: Day | null;
  readonly reference: string | null;
  readonly lastUse: Day | null;
}

/** A complete mandate. */
export interface Mandate extends MandateFacts {
  readonly date: Day;
  readonly reference: string;
}

/** The columns of a tenant with its mandate. */
export interface MandateRow {
  readonly sepa_agreement: boolean;
  readonly sepa_agreement_date: Day | null;
  readonly sepa_mandate_reference: string | null;
  readonly sepa_last_use: Day | null;
}

export function mandateFacts(row: MandateRow): MandateFacts {
  return {
    agreement: row.sepa_agreement,
    date: row.sepa_agreement_date,
    reference: row.sepa_mandate_reference,
    lastUse: row.sepa_last_use,
  };
}

export function isGiven(facts: MandateFacts): facts is Mandate {
  return facts.agreement && facts.date !== null && facts.reference !== null;
}

/** The last possible collection day of a mandate without further use. */
export function lastDayOf(mandate: Mandate): Day {
  const used = mandate.lastUse !== null && mandate.lastUse > mandate.date ? mandate.lastUse : mandate.date;
  return addMonths(used, monthsOfMandate);
}

/** A unique mandate reference: the tenant and the current minute. */
export function proposedReference(tenantId: number, now: Date): string {
  return `KONTOR-${tenantId}-${now.toISOString().slice(0, 16).replace(/\D/g, '')}`;
}
