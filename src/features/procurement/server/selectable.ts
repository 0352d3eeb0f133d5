function ofCompany(costCenter: string, client: string): string {
  return `exists (select from cost_center_client l where l.cost_center_id = ${costCenter}.id and l.client_id = ${client})`;
}

/**
 * SQL conditions for the departments, cost centers and ledger accounts that may be chosen on a form (PROC-05, VAL-04).
 * Used on submit and in the setup check of a new tenant.
 */
export const linkedTo = {
  department: (department: string, client: string): string =>
    `(${department}.client_id = ${client} or exists (
       select from department_client l where l.department_id = ${department}.id and l.client_id = ${client}))`,
  /** A cost center and a company. */
  company: ofCompany,
  costCenter: (costCenter: string, client: string, department: string): string =>
    `(${ofCompany(costCenter, client)}
      and exists (select from department_cost_center l
        where l.cost_center_id = ${costCenter}.id and l.department_id = ${department}))`,
  // Accounts without linked company are valid for all companies.
  ledgerAccount: (account: string, client: string): string =>
    `(not exists (select from client_ledger_account l where l.ledger_account_id = ${account}.id)
      or exists (select from client_ledger_account l
        where l.ledger_account_id = ${account}.id and l.client_id = ${client}))`,
};
