import type { ReactNode } from 'react';

/** The address of a page; pages can also open in a new tab. */
export interface PalettePage {
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
  /** The anchor on the page. */
  readonly hash?: string;
}

/** A page or action of the palette. */
export interface PaletteTarget {
  readonly key: string;
  readonly label: string;
  /** Shown after the label, and searched as well: the next person, or the type of a record. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
  /** The equivalent shortcut. */
  readonly keys?: string | undefined;
  /** A page, or an action. */
  readonly leadsTo: PalettePage | (() => void);
  /** Why it cannot be chosen now. */
  readonly refusal?: string | null;
}
