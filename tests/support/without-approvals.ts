interface Sql {
  sql(text: string): Promise<unknown>;
}

/** No document needs an approval: neither for its value nor because of named approvers. */
export async function withoutApprovals(db: Sql): Promise<void> {
  await db.sql('update client set min_approval = 0');
  await withoutApprovers(db);
}

/** No cost center, department or supplier names approvers. */
export async function withoutApprovers(db: Sql): Promise<void> {
  for (const table of ['cost_center_approver', 'department_approver', 'supplier_approver'])
    await db.sql(`delete from ${table}`);
}
