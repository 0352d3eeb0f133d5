import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../base/day.ts';
import { gql } from '../../platform/web/api.ts';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { CoveredPart } from '../approval/covered.ts';
import type { Kind } from '../kind.ts';
import type { CompanyRow } from './draft/company.ts';
import type { ActionRow } from './offered-actions.ts';
import { pageQuery } from './shown-fields.ts';

/** Amounts come as JSON numbers; null for readers without `user-price` (ROLE-07). */
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

/** A file that was added to the document, or that the product keeps with it. */
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
 * The files that the person may open: letters show prices, so that their files are not there for everybody, while the
 * list names them (ROLE-07).
 */
export function openableFiles(document: Pick<ShownDocument, 'document_files'> | null): readonly FileRow[] {
  return (document?.document_files ?? []).filter(({ file }) => file !== null);
}

/** What the page reads of a document of any kind; each kind adds its own. */
export interface ShownDocument {
  readonly id: number;
  readonly name: string | null;
  readonly status: string;
  readonly total_netto: ApiAmount;
  readonly created_at: string;
  /** Why it is held beyond its retention (ARC-02). */
  readonly legal_hold: string | null;
  /** The last day on which it must be there; null for a draft. */
  readonly kept_until: Day | null;
  readonly creator: Person | null;
  readonly client: CompanyRow | null;
  readonly timeline: TimelineRow;
  readonly approvers: readonly ApproverRow[];
  readonly document_files: readonly FileRow[];
  readonly actions: readonly ActionRow[];
  /** In what it differs from what was approved (APPR-18). */
  readonly approval_differences: readonly ApprovalDifferenceRow[];
}

/** One thing in which a document differs from what was approved; amounts are null for readers without `user-price`. */
export interface ApprovalDifferenceRow {
  readonly part: CoveredPart;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Of amounts. */
  readonly currency: string | null;
  /** Approval is due again. */
  readonly brings_again: boolean;
}

/** Where a document is kept in the cache of the browser, under its kind and id. */
export function documentKey({ name }: Pick<Kind, 'name'>, id: number): readonly [string, number] {
  return [name, id];
}

/** Where its stamp is kept. */
export function stampKey({ name }: Pick<Kind, 'name'>, id: number): readonly [string, number] {
  return [`${name}-stamp`, id];
}

/**
 * The whole document as its page shows it, with the kind's own `fields` beside those of every kind; null when it does
 * not exist for this person.
 */
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

/** Whether anything about the document moved since it was loaded, asked for while it is open (LOCK-01). */
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

/** The number people know the document by: the first one of its kind that is filled (NUM-01, TL-24). */
export function documentNumber({ numbers }: Pick<Kind, 'numbers'>, document: ShownDocument): string {
  return numbers.map((column) => numberIn(document, column)).find((number) => number !== null) ?? '';
}

/** Whether it has the number that it keeps; a draft may have one of its own before (TL-24). */
export function isNumbered({ numbers }: Pick<Kind, 'numbers'>, document: ShownDocument): boolean {
  return numberIn(document, numbers[0] ?? '') !== null;
}

function numberIn(document: ShownDocument, column: string): string | null {
  const number: unknown = Reflect.get(document, column);
  return typeof number === 'string' ? number : null;
}

/** Nobody but its creator has it yet. */
export function isDraft({ entries }: Pick<Kind, 'entries'>, { timeline }: ShownDocument): boolean {
  const current = timeline.timeline_entries.find((entry) => entry.entry_no === timeline.current_entry_no);
  return current?.type === entries.start;
}
