import { queryOptions } from '@tanstack/react-query';
import { fileContent } from '../../../platform/web/api.ts';

/** A received file (ARC-01). */
export interface OriginalFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}

/** How an original is shown. */
export type OriginalKind = 'pdf' | 'picture' | 'xml';

/** The view for a MIME type; null if it cannot be shown. */
export function kindOf({ mime }: Pick<OriginalFile, 'mime'>): OriginalKind | null {
  if (mime === 'application/pdf') return 'pdf';
  if (mime === 'image/jpeg' || mime === 'image/png') return 'picture';
  return mime === 'application/xml' || mime === 'text/xml' ? 'xml' : null;
}

/** The bytes of an original; they never change. */
export function contentQuery(path: string, fileId: string) {
  return queryOptions({
    queryKey: ['original', fileId],
    queryFn: () => fileContent(path),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isBeside: true },
  });
}
