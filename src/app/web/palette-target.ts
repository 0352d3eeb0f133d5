import type { ReactNode } from 'react';

/** A page or an action that the palette leads to. */
export interface PaletteTarget {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  /** Why it cannot be chosen now. */
  readonly refusal?: string | null;
}
