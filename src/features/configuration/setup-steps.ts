/** What the first purchase request of a tenant needs before anybody can submit it. */
export type SetupStep =
  | { readonly name: 'client' | 'department' | 'cost_center' | 'ledger_account'; readonly route: string }
  /** `department` is one to add the approver to; null while there is none. */
  | { readonly name: 'approver'; readonly department: number | null }
  | { readonly name: 'roles' };

interface Found {
  readonly id: number;
}

export interface SetupAnswer {
  readonly client: readonly Found[];
  readonly department: readonly Found[];
  readonly cost_center: readonly Found[];
  readonly ledger_account: readonly Found[];
  /** Whoever places orders, by the settings, by a company and by a department (RDEF-03). */
  readonly buyer: readonly Found[];
  readonly buyer_of_client: readonly Found[];
  readonly buyer_of_department: readonly Found[];
  /** A company whose requests have to be approved (APPR-04). */
  readonly approving_client: readonly Found[];
  /** Whoever may approve, by the links of departments, cost centers and suppliers (APPR-06). */
  readonly department_approver: readonly Found[];
  readonly cost_center_approver: readonly Found[];
  readonly supplier_approver: readonly Found[];
}

const named = 'where: { user_send_order_id: { _is_null: false } }, limit: 1';
const working = 'where: { lb_user: { active: { _eq: true }, blocked: { _eq: false } } }, limit: 1';

export const setupQuery = `query Setup {
  client(where: { active: { _eq: true } }, limit: 1) { id }
  department(where: { active: { _eq: true } }, limit: 1) { id }
  cost_center(where: { active: { _eq: true } }, limit: 1) { id }
  ledger_account(where: { active: { _eq: true } }, limit: 1) { id }
  buyer: configuration(
    where: { key: { _eq: "user_send_order_id" }, lb_user_id: { _is_null: false } }, limit: 1) { id }
  buyer_of_client: client(${named}) { id }
  buyer_of_department: department(${named}) { id }
  approving_client: client(where: { active: { _eq: true }, min_approval: { _gt: 0 } }, limit: 1) { id }
  department_approver(${working}) { id }
  cost_center_approver(${working}) { id }
  supplier_approver(${working}) { id }
}`;

const entities = [
  { name: 'client', route: 'client' },
  { name: 'department', route: 'department' },
  { name: 'cost_center', route: 'cost-center' },
  { name: 'ledger_account', route: 'ledger-account' },
] as const;

/** The steps that are still to be done, in the order in which one builds on the other. */
export function missingSteps(answer: SetupAnswer): readonly SetupStep[] {
  const buyers = [answer.buyer, answer.buyer_of_client, answer.buyer_of_department].flat();
  return [
    ...entities.filter(({ name }) => answer[name].length === 0),
    ...(lacksApprover(answer)
      ? [{ name: 'approver', department: answer.department[0]?.id ?? null } as const]
      : []),
    ...(buyers.length === 0 ? [{ name: 'roles' } as const] : []),
  ];
}

/** A company that is not there yet will want approvals, as new ones do. */
function lacksApprover(answer: SetupAnswer): boolean {
  const approvers = [
    answer.department_approver,
    answer.cost_center_approver,
    answer.supplier_approver,
  ].flat();
  return approvers.length === 0 && (answer.client.length === 0 || answer.approving_client.length > 0);
}
