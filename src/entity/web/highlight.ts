import { useEffect, useState } from 'react';
import { highlightMs } from '../../platform/constants.ts';

let fresh: { readonly table: string; readonly id: number } | null = null;

/** Remembers the row saved last, until a list shows it (LIST-05). */
export function rememberSaved(table: string, id: number): void {
  fresh = { table, id };
}

/** The row of the table to highlight now; null again after a moment (LIST-05). */
export function useHighlight(table: string): number | null {
  const [id, setId] = useState(() => (fresh?.table === table ? fresh.id : null));
  useEffect(() => {
    if (id === null) return;
    fresh = null;
    const timer = setTimeout(() => setId(null), highlightMs);
    return () => clearTimeout(timer);
  }, [id]);
  return id;
}
