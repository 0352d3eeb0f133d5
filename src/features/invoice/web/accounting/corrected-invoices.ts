import type { Reference } from '../../../../document/web/draft/reference.ts';
import { literal } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';

interface CorrectedRow {
  readonly id: number;
  readonly number: string | null;
  readonly number_printed: string | null;
  readonly name: string | null;
}

export interface CorrectedSearch {
  readonly supplierId: number;
  /** The credit note itself; null while it is new. */
  readonly documentId: number | null;
  readonly text: string;
}

const query = `query ($where: invoice_bool_exp!) {
  invoice(where: $where, order_by: { id: desc }, limit: 50) { id number: invoice_number_formatted number_printed name }
}`;

/** Invoices of the supplier that a credit note may correct, found by number or name, newest first (INV-12). */
export async function findCorrected(
  { supplierId, documentId, text }: CorrectedSearch,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const where = {
    _and: [
      { supplier_id: { _eq: supplierId }, document_type: { _neq: 'credit_note' } },
      ...(documentId === null ? [] : [{ id: { _neq: documentId } }]),
      ...words.map(containing),
    ],
  };
  const answer = await gql<{ readonly invoice: readonly CorrectedRow[] }>(query, { where }, { signal });
  return answer.invoice.map(({ id, number, number_printed, name }) => ({
    id,
    number,
    name: number_printed ?? name ?? '',
  }));
}

function containing(word: string) {
  const found = { _ilike: `%${literal(word)}%` };
  return { _or: [{ invoice_number_formatted: found }, { number_printed: found }, { name: found }] };
}
