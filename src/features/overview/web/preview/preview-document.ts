import { queryOptions } from '@tanstack/react-query';
import { type Amount, amountOf } from '../../../../base/money.ts';
import type { Refusal } from '../../../../base/refusal.ts';
import { totals } from '../../../../document/totals.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { EntryType } from '../../../../timeline/kinds.ts';
import { type TimelineEntryRow, timelineEntryFields } from '../../../../timeline/web/entry-view.ts';

interface LineRow {
  readonly quantity: number | null;
  readonly price_netto: number | null;
  readonly price_brutto: number | null;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit: number | null;
  readonly tax: number | null;
  readonly supplier: { readonly id: number; readonly name: string } | null;
}

/** An action on offer, as the server computed it (API-40). */
export interface DocumentAction {
  readonly key: string;
  readonly label_key: string;
  readonly enabled: boolean;
  readonly refusal: Refusal | null;
  readonly is_main: boolean;
  readonly is_irreversible: boolean;
  readonly is_comment_required: boolean;
  readonly next: { readonly step: EntryType | null; readonly person_name: string | null } | null;
}

/** What a person needs to decide without opening the document. */
export interface PreviewDocument {
  readonly id: number;
  readonly name: string | null;
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: string;
  readonly currency: string;
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly delivery_date: string | null;
  readonly creator: { readonly name: string } | null;
  readonly cost_center: { readonly number: string; readonly name: string } | null;
  readonly ledger_account: { readonly number: string; readonly name: string } | null;
  readonly timeline: {
    readonly current_entry_no: number;
    readonly content_version: number;
    readonly timeline_entries: readonly TimelineEntryRow[];
  };
  readonly procurement_lines: readonly LineRow[];
  readonly actions: readonly DocumentAction[];
}

const previewQuery = `query Preview($id: bigint!) {
  procurement_by_pk(id: $id) {
    id name order_number_formatted draft_number_formatted status currency total_netto total_brutto delivery_date
    creator { name }
    cost_center { number name: shown_name }
    ledger_account { number name }
    timeline {
      current_entry_no content_version
      timeline_entries(order_by: { entry_no: asc }) { ${timelineEntryFields} }
    }
    procurement_lines(order_by: { sort_no: asc }) {
      quantity price_netto price_brutto price_mode price_unit tax supplier { id name }
    }
    actions { key label_key enabled refusal is_main is_irreversible is_comment_required next { step person_name } }
  }
}`;

export function previewOptions(id: number) {
  return queryOptions({
    queryKey: ['preview', id],
    queryFn: async ({ signal }) => {
      type Answer = { procurement_by_pk: PreviewDocument | null };
      return (await gql<Answer>(previewQuery, { id }, { signal })).procurement_by_pk;
    },
  });
}

export interface SupplierShare {
  readonly supplier: string | null;
  readonly lines: number;
  /** Null while a price is missing or hidden. */
  readonly netto: Amount | null;
}

/** The lines by supplier, in the order in which the suppliers appear. */
export function supplierShares(lines: readonly LineRow[]): readonly SupplierShare[] {
  const text = (value: number | null): Amount | null => (value === null ? null : amountOf(value));
  const bySupplier = Map.groupBy(lines, (line) => line.supplier?.name ?? null);
  return [...bySupplier].map(([supplier, own]) => {
    const priced = own.map((line) => ({
      ...line,
      quantity: text(line.quantity),
      price_netto: text(line.price_netto),
      price_brutto: text(line.price_brutto),
      price_unit: text(line.price_unit),
      tax: text(line.tax),
    }));
    const isPriced = own.every((line) => line.price_netto !== null);
    return { supplier, lines: own.length, netto: isPriced ? totals(priced).total_netto : null };
  });
}
