import { type ComponentType, createContext, use } from 'react';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { Kind } from '../kind.ts';

export interface DocumentHistoryProps {
  readonly kind: DocumentKind;
  readonly id: number;
  /** The entry of the timeline with which it changed; null for all changes. */
  readonly entryId: number | null;
  /** The person asks for all changes. */
  readonly onAll: () => void;
  readonly onClose: () => void;
}

const HistoryContext = createContext<ComponentType<DocumentHistoryProps> | null>(null);

/** Hands in what shows the changes of a document; the program around knows where they are kept. */
export const DocumentHistoryProvider = HistoryContext.Provider;

/** Shows which fields and lines of a document were changed from what to what (AUD-08); null where nothing does. */
export function useDocumentHistory(): ComponentType<DocumentHistoryProps> | null {
  return use(HistoryContext);
}

/** Notes of a change that was saved together with them. */
const notesOfChanges: readonly (string | null)[] = ['document_edited', 'approval_again'];

/** Whether the content may have changed with an entry: it says so, or it is a clearing, in which one may change all. */
export function maySayChanges({ entries }: Pick<Kind, 'entries'>, entry: TimelineEntryRow): boolean {
  const isDone = entry.completed_at !== null;
  return notesOfChanges.includes(entry.message_code) || (entry.type === entries.clearing && isDone);
}
