/** What operators see of how the installation is: figures, names of tenants and codes, and no contents. */

/** A process is silent after so many seconds; it shows a sign of life each minute. */
export const silentAfterSeconds = 180;

/** So many failed jobs of a kind are begun anew at once. */
export const mostRetries = 500;

/** Of the reason for which a failed job is put away. */
export const longestReason = 200;

/** What a process does. */
export const nodeRoles = ['web', 'worker'] as const;

/** The texts of the history of a tenant for what an operator did with its work. */
export const operations = ['job_retried', 'job_discarded', 'mail_retried'] as const;

/** Kinds of jobs, and what the product does besides, that have a name in words; others are shown as they are called. */
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
  'roll_over_contracts',
  'remind_of_contracts',
  'import_mailbox',
  'import_kept_mail',
  'month_end_file',
  'overview_export',
  'login',
  'invitation',
  'control_changes',
  'mail',
  'digest',
  'address-mails',
  'scans',
  'mailboxes',
  'daily',
  'seal-audit',
  'billing',
  'archive',
  'deletion',
  'storage',
  'clean-up',
] as const;

/** The kinds of mails that have a name in words. */
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
  'test',
] as const;

export interface HealthNode {
  readonly id: string;
  readonly roles: readonly (typeof nodeRoles)[number][];
  /** Null for a worker of a version that does not say. */
  readonly version: string | null;
  /** The version of Node.js. */
  readonly runtime: string | null;
  readonly started_at: string;
  readonly heartbeat_at: string;
  readonly is_silent: boolean;
  /** It runs another version than the one that answers. */
  readonly is_other_version: boolean;
  /** How many jobs it works on. */
  readonly running: number;
}

/** Of one kind of job, or of what the product does besides, such as sending mails. */
export interface HealthQueue {
  readonly kind: string;
  /** Planned for later. */
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  /** Open, and waiting for its tenant to be restored (OP-03). */
  readonly resting: number;
  /** Waiting after an attempt that broke down. */
  readonly repeated: number;
  readonly failed: number;
  /** How long the oldest that is due waits; 0 without one. */
  readonly oldest_due_seconds: number;
  readonly is_late: boolean;
  /** Its failed ones are jobs, which can be begun anew. */
  readonly has_jobs: boolean;
}

export interface HealthTenant {
  readonly id: number;
  readonly name: string;
  readonly status: 'active' | 'archived';
  /** As of `counted_at`; null until it was counted for the first time. */
  readonly files: number | null;
  readonly bytes: number | null;
  readonly documents: number | null;
  readonly counted_at: string | null;
  readonly failed_mails: number;
}

export interface HealthDatabase {
  /** Of PostgreSQL. */
  readonly version: string;
  readonly size_bytes: number;
  /** Null where the database lies elsewhere. */
  readonly free_bytes: number | null;
  readonly connections: number;
  readonly most_connections: number;
  readonly longest_transaction_seconds: number;
}

export interface HealthVersions {
  readonly product: string;
  readonly runtime: string;
  /** The newest migration that was applied. */
  readonly migration: string | null;
  /** How many this version brings that were not applied. */
  readonly pending: number;
  /** How many were applied that this version does not know: a newer one runs beside it. */
  readonly unknown: number;
}

/** `GET /api/operator/health`. */
export interface HealthAnswer {
  /** When it was looked at. */
  readonly at: string;
  readonly nodes: readonly HealthNode[];
  readonly queues: readonly HealthQueue[];
  readonly tenants: readonly HealthTenant[];
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
  /** Of the refusal, `unexpected` where it broke down. */
  readonly code: string;
  /** The class of the error and its code, such as `DatabaseError 23505`. */
  readonly failure: string | null;
  /** By which the log names it. */
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
  /** The code of the mail server, such as `550 5.1.1`, or one of `mailFailures`. */
  readonly failure: string;
  readonly may_retry: boolean;
}

/** What has no code of the mail server. */
export const mailFailures = ['recipient_blocked', 'interrupted', 'attempts_used', 'unknown'] as const;

/** Behind which row the next page begins. */
export interface PlaceInList {
  readonly at: string;
  readonly tenant_id: number;
  readonly id: number;
}

/** `GET /api/operator/health/jobs?kind=&at=&tenant_id=&id=`, and without `kind` of `/mails`. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly next: PlaceInList | null;
}
