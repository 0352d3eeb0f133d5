/** What a new tenant begins with (ONB-01). */
export const onboardingModes = ['full', 'custom', 'none'] as const;
export type OnboardingMode = (typeof onboardingModes)[number];

/** `GET /api/onboarding`, and what every change of it answers. */
export interface OnboardingState {
  /** What an administrator has chosen; null before the first choice. */
  readonly mode: OnboardingMode | null;
  readonly has_company: boolean;
  /** Records of the sample data that are still there. */
  readonly sample: number;
  readonly counts: Readonly<Record<OnboardingPart, number>>;
}

/** What an own selection enters, in the order in which one builds on the other (ONB-02). */
export const onboardingParts = [
  'client',
  'department',
  'cost_center',
  'ledger_account',
  'posting_key',
  'supplier',
  'product',
  'lb_user',
] as const;
export type OnboardingPart = (typeof onboardingParts)[number];

/** The tables that records of the sample data stand in. */
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

/** Why a record of the sample data stays: somebody has gone on with the document, or an own record points to it. */
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

/** Why a row of `table` stays, by the table whose row the database names as pointing to it. */
export function keptReason(table: SampleTable, usedBy: string): KeptReason {
  if (table === 'procurement' || table === 'invoice') return 'continued';
  const isOfDocument = /^(document|procurement|invoice|contract|order|budget_amount)/.test(usedBy);
  return isOfDocument ? 'documents' : 'records';
}

/** Whether an administrator begins here: nothing is chosen, and there is no company (ONB-04). */
export function isToBeSetUp(state: Pick<OnboardingState, 'mode' | 'has_company'>): boolean {
  return !state.has_company && state.mode !== 'none';
}
