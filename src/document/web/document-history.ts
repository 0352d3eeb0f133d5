import { type ComponentType, createContext, use } from 'react';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { Kind } from '../kind.ts';

export interface DocumentHistoryProps {
  readonly kind: DocumentKind;
  readonly id: number;
  /** The timeline entry of the change; null for all changes. */
  readonly entryId: number | null;
  /** Shows all changes. */
  readonly onAll: () => void;
  readonly onClose: () => void;
}

const HistoryContext = createContext<ComponentType<DocumentHistoryProps> | null>(null);

/** Provides the component that shows the changes of a document. */
export const DocumentHistoryProvider = HistoryContext.Provider;

/** The component that shows changed fields and lines of a document (AUD-08); null without one. */
export function useDocumentHistory(): ComponentType<DocumentHistoryProps> | null {
  return use(HistoryContext);
}

/** Notes saved together with a change. */
const notesOfChanges: readonly (string | null)[] = ['document_edited', 'approval_again'];

/**
 * Whether an entry may have changed the content: its note says that, or it is a clearing, which may change
 * everything.
 */
export function maySayChanges({ entries }: Pick<Kind, 'entries'>, entry: TimelineEntryRow): boolean {
  const isDone = entry.completed_at !== null;
  return notesOfChanges.includes(entry.message_code) || (entry.type === entries.clearing && isDone);
}
