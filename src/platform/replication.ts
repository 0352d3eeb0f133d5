/** A server that follows this one. */
export interface Standby {
  readonly name: string;
  /** Whether it receives the log at this moment. */
  readonly isActive: boolean;
  /** 0 where it has replayed everything. */
  readonly behindSeconds: number;
}

/** A promise of the server to keep its log for somebody. */
export interface Slot {
  readonly name: string;
  /** Whether somebody reads it at this moment. */
  readonly isActive: boolean;
  /** How much of the log is kept for it. */
  readonly keptBytes: number;
  /** The log that it needs is gone. */
  readonly isLost: boolean;
}

export interface Replication {
  readonly standbys: readonly Standby[];
  readonly slots: readonly Slot[];
}
