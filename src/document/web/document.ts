import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../base/day.ts';
import { gql } from '../../platform/web/api.ts';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { CoveredPart } from '../approval/covered.ts';
import type { Kind } from '../kind.ts';
import type { Doubt } from '../outcome.ts';
import type { CompanyRow } from './draft/company.ts';
import type { ActionRow } from './offered-actions.ts';
import { pageQuery } from './shown-fields.ts';

/** Amounts are JSON numbers; null for readers without `user-price` (ROLE-07). */
export type ApiAmount = number | null;

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly is_group?: boolean;
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Numbered extends Named {
  readonly number: string;
}

export interface TimelineRow {
  readonly id: number;
  readonly current_entry_no: number;
  readonly content_version: number;
  readonly updated_at: string;
  readonly changed_by: Person | null;
  readonly timeline_entries: readonly TimelineEntryRow[];
}

export interface ApproverRow {
  readonly id: number;
  readonly is_required: boolean;
  readonly inserted_manually: boolean;
  readonly inserted_by_group: boolean;
  readonly lb_user: (Person & { readonly approval_limit: ApiAmount }) | null;
}

/** A file that was attached, or that the product keeps with the document. */
export interface FileRow {
  readonly id: number;
  readonly file_id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly mime: string;
  readonly created_at: string;
  readonly created_by: Person | null;
  readonly file: { readonly received_by: string; readonly kept_until: Day | null } | null;
}

/**
 * The files that the person may open. The list names all files, but letters show prices, so that some people cannot
 * open them (ROLE-07).
 */
export function openableFiles(document: Pick<ShownDocument, 'document_files'> | null): readonly FileRow[] {
  return (document?.document_files ?? []).filter(({ file }) => file !== null);
}

/** The fields that the pages of all kinds read; each kind adds its own. */
export interface ShownDocument {
  readonly id: number;
  readonly name: string | null;
  readonly status: string;
  readonly total_netto: ApiAmount;
  readonly created_at: string;
  /** The reason for a legal hold beyond the retention (ARC-02). */
  readonly legal_hold: string | null;
  /** The last day of retention; null for a draft. */
  readonly kept_until: Day | null;
  readonly creator: Person | null;
  readonly client: CompanyRow | null;
  readonly timeline: TimelineRow;
  readonly approvers: readonly ApproverRow[];
  readonly document_files: readonly FileRow[];
  readonly actions: readonly ActionRow[];
  /** The differences from the approved document (APPR-18). */
  readonly approval_differences: readonly ApprovalDifferenceRow[];
}

/** One difference from the approved document; amounts are null for readers without `user-price`. */
export interface ApprovalDifferenceRow {
  readonly part: CoveredPart;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The currency of an amount. */
  readonly currency: string | null;
  /** A doubt that arose after the approval; null for other parts. */
  readonly doubt: Pick<Doubt, 'code' | 'values'> | null;
  /** A new approval is due. */
  readonly brings_again: boolean;
}

/** The cache key of a document, by kind and id. */
export function documentKey({ name }: Pick<Kind, 'name'>, id: number): readonly [string, number] {
  return [name, id];
}

/** The cache key of its stamp. */
export function stampKey({ name }: Pick<Kind, 'name'>, id: number): readonly [string, number] {
  return [`${name}-stamp`, id];
}

/** The query for a whole document, with the kind's own `fields`; null if it does not exist for this person. */
export function documentQuery<Document extends ShownDocument>(
  kind: Pick<Kind, 'name' | 'numbers'> & { readonly fields: string },
  id: number,
) {
  return queryOptions({
    queryKey: documentKey(kind, id),
    queryFn: async ({ signal }) => {
      const answer = await gql<{ document: Document | null }>(pageQuery(kind), { id }, { signal });
      return answer.document;
    },
  });
}

/** Shows whether the document changed since it was loaded; polled while it is open (LOCK-01). */
export interface DocumentStamp {
  readonly content_version: number;
  readonly updated_at: string;
}

export function stampQuery(kind: Pick<Kind, 'name'>, id: number) {
  return queryOptions({
    queryKey: stampKey(kind, id),
    queryFn: async ({ signal }) => {
      const query = `query ($id: bigint!) {
        document: ${kind.name}_by_pk(id: $id) { timeline { content_version updated_at } }
      }`;
      const answer = await gql<{ document: { timeline: DocumentStamp } | null }>(query, { id }, { signal });
      return answer.document?.timeline ?? null;
    },
  });
}

/** The document's number: the first non-empty one of its kind (NUM-01, TL-24). */
export function documentNumber({ numbers }: Pick<Kind, 'numbers'>, document: ShownDocument): string {
  return numbers.map((column) => numberIn(document, column)).find((number) => number !== null) ?? '';
}

/** Whether it has its final number; a draft may have had one of its own before (TL-24). */
export function isNumbered({ numbers }: Pick<Kind, 'numbers'>, document: ShownDocument): boolean {
  return numberIn(document, numbers[0] ?? '') !== null;
}

function numberIn(document: ShownDocument, column: string): string | null {
  const number: unknown = Reflect.get(document, column);
  return typeof number === 'string' ? number : null;
}

/** Whether the document is still a draft, visible to its creator only. */
export function isDraft({ entries }: Pick<Kind, 'entries'>, { timeline }: ShownDocument): boolean {
  const current = timeline.timeline_entries.find((entry) => entry.entry_no === timeline.current_entry_no);
  return current?.type === entries.start;
}
