/** How a new tenant starts (ONB-01). */
export const onboardingModes = ['full', 'custom', 'none'] as const;
export type OnboardingMode = (typeof onboardingModes)[number];

/** Answer of `GET /api/onboarding` and of every change. */
export interface OnboardingState {
  /** The administrator's choice; null before it. */
  readonly mode: OnboardingMode | null;
  readonly has_company: boolean;
  /** Number of remaining sample records. */
  readonly sample: number;
  readonly counts: Readonly<Record<OnboardingPart, number>>;
}

/** Parts of an own selection, in order of dependency (ONB-02). */
export const onboardingParts = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
  'posting_key',
  'supplier',
  'product_group',
  'product',
  'lb_user',
] as const;
export type OnboardingPart = (typeof onboardingParts)[number];

/** Tables with sample records. */
export const sampleTables = [
  'procurement',
  'invoice',
  'product',
  'product_group',
  'supplier',
  'posting_key',
  'ledger_account',
  'cost_center',
  'department',
  'client',
] as const;
export type SampleTable = (typeof sampleTables)[number];

/** Why a sample record is kept: the document was continued, or an own document or record references it. */
export type KeptReason = 'continued' | 'documents' | 'records';
export const keptReasons: readonly KeptReason[] = ['continued', 'documents', 'records'];

export interface KeptSample {
  readonly table: SampleTable;
  readonly id: number;
  readonly name: string;
  readonly reason: KeptReason;
}

/** `DELETE /api/onboarding/sample`. */
export interface SampleRemoval {
  readonly removed: number;
  readonly kept: readonly KeptSample[];
}

/** The reason to keep a row of `table`, by the table that references it. */
export function keptReason(table: SampleTable, usedBy: string): KeptReason {
  if (table === 'procurement' || table === 'invoice') return 'continued';
  const isOfDocument = /^(document|procurement|invoice|contract|order|budget_amount)/.test(usedBy);
  return isOfDocument ? 'documents' : 'records';
}

/** Whether the onboarding should start: no company, and mode "none" not chosen (ONB-04). */
export function isToBeSetUp(state: Pick<OnboardingState, 'mode' | 'has_company'>): boolean {
  return !state.has_company && state.mode !== 'none';
}
