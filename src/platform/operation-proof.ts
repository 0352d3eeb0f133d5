/** What console commands prove about the operation (ARC-07), with the figures that they record. */
export interface ProofFigures {
  /** A finished backup. */
  readonly backup: { readonly file: string; readonly tables: number; readonly bytes: number };
  /** A backup that was restored beside the installation; `of` is the time of its data. */
  readonly rehearsal: {
    readonly file: string;
    readonly of: string;
    readonly tables: number;
    readonly rows: number;
    readonly findings: number;
  };
  /** A check of the audit. */
  readonly audit_check: { readonly rows: number; readonly findings: number };
}

export type OperationProof = {
  readonly [Kind in keyof ProofFigures]: {
    readonly kind: Kind;
    readonly isPassed: boolean;
    readonly figures: ProofFigures[Kind];
  };
}[keyof ProofFigures];
