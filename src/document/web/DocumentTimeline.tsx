import { type ReactNode, useState } from 'react';
import { Timeline, type TimelineProps } from '../../timeline/web/Timeline.tsx';
import type { Kind } from '../kind.ts';
import { maySayChanges, useDocumentHistory } from './document-history.ts';

export interface DocumentTimelineProps extends TimelineProps {
  readonly kind: Pick<Kind, 'name' | 'entries'>;
  readonly id: number;
}

/** The timeline of a document; entries with changes link to them (AUD-08). */
export function DocumentTimeline({ kind, id, ...timeline }: DocumentTimelineProps): ReactNode {
  const History = useDocumentHistory();
  const [asked, setAsked] = useState<{ readonly entryId: number | null } | null>(null);
  return (
    <>
      <Timeline
        {...timeline}
        changes={
          History && {
            isOffered: (entry) => maySayChanges(kind, entry),
            onShow: (entry) => setAsked({ entryId: entry.id }),
          }
        }
      />
      {History && asked ? (
        <History
          kind={kind.name}
          id={id}
          entryId={asked.entryId}
          onAll={() => setAsked({ entryId: null })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
