import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './AtOnce.module.css';

/** Milliseconds after which unfinished content is shown: by then people wait rather than reach for something. */
const longest = 1500;

export interface AtOnceProps {
  /** Covers the place of the content meanwhile; the parent positions the place. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows its content once its initial queries are answered, so that nothing moves while the person reaches for it.
 * Later queries do not hide it again.
 */
export function AtOnce({ fallback, children }: AtOnceProps): ReactNode {
  const isWhole = useIsWhole();
  return (
    <>
      {isWhole ? null : <div className={classes.fallback}>{fallback}</div>}
      <div className={classes.content} data-whole={isWhole}>
        {children}
      </div>
    </>
  );
}

function useIsWhole(): boolean {
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (isWhole) return;
    const look = (): void => {
      if (isAnswered(client)) setWhole(true);
    };
    // The effects of the content have run, so its queries are pending.
    look();
    let frame = 0;
    const unsubscribe = client.getQueryCache().subscribe(() => {
      // An answer may trigger another query once the content is drawn with it.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    const patience = setTimeout(() => setWhole(true), longest);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      clearTimeout(patience);
    };
  }, [client, isWhole]);
  return isWhole;
}

/** Queries marked in their `meta`, such as a large file, are not waited for. */
function isAnswered(client: QueryClient): boolean {
  const isAwaited = ({ state, meta }: Query): boolean => state.data === undefined && meta?.isBeside !== true;
  return client.isFetching({ predicate: isAwaited }) === 0;
}
