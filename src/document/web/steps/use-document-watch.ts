import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsLive } from '../../../platform/web/live.ts';
import { useSession } from '../../../platform/web/session.ts';
import type { Kind } from '../../kind.ts';
import { documentKey, type ShownDocument, stampQuery } from '../document.ts';
import type { ChangesBetween, DocumentChange } from './document-change.ts';

/** The polling interval of an open page without live updates (API-42). */
const watchEveryMs = 5000;

/** Reloads an open document whenever it changes; pauses while the page is hidden. */
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
    // Runs for each change, since a response in flight may predate the last one.
    if (latest !== undefined && known !== undefined && latest > known)
      void client.invalidateQueries({ queryKey: documentKey(kind, id) });
  }, [client, kind, id, latest, known]);
}

export interface SeenDocument {
  /** The version that the person sees; every command sends it (LOCK-01). */
  readonly version: number;
  /** Changes by another person; null if the person has seen all of them. */
  readonly note: { readonly by: string | null; readonly changes: readonly DocumentChange[] } | null;
  /** Marks the current version as seen. */
  readonly acknowledge: () => void;
  /** Marks the person's own new version as seen before it is loaded. */
  readonly adopt: (version: number) => void;
}

/** Compares what the person has seen with later changes by others (LOCK-01). */
export function useSeenDocument<Document extends ShownDocument>(
  document: Document | null,
  changesBetween: ChangesBetween<Document>,
): SeenDocument {
  const session = useSession();
  const [seen, setSeen] = useState(document);
  const [ownVersion, setOwnVersion] = useState(0);
  const by = document?.timeline.changed_by ?? null;
  const changes = document === null || seen === null ? [] : changesBetween(seen, document);
  // Own changes and irrelevant versions need no acknowledgement.
  const isKnown = changes.length === 0 || by?.id === session?.userId;
  if (isKnown && seen !== document) setSeen(document);
  return {
    version: Math.max((isKnown ? document : seen)?.timeline.content_version ?? 0, ownVersion),
    note: isKnown ? null : { by: by?.name ?? null, changes },
    acknowledge: () => setSeen(document),
    adopt: setOwnVersion,
  };
}
