import type { RefusalCode } from '../base/refusal.ts';

/** A step that is a person's, who will have it, or why the heir cannot (ADM-10). */
export interface PlannedTask {
  readonly kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly step: string;
  readonly is_current: boolean;
  readonly to_name: string | null;
  readonly refusal: RefusalCode | null;
}

/** Where settings name a person. */
export interface LinkCounts {
  readonly role_defaults: number;
  readonly approver_links: number;
}

/** What a person leaves behind, and to whom it would go (ADM-10). */
export interface HandOverPlan extends LinkCounts {
  /** Documents that the person looks after without a task, such as contracts. */
  readonly kept_documents: number;
  readonly tasks: readonly PlannedTask[];
  /** Documents beyond those that are told one by one. */
  readonly more_documents: number;
  readonly links_refusal: RefusalCode | null;
}
