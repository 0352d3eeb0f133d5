import { queryOptions } from '@tanstack/react-query';
import type { PreviewDocument, ShownKind } from '../../../../document/web/listed-kind.ts';
import { actionFields } from '../../../../document/web/offered-actions.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { DocumentKind } from '../../../../timeline/kinds.ts';
import { timelineEntryFields } from '../../../../timeline/web/entry-view.ts';

const previewQuery = ({ name, numbers, previewFields }: ShownKind): string => `query Preview($id: bigint!) {
  document: ${name}_by_pk(id: $id) {
    id name status ${numbers.join(' ')}
    client { currency }
    timeline {
      current_entry_no content_version updated_at
      timeline_entries(order_by: { entry_no: asc }) { ${timelineEntryFields} }
    }
    actions { ${actionFields} }
    ${previewFields}
  }
}`;

type Answer = Omit<PreviewDocument, 'number'> & Readonly<Record<string, unknown>>;

/** Cache key of a document's preview. */
export function previewKey(kind: DocumentKind, id: number): readonly unknown[] {
  return ['preview', kind, id];
}

/** A document with the fields that its kind previews. */
export function previewOptions(kind: ShownKind, id: number) {
  return queryOptions({
    queryKey: previewKey(kind.name, id),
    queryFn: async ({ signal }): Promise<PreviewDocument | null> => {
      const { document } = await gql<{ document: Answer | null }>(previewQuery(kind), { id }, { signal });
      if (document === null) return null;
      const number = kind.numbers.map((column) => document[column]).find((value) => value !== null);
      return { ...document, number: typeof number === 'string' ? number : null };
    },
  });
}
