import type { ListedKind } from '../../../../document/listed-kind.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { DocumentKind } from '../../../../timeline/kinds.ts';

/** A document as the palette shows it. */
export interface FoundDocument {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
}

interface Answer {
  readonly document: readonly {
    readonly kind: DocumentKind;
    readonly id: number;
    readonly number: string | null;
    readonly name: string | null;
    readonly status: string;
  }[];
}

const query = `query Search($kinds: [String!]!, $text: String!) {
  document(
    where: {
      kind: { _in: $kinds }
      search_text: { _ilike: $text }
      _or: [{ number: { _ilike: $text } }, { name: { _ilike: $text } }]
    }
    order_by: { timeline_id: desc }
    limit: 8
  ) { kind id number name status }
}`;

/**
 * The newest documents whose number or name contains the text, of the kinds that are switched on; the index is on all
 * texts of a document at once.
 */
export async function findDocuments(
  text: string,
  kinds: readonly ListedKind[],
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> {
  const names = kinds.map(({ name }) => name);
  if (names.length === 0) return [];
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { document } = await gql<Answer>(query, { kinds: names, text: pattern }, { signal });
  return document.map(({ number, name, ...found }) => ({ ...found, number: number ?? '', name: name ?? '' }));
}
