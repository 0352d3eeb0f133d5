/** What the first purchase request of a tenant needs before anybody can submit it. */
export interface SetupStep {
  readonly name: 'client' | 'department' | 'cost_center' | 'ledger_account' | 'people' | 'approver' | 'roles';
  /** The row that is there already, but with which nothing can be requested yet; null while there is none. */
  readonly waiting: number | null;
}

/** What there is already, by the rule that submitting asks; and rows that only wait to be linked. */
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

/** All steps, in the order in which one builds on the other. */
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

/** The steps that are still to be done. */
export function missingSteps(answer: SetupAnswer): readonly SetupStep[] {
  return setupSteps(answer).filter(({ name }) => !answer[name]);
}
