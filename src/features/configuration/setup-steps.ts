/** What the first purchase request of a tenant needs before anybody can submit it. */
export type SetupStep =
  | { readonly name: 'client' | 'department' | 'cost_center' | 'ledger_account'; readonly route: string }
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
}

const named = 'where: { user_send_order_id: { _is_null: false } }, limit: 1';

export const setupQuery = `query Setup {
  client(where: { active: { _eq: true } }, limit: 1) { id }
  department(where: { active: { _eq: true } }, limit: 1) { id }
  cost_center(where: { active: { _eq: true } }, limit: 1) { id }
  ledger_account(where: { active: { _eq: true } }, limit: 1) { id }
  buyer: configuration(
    where: { key: { _eq: "user_send_order_id" }, lb_user_id: { _is_null: false } }, limit: 1) { id }
  buyer_of_client: client(${named}) { id }
  buyer_of_department: department(${named}) { id }
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
    ...(buyers.length === 0 ? [{ name: 'roles' } as const] : []),
  ];
}
