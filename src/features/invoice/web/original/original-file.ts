import { queryOptions } from '@tanstack/react-query';
import { documentKey } from '../../../../document/web/document.ts';
import { fileContent, gql } from '../../../../platform/web/api.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { invoiceKind } from '../../kind.ts';

/** The original of an invoice, as it was received (ARC-01). */
export interface OriginalFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}

/** How an original is shown. */
export type OriginalKind = 'pdf' | 'picture' | 'xml';

/** By what its bytes are; null for what cannot be shown. */
export function kindOf({ mime }: Pick<OriginalFile, 'mime'>): OriginalKind | null {
  if (mime === 'application/pdf') return 'pdf';
  if (mime === 'image/jpeg' || mime === 'image/png') return 'picture';
  return mime === 'application/xml' || mime === 'text/xml' ? 'xml' : null;
}

/** The bytes of the original, which never change. */
export function contentQuery(invoiceId: number, fileId: string) {
  return queryOptions({
    queryKey: ['invoice-original', fileId],
    queryFn: () => fileContent(`/api/invoice/${invoiceId}/document`),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isBeside: true },
  });
}

/** What the recognition has brought; null before, and for persons who do not see prices (ROLE-07). */
export function readingQuery(invoiceId: number) {
  return queryOptions({
    // Read anew with the invoice itself.
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
