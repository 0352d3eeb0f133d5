import type { Icon } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import type { TimelineEntryRow } from '../../timeline/web/entry-view.ts';
import type { Listed, ListedKind } from '../listed-kind.ts';
import type { ActionRow } from './offered-actions.ts';

/** The preview fields common to all kinds; a kind adds `previewFields`. */
export interface PreviewDocument {
  readonly id: number;
  readonly name: string | null;
  /** The first non-empty number of the kind. */
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

/** The kind's part of the preview, loaded with the preview. */
export interface PreviewPart {
  Summary(props: { readonly document: PreviewDocument }): ReactNode;
}

/** Preloads the first content of a document page; renders nothing. */
export interface AheadPart {
  ReadAhead(props: { readonly id: number }): ReactNode;
}

/** Goods that documents of a kind wait for in a status. */
export interface AwaitedGoods {
  readonly status: string;
  /**
   * A GraphQL selection: `goods`, an aggregate of the lines with the sums `ordered` and `received`, the number of lines
   * and of those with a unit, and the first and last unit; and `begun`, the number of lines of which goods arrived.
   */
  readonly aggregates: string;
}

/** How lists show a kind; loaded with the first page. */
export interface ListedLook {
  readonly icon: Icon;
  /** A GraphQL selection of the head fields needed to decide without opening the document. */
  readonly previewFields: string;
  /** How to read the received share of awaited goods; absent if none are awaited. */
  readonly goods?: AwaitedGoods;
  /** Must be the same function in every call. */
  readonly loadPreview: () => Promise<PreviewPart>;
  /** Loads the preloader of its page. Must be the same function in every call. */
  readonly loadAhead: () => Promise<AheadPart>;
  /** The columns exported by default; all if absent. */
  readonly loadUsualColumns?: () => Promise<readonly string[]>;
}

/** A kind in the lists of the browser. */
export type ShownKind = ListedKind & ListedLook;

const ListedContext = createContext<Listed<ShownKind>>({ kinds: [], filters: [] });

/** Provides the kinds and filters of the lists. */
export const ListedProvider = ListedContext.Provider;

/** The kinds and filters of the lists. */
export function useListed(): Listed<ShownKind> {
  return use(ListedContext);
}

/** The kind of a listed document. */
export function shownKind({ kinds }: Listed<ShownKind>, name: string): ShownKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no list of ${name}`);
  return kind;
}

/** The kind of a listed document. */
export function useShownKind(name: string): ShownKind {
  return shownKind(useListed(), name);
}
