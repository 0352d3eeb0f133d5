import type { Day } from '../../base/day.ts';

/** What an archive is made of: one company or all, from a day and until a day or without end (ARC-05). */
export interface ArchiveScope {
  readonly clientId: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
}

export const archiveStates = ['waiting', 'packing', 'done', 'failed', 'expired'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** Why an archive could not be made. */
export const archiveProblems = ['archive_original_gone', 'archive_original_damaged', 'unexpected'] as const;
export type ArchiveProblem = (typeof archiveProblems)[number];

/** For how many days a finished archive can be downloaded. */
export const archiveKeptDays = 30;

/** An archive as it is listed. Instants are ISO 8601 text, sizes bytes. */
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
  /** When it can no longer be downloaded. */
  readonly expires_at: string | null;
}

export interface ArchiveListAnswer {
  readonly archives: readonly ArchiveAnswer[];
}

/** What the operator is shown of a tenant beside its archives. */
export interface OperatorArchiveList extends ArchiveListAnswer {
  readonly tenant: { readonly id: number; readonly name: string };
}

/** What the own tenant can choose from. */
export interface OwnArchiveList extends ArchiveListAnswer {
  readonly clients: readonly { readonly id: number; readonly name: string }[];
  /** The period of the auditor who asks, whose company is the only one; null for administrators. */
  readonly audited: { readonly from: Day; readonly to: Day } | null;
}
