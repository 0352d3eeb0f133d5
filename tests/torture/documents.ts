import type { Api } from './calls.ts';
import type { Actor } from './cast.ts';

export interface Line {
  readonly id: number;
  readonly description: string;
  readonly quantity: number;
  readonly quantity_received: number;
  readonly supplier_id: number | null;
}

export interface Receipt {
  readonly id: number;
  readonly procurement_line_id: number;
  readonly quantity: number;
}

/** A purchase request as shown to a person. */
export interface Document {
  readonly id: number;
  readonly status: string;
  readonly creator_id: number;
  readonly timeline: {
    readonly content_version: number;
    readonly current_entry_no: number;
    readonly timeline_entries: readonly { readonly entry_no: number; readonly lb_user_id: number | null }[];
  };
  readonly procurement_lines: readonly Line[];
  readonly procurement_supplier_orders: readonly { readonly supplier_id: number; readonly state: string }[];
  readonly goods_receipts: readonly Receipt[];
  /** The time of the request, in milliseconds since 1970; not in answers. */
  readonly askedAt?: number;
}

/** An action offered by the document (API-40). */
export interface Offer {
  readonly key: string;
  readonly enabled: boolean;
  readonly person_ids: readonly number[] | null;
}

export const documentFields = `id status creator_id
  timeline { content_version current_entry_no timeline_entries(order_by: {entry_no: asc}) { entry_no lb_user_id } }
  procurement_lines(order_by: {sort_no: asc}) { id description quantity quantity_received supplier_id }
  procurement_supplier_orders { supplier_id state }
  goods_receipts(order_by: {id: asc}) { id procurement_line_id quantity }`;

/** The document with its actions for this person; null when invisible. */
export async function open(
  api: Api,
  actor: Actor,
  id: number,
): Promise<(Document & { readonly actions: readonly Offer[] }) | null> {
  const askedAt = Date.now();
  const data = await api.look(
    actor,
    `query ($id: bigint!) { procurement_by_pk(id: $id) { ${documentFields} actions { key enabled person_ids } } }`,
    { id },
  );
  const found = (data.procurement_by_pk ?? null) as (Document & { actions: readonly Offer[] }) | null;
  return found && { ...found, askedAt };
}

/** Only comments are added any more. */
export function isFinal({ status }: Pick<Document, 'status'>): boolean {
  return status === 'completed' || status === 'declined';
}
