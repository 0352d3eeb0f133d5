/** A prerequisite of the tenant's first purchase request. */
export interface SetupStep {
  readonly name: 'client' | 'department' | 'cost_center' | 'ledger_account' | 'people' | 'approver' | 'roles';
  /** Id of an existing row that is not usable yet; null without one. */
  readonly waiting: number | null;
}

/** Fulfilled prerequisites, by the same rule as submitting, and rows that need links. */
export interface SetupAnswer extends Readonly<Record<SetupStep['name'], boolean>> {
  readonly department_id: number | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
}

export const setupQuery = `query Setup {
  procurement_setup {
    client department cost_center ledger_account people approver roles
    department_id cost_center_id ledger_account_id
  }
}`;

/** All steps, in order of dependency. */
export function setupSteps(answer: SetupAnswer): readonly SetupStep[] {
  const { department_id, cost_center_id, ledger_account_id } = answer;
  return [
    { name: 'client', waiting: null },
    { name: 'department', waiting: department_id },
    { name: 'cost_center', waiting: cost_center_id },
    { name: 'ledger_account', waiting: ledger_account_id },
    { name: 'people', waiting: null },
    { name: 'approver', waiting: department_id },
    { name: 'roles', waiting: null },
  ];
}

/** The missing steps. */
export function missingSteps(answer: SetupAnswer): readonly SetupStep[] {
  return setupSteps(answer).filter(({ name }) => !answer[name]);
}
