import { lazy, type ReactNode, Suspense } from 'react';
import type { DocumentHistoryProps } from '../../document/web/document-history.ts';
import { loadChunk } from '../../platform/web/chunk.ts';

const DocumentChanges = lazy(() =>
  loadChunk(() => import('./DocumentChanges.tsx')).then((chunk) => ({ default: chunk.DocumentChanges })),
);

/** What was changed in a document; comes when somebody asks for it. */
export function DocumentHistory(props: DocumentHistoryProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <DocumentChanges {...props} />
    </Suspense>
  );
}
