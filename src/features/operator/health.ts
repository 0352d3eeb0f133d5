import type { TenantStatus } from '../../platform/tenant-status.ts';

/** Health of the installation for operators: figures, tenant names and codes, without contents. */

/** A process without a sign of life for this many seconds is silent; it sends one each minute. */
export const silentAfterSeconds = 180;

/** Failed jobs of a kind that are retried at once. */
export const maxRetries = 500;

/** Maximum length of the reason for discarding a failed job. */
export const longestReason = 200;

/** Tasks of a process. */
export const nodeRoles = ['web', 'worker'] as const;

/** Text keys in a tenant's history for operator actions on jobs and mails. */
export const operations = ['job_retried', 'job_discarded', 'mail_retried'] as const;

/** Jobs and other work with a translated name; others are shown by key. */
export const workKinds = [
  'send_order',
  'send_notice_letter',
  'settle_tasks',
  'remind_of_tasks',
  'import',
  'recognise_invoice',
  'recognise_contract',
  'learn_from_invoice',
  'invoice_export',
  'invoice_export_withdrawal',
  'warn_of_connections',
  'warn_of_mailboxes',
  'warn_of_service_tokens',
  'map_directory_group',
  'roll_over_contracts',
  'keep_contract_months',
  'remind_of_contracts',
  'import_mailbox',
  'send_webhooks',
  'scheduled_export',
  'import_kept_mail',
  'month_end_file',
  'month_end_closing',
  'overview_export',
  'login',
  'invitation',
  'control_changes',
  'mail',
  'digest',
  'address-mails',
  'scans',
  'mailboxes',
  'webhooks',
  'scheduled-exports',
  'daily',
  'seal-audit',
  'billing',
  'archive',
  'deletion',
  'storage',
  'clean-up',
] as const;

/** Mail kinds with a translated name. */
export const mailKinds = [
  'login',
  'welcome',
  'task',
  'digest',
  'order',
  'change',
  'cancellation',
  'termination',
  'warning',
  'reminder',
  'answer',
  'export',
  'test',
] as const;

export interface HealthNode {
  readonly id: string;
  readonly roles: readonly (typeof nodeRoles)[number][];
  /** Null for workers of versions that do not report it. */
  readonly version: string | null;
  /** Node.js version. */
  readonly runtime: string | null;
  readonly started_at: string;
  readonly heartbeat_at: string;
  readonly is_silent: boolean;
  /** Whether it runs another version than the answering process. */
  readonly is_other_version: boolean;
  /** Number of jobs in progress. */
  readonly running: number;
}

/** A kind of job, or other work such as sending mails. */
export interface HealthQueue {
  readonly kind: string;
  /** Scheduled for later. */
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  /** Open, but waiting for its tenant to be restored (OP-03). */
  readonly resting: number;
  /** Waiting after a failed attempt. */
  readonly repeated: number;
  readonly failed: number;
  /** Waiting time of the oldest due one; 0 without one. */
  readonly oldest_due_seconds: number;
  readonly is_late: boolean;
  /** Whether its failed work consists of jobs, which can be retried. */
  readonly has_jobs: boolean;
}

export interface HealthTenant {
  readonly id: number;
  readonly name: string;
  readonly status: TenantStatus;
  /** As of `counted_at`; null before the first count. */
  readonly files: number | null;
  readonly bytes: number | null;
  readonly documents: number | null;
  readonly counted_at: string | null;
  readonly failed_mails: number;
}

/** Why scans in a folder of `INBOX_DIR` wait. */
export const folderProblems = ['no_tenant', 'two_tenants'] as const;

/** A scan folder that matches no tenant or two (MBX-06). */
export interface HealthFolder {
  readonly name: string;
  readonly problem: (typeof folderProblems)[number];
}

export interface HealthDatabase {
  readonly version: string;
  readonly size_bytes: number;
  /** Null for an external database. */
  readonly free_bytes: number | null;
  readonly connections: number;
  readonly most_connections: number;
  readonly longest_transaction_seconds: number;
}

export interface HealthVersions {
  readonly product: string;
  readonly runtime: string;
  /** The newest applied migration. */
  readonly migration: string | null;
  /** Migrations of this version that are not applied. */
  readonly pending: number;
  /** Applied migrations unknown to this version, which means that a newer version is running too. */
  readonly unknown: number;
}

/** `GET /api/operator/health`. */
export interface HealthAnswer {
  /** Time of the check. */
  readonly at: string;
  readonly nodes: readonly HealthNode[];
  readonly queues: readonly HealthQueue[];
  readonly tenants: readonly HealthTenant[];
  readonly folders: readonly HealthFolder[];
  readonly database: HealthDatabase;
  readonly versions: HealthVersions;
}

export interface FailedJob {
  readonly tenant_id: number;
  readonly tenant: string;
  readonly id: number;
  readonly kind: string;
  readonly failed_at: string;
  readonly created_at: string;
  readonly attempts: number;
  /** Refusal code, or `unexpected` after a crash. */
  readonly code: string;
  /** Error class and code, such as `DatabaseError 23505`. */
  readonly failure: string | null;
  /** Id used in the log. */
  readonly request_id: string;
}

export interface FailedMail {
  readonly tenant_id: number;
  readonly tenant: string;
  readonly id: number;
  readonly kind: string;
  readonly state: 'failed' | 'uncertain';
  readonly created_at: string;
  readonly attempts: number;
  /** Masked, such as `a***@example.com`. */
  readonly recipient: string;
  /** Mail server code such as `550 5.1.1`, or one of `mailFailures`. */
  readonly failure: string;
  readonly may_retry: boolean;
}

/** Failures without a code of the mail server. */
export const mailFailures = ['recipient_blocked', 'interrupted', 'attempts_used', 'unknown'] as const;

/** Position after which the next page begins. */
export interface PlaceInList {
  readonly at: string;
  readonly tenant_id: number;
  readonly id: number;
}

/** `GET /api/operator/health/jobs?kind=&at=&tenant_id=&id=`, and `/mails` without `kind`. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly next: PlaceInList | null;
}
