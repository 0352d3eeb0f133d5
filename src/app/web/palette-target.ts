import type { ReactNode } from 'react';

/** Where a page stands; everything that has one opens in a tab of its own as well. */
export interface PalettePage {
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
  /** The place on the page. */
  readonly hash?: string;
}

/** A page or an action that the palette leads to. */
export interface PaletteTarget {
  readonly key: string;
  readonly label: string;
  /** Stands behind the label, and is searched as well: who goes on with the document, what a record is. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  /** A page, or what else happens. */
  readonly leadsTo: PalettePage | (() => void);
  /** Why it cannot be chosen now. */
  readonly refusal?: string | null;
}
