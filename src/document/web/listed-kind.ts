import type { Icon } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { Listed, ListedKind } from '../listed-kind.ts';
import type { ActionRow } from './offered-actions.ts';

/** What the preview shows of every document. A kind reads more of its own by `previewFields`. */
export interface PreviewDocument {
  readonly id: number;
  readonly name: string | null;
  /** The first of the kind's numbers that is filled. */
  readonly number: string | null;
  readonly status: string;
  readonly client: { readonly currency: string } | null;
  readonly timeline: {
    readonly updated_at: string;
    readonly current_entry_no: number;
    readonly content_version: number;
    readonly timeline_entries: readonly TimelineEntryRow[];
  };
  readonly actions: readonly ActionRow[];
}

/** What a kind shows of a document in the preview; comes with the preview. */
export interface PreviewPart {
  Summary(props: { readonly document: PreviewDocument }): ReactNode;
}

/** Holds ready what the page of a document shows first; draws nothing itself. */
export interface AheadPart {
  ReadAhead(props: { readonly id: number }): ReactNode;
}

/** Goods that documents of a kind wait for while they are in a status. */
export interface AwaitedGoods {
  readonly status: string;
  /** An aggregate of the head with the sums `ordered` and `received`, as a GraphQL selection. */
  readonly aggregate: string;
}

/** How a kind shows itself in lists; comes with the first page. */
export interface ListedLook {
  readonly icon: Icon;
  /** What a person needs to decide without opening the document, as a GraphQL selection of the head. */
  readonly previewFields: string;
  /** How one reads how much of the awaited goods has come; absent where none are awaited. */
  readonly goods?: AwaitedGoods;
  /** The same function in every call. */
  readonly loadPreview: () => Promise<PreviewPart>;
  /** What reads a document before its page asks for it. The same function in every call. */
  readonly loadAhead: () => Promise<AheadPart>;
  /** The columns that are exported where a person chose none before; all where this is absent. */
  readonly loadUsualColumns?: () => Promise<readonly string[]>;
}

/** A kind in the lists of the browser. */
export type ShownKind = ListedKind & ListedLook;

const ListedContext = createContext<Listed<ShownKind>>({ kinds: [], filters: [] });

/** Hands in what the lists hold; the program around them knows all kinds. */
export const ListedProvider = ListedContext.Provider;

/** Everything that lists hold and filter by. */
export function useListed(): Listed<ShownKind> {
  return use(ListedContext);
}

/** The kind of a document that a list shows. */
export function shownKind({ kinds }: Listed<ShownKind>, name: string): ShownKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no list holds ${name}`);
  return kind;
}

/** The kind of a document that a list shows. */
export function useShownKind(name: string): ShownKind {
  return shownKind(useListed(), name);
}
