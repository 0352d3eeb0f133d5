import { type ReactNode, useEffect, useState } from 'react';
import { useShownKind } from './listed-kind.ts';
import type { Neighbour } from './neighbours.ts';

/** Milliseconds before the next document is loaded, so that the current page comes first. */
const restMs = 300;

/** Preloads the document that is likely to be opened next. */
export function NextAhead({ document }: { readonly document: Neighbour | null }): ReactNode {
  if (document === null) return null;
  return <Ahead key={`${document.kind} ${document.id}`} {...document} />;
}

function Ahead({ kind, id }: Neighbour): ReactNode {
  const { loadAhead } = useShownKind(kind);
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadAhead>> | null>(null);
  useEffect(() => {
    const load = (): void =>
      // If this fails, the page itself loads the document and reports errors.
      void loadAhead()
        .then(setPart)
        .catch(() => undefined);
    const timer = setTimeout(load, restMs);
    return () => clearTimeout(timer);
  }, [loadAhead]);
  return part === null ? null : <part.ReadAhead id={id} />;
}
