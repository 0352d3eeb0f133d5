import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsLive } from '../../../platform/web/live.ts';
import { useSession } from '../../../platform/web/session.ts';
import type { Kind } from '../../kind.ts';
import { documentKey, type ShownDocument, stampQuery } from '../document.ts';
import type { ChangesBetween, DocumentChange } from './document-change.ts';

/** How often an open page asks whether its document moved, while the server does not tell it (API-42). */
const watchEveryMs = 5000;

/** Reads an open document anew as soon as anything about it moves; rests while the page is hidden. */
export function useDocumentWatch(kind: Kind, document: ShownDocument | null): void {
  const client = useQueryClient();
  const id = document?.id ?? 0;
  const isLive = useIsLive();
  const { data: stamp } = useQuery({
    ...stampQuery(kind, id),
    enabled: document !== null,
    refetchInterval: isLive ? false : watchEveryMs,
    staleTime: 0,
  });
  const known = document?.timeline.updated_at;
  const latest = stamp?.updated_at;
  useEffect(() => {
    // Anew for each move: an answer may be on its way that was read between two of them.
    if (latest !== undefined && known !== undefined && latest > known)
      void client.invalidateQueries({ queryKey: documentKey(kind, id) });
  }, [client, kind, id, latest, known]);
}

export interface SeenDocument {
  /** The version that the person has in view; every command names it (LOCK-01). */
  readonly version: number;
  /** What another person changed since; null when the person has seen everything. */
  readonly note: { readonly by: string | null; readonly changes: readonly DocumentChange[] } | null;
  /** The person has seen the document as it is now. */
  readonly acknowledge: () => void;
  /** The person brought about this version: it counts at once, before the page has read it. */
  readonly adopt: (version: number) => void;
}

/** Tells what the person knows of the document from what others made of it meanwhile (LOCK-01). */
export function useSeenDocument<Document extends ShownDocument>(
  document: Document | null,
  changesBetween: ChangesBetween<Document>,
): SeenDocument {
  const session = useSession();
  const [seen, setSeen] = useState(document);
  const [ownVersion, setOwnVersion] = useState(0);
  const by = document?.timeline.changed_by ?? null;
  const changes = document === null || seen === null ? [] : changesBetween(seen, document);
  // Own changes, and versions without anything that matters here, need no acknowledgement.
  const isKnown = changes.length === 0 || by?.id === session?.userId;
  if (isKnown && seen !== document) setSeen(document);
  return {
    version: Math.max((isKnown ? document : seen)?.timeline.content_version ?? 0, ownVersion),
    note: isKnown ? null : { by: by?.name ?? null, changes },
    acknowledge: () => setSeen(document),
    adopt: setOwnVersion,
  };
}
