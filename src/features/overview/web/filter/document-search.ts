import { gql } from '../../../../platform/web/api.ts';

/** A document as the palette shows it. */
export interface FoundDocument {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
}

interface Answer {
  readonly procurement: readonly {
    readonly id: number;
    readonly order_number_formatted: string | null;
    readonly draft_number_formatted: string | null;
    readonly name: string | null;
    readonly status: string;
  }[];
}

const query = `query Search($text: String!) {
  procurement(
    where: {
      search_text: { _ilike: $text }
      _or: [{ order_number_formatted: { _ilike: $text } }, { name: { _ilike: $text } }]
    }
    order_by: { id: desc }
    limit: 8
  ) { id order_number_formatted draft_number_formatted name status }
}`;

/** The newest documents whose number or name contains the text; the index is on all texts of a document at once. */
export async function findDocuments(text: string, signal: AbortSignal): Promise<readonly FoundDocument[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { procurement } = await gql<Answer>(query, { text: pattern }, { signal });
  return procurement.map((found) => ({
    id: found.id,
    number: found.order_number_formatted ?? found.draft_number_formatted ?? '',
    name: found.name ?? '',
    status: found.status,
  }));
}
