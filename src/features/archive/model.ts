import type { Day } from '../../base/day.ts';

/** Content of an archive: one company or all, with optional first and last day (ARC-05). */
export interface ArchiveScope {
  readonly clientId: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
}

export const archiveStates = ['waiting', 'packing', 'done', 'failed', 'expired'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** Why an archive failed. */
export const archiveProblems = ['archive_original_gone', 'archive_original_damaged', 'unexpected'] as const;
export type ArchiveProblem = (typeof archiveProblems)[number];

/** Days for which a finished archive can be downloaded. */
export const archiveKeptDays = 30;

/** An archive in a list. Instants are ISO 8601 text, sizes bytes. */
export interface ArchiveAnswer {
  readonly id: string;
  readonly client: string | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly state: ArchiveState;
  readonly problem: ArchiveProblem | null;
  /** In percent. */
  readonly progress: number;
  readonly requested_by: string;
  readonly created_at: string;
  readonly made_at: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly members: number | null;
  readonly downloaded_at: string | null;
  readonly downloaded_by: string | null;
  /** End of the download period. */
  readonly expires_at: string | null;
}

export interface ArchiveListAnswer {
  readonly archives: readonly ArchiveAnswer[];
}

/** Archives of a tenant, for the operator. */
export interface OperatorArchiveList extends ArchiveListAnswer {
  readonly tenant: { readonly id: number; readonly name: string };
}

/** Archives of the own tenant, with the choices for a new one. */
export interface OwnArchiveList extends ArchiveListAnswer {
  readonly clients: readonly { readonly id: number; readonly name: string }[];
  /** The auditor's period, whose company is the only choice; null for administrators. */
  readonly audited: { readonly from: Day; readonly to: Day } | null;
}
