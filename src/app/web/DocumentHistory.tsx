import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentHistoryProps } from '../../document/web/document-history.ts';
import { loadChunk } from '../../platform/web/chunk.ts';

const DocumentChanges = lazy(() =>
  loadChunk(() => import('./DocumentChanges.tsx')).then((chunk) => ({ default: chunk.DocumentChanges })),
);

/** The changes of a document, loaded on demand. */
export function DocumentHistory(props: DocumentHistoryProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <DocumentChanges {...props} />
    </Suspense>
  );
}
