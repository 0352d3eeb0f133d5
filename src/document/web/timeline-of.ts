import type { Timeline } from '../../timeline/timeline.ts';
import type { TimelineRow } from './document.ts';

/** Converts a timeline of the API for the rules. */
export function timelineOf(timeline: Pick<TimelineRow, 'current_entry_no' | 'timeline_entries'>): Timeline {
  return {
    currentEntryNo: timeline.current_entry_no,
    entries: timeline.timeline_entries.map((entry) => ({
      id: entry.id,
      entryNo: entry.entry_no,
      type: entry.type,
      status: entry.status,
      size: 'size-m',
      textType: entry.text_type,
      lbUserId: entry.lb_user?.id ?? null,
      forUserId: entry.for_user?.id ?? null,
      comment: entry.comment,
      note: null,
      completedAt: entry.completed_at,
      createdAt: entry.created_at,
      createdBy: entry.created_by?.id ?? null,
    })),
  };
}
