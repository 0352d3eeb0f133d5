import { type ReactNode, useEffect, useState } from 'react';
import { useShownKind } from './listed-kind.ts';
import type { Neighbour } from './neighbours.ts';

/** Milliseconds after which whoever looks at something has come to rest there: until then the page itself comes first. */
const restMs = 300;

/** Holds ready the document to which somebody is likely to go next, so that its page is there at once. */
export function NextAhead({ document }: { readonly document: Neighbour | null }): ReactNode {
  if (document === null) return null;
  return <Ahead key={`${document.kind} ${document.id}`} {...document} />;
}

function Ahead({ kind, id }: Neighbour): ReactNode {
  const { loadAhead } = useShownKind(kind);
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadAhead>> | null>(null);
  useEffect(() => {
    const load = (): void =>
      // Without it the page reads for itself, and says what is wrong.
      void loadAhead()
        .then(setPart)
        .catch(() => undefined);
    const timer = setTimeout(load, restMs);
    return () => clearTimeout(timer);
  }, [loadAhead]);
  return part === null ? null : <part.ReadAhead id={id} />;
}
