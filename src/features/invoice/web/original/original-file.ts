import { queryOptions } from '@tanstack/react-query';
import { documentKey } from '../../../../document/web/document.ts';
import { contentQuery as contentAt } from '../../../../document/web/original/original-file.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { invoiceKind } from '../../kind.ts';

/** The path of an invoice's original. */
export function originalPath(invoiceId: number): string {
  return `/api/invoice/${invoiceId}/document`;
}

/** Loads the bytes of the original, which never change. */
export function contentQuery(invoiceId: number, fileId: string) {
  return contentAt(originalPath(invoiceId), fileId);
}

/** The result of the recognition; null before it, and for people who may not see prices (ROLE-07). */
export function readingQuery(invoiceId: number) {
  return queryOptions({
    // The key starts with that of the invoice, so both reload together.
    queryKey: [...documentKey(invoiceKind, invoiceId), 'reading'],
    queryFn: async ({ signal }): Promise<Reading | null> => {
      const query = 'query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { recognition_raw } }';
      const answer = await gql<{ invoice: { readonly recognition_raw: Reading | null } | null }>(
        query,
        { id: invoiceId },
        { signal },
      );
      return answer.invoice?.recognition_raw ?? null;
    },
  });
}
