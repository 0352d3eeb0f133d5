import { deletionKinds, removedKeys } from '../../src/features/deletion/model.ts';
import {
  folderProblems,
  mailFailures,
  mailKinds,
  nodeRoles,
  workKinds,
} from '../../src/features/operator/health.ts';
import { healthColumns } from '../../src/features/operator/web/HealthTable.tsx';

/** The texts of the operator area with composed keys. */
export const operatorFamilies: Readonly<Record<string, readonly string[]>> = {
  'deletion.title.*': deletionKinds,
  'deletion.about.*': deletionKinds,
  'deletion.what.*': deletionKinds,
  'deletion.count.*': [...removedKeys, 'deletable', 'kept', 'held', 'needed', 'uncovered'],
  'operator.column.*': ['number', 'company', 'created', 'status', 'documents', 'orders', 'invoices'],
  'operator.list.*': ['procurement', 'invoice'],
  'operator.none.*': ['procurement', 'invoice'],
  'operator.page.*': ['tenant', 'billing', 'direct-debits', 'health', 'security-log', 'global-configuration'],
  'operator.state.*': ['active', 'archived', 'all'],
  'operator.status.*': ['active', 'archived', 'moving', 'moved', 'arriving'],
  'health.column.*': [...healthColumns, 'actions'],
  'health.kind.*': workKinds,
  'health.mail_failure.*': mailFailures,
  'health.mail_kind.*': mailKinds,
  'health.folder.*': folderProblems,
  'health.role.*': nodeRoles,
};
