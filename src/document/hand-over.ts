import type { RefusalCode } from '../base/refusal.ts';

/** A task of the person with its new assignee, or the reason why the heir cannot have it (ADM-10). */
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

/** The number of settings that name the person. */
export interface LinkCounts {
  readonly role_defaults: number;
  readonly approver_links: number;
}

/** What a leaving person hands over, and to whom (ADM-10). */
export interface HandOverPlan extends LinkCounts {
  /** Documents that the person is responsible for without a task, such as contracts. */
  readonly kept_documents: number;
  readonly tasks: readonly PlannedTask[];
  /** The number of documents that are not listed individually. */
  readonly more_documents: number;
  readonly links_refusal: RefusalCode | null;
}
