/** Rights of one subject: which documents are visible, where the widest right wins (ROLE-04), and what is allowed. */
export interface RoleGroup {
  readonly name: 'general' | 'orders' | 'invoices' | 'contracts';
  /** From the widest to the narrowest. */
  readonly scopes: readonly string[];
  readonly others: readonly string[];
}

const subjects = { orders: /order/, invoices: /invoice/, contracts: /contract/ } as const;

const isScope = (role: string): boolean => /-see-(all|own|contracts)/.test(role);

/** The offered roles by subject, in their order; roles without a subject are general. */
export function roleGroups(offered: readonly string[]): readonly RoleGroup[] {
  const subjectOf = (role: string): RoleGroup['name'] => {
    if (subjects.orders.test(role)) return 'orders';
    if (subjects.invoices.test(role)) return 'invoices';
    return subjects.contracts.test(role) ? 'contracts' : 'general';
  };
  return (['general', 'orders', 'invoices', 'contracts'] as const).map((name) => {
    const own = offered.filter((role) => subjectOf(role) === name);
    return {
      name,
      scopes: own.filter((role) => isScope(role)),
      others: own.filter((role) => !isScope(role)),
    };
  });
}
