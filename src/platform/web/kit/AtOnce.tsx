import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './AtOnce.module.css';

/** Milliseconds after which the content is shown as it is: by then somebody waits rather than reaches for something. */
const longest = 1500;

export interface AtOnceProps {
  /** Stands over the place of the content meanwhile; the place is positioned by whoever uses this. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows its content once all that it asks for at first is answered, so that nothing moves away under a hand that has
 * begun to reach for it. What is asked for later does not hide it again.
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
    // The effects of the content have run: what it asks for is under way.
    look();
    let frame = 0;
    const unsubscribe = client.getQueryCache().subscribe(() => {
      // An answer may lead to the next question, which is asked once the content was drawn with it.
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

/** What a query brings beside the content, such as a large file, keeps nobody waiting: its `meta` says so. */
function isAnswered(client: QueryClient): boolean {
  const isAwaited = ({ state, meta }: Query): boolean => state.data === undefined && meta?.isBeside !== true;
  return client.isFetching({ predicate: isAwaited }) === 0;
}
