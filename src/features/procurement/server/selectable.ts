/**
 * Which departments, cost centers and ledger accounts may be chosen on a form, as SQL over the names of the rows
 * (PROC-05, VAL-04): the one rule of submitting, and of what a new tenant is told that it lacks.
 */
export const linkedTo = {
  department: (department: string, client: string): string =>
    `(${department}.client_id = ${client} or exists (
       select from department_client l where l.department_id = ${department}.id and l.client_id = ${client}))`,
  costCenter: (costCenter: string, client: string, department: string): string =>
    `(exists (select from cost_center_client l where l.cost_center_id = ${costCenter}.id and l.client_id = ${client})
      and exists (select from department_cost_center l
        where l.cost_center_id = ${costCenter}.id and l.department_id = ${department}))`,
  // An account that is linked with no company is for all of them.
  ledgerAccount: (account: string, client: string): string =>
    `(not exists (select from client_ledger_account l where l.ledger_account_id = ${account}.id)
      or exists (select from client_ledger_account l
        where l.ledger_account_id = ${account}.id and l.client_id = ${client}))`,
};
