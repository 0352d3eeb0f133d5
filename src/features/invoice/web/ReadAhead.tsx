import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { documentQuery } from '../../../document/web/document.ts';
import { kindOf } from '../../../document/web/original/original-file.ts';
import { useHasRoom } from '../../../document/web/original/use-has-room.ts';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { type InvoiceDocument, invoicePage } from './kind.ts';
import { contentQuery, readingQuery } from './original/original-file.ts';
import { useSurroundings } from './surroundings.ts';

/** Prefetching must not show as loading. */
const meta = { isBeside: true };

/** Prefetches an invoice with its original and its reading, so that both appear immediately (INV-01). */
export function ReadAhead({ id }: { readonly id: number }): ReactNode {
  const { data: document } = useQuery({ ...documentQuery<InvoiceDocument>(invoicePage, id), meta });
  return document ? <Surroundings document={document} /> : null;
}

function Surroundings({ document }: { readonly document: InvoiceDocument }): ReactNode {
  const file = document.view_file ?? document.file;
  const kind = file === null ? null : kindOf(file);
  const isShown = useHasRoom() && kind !== null;
  useSurroundings(document, document);
  useQuery({ ...readingQuery(document.id), enabled: file !== null, meta });
  useQuery({
    ...contentQuery(document.id, file?.id ?? ''),
    enabled: isShown && kind !== 'xml',
  });
  useEffect(() => {
    if (isShown && kind === 'pdf')
      // The viewer loads the chunk again and reports a failure.
      loadChunk(() => import('../../../document/web/original/pdf-document.ts')).catch(() => undefined);
  }, [isShown, kind]);
  return null;
}
