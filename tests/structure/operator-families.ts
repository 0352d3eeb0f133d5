/** The texts of the operator area whose keys are put together. */
export const operatorFamilies: Readonly<Record<string, readonly string[]>> = {
  'operator.column.*': ['number', 'company', 'created', 'status', 'documents', 'orders', 'invoices'],
  'operator.list.*': ['procurement', 'invoice'],
  'operator.none.*': ['procurement', 'invoice'],
  'operator.page.*': ['tenant', 'direct-debits', 'global-configuration'],
  'operator.state.*': ['active', 'archived', 'all'],
  'operator.status.*': ['active', 'archived'],
};
