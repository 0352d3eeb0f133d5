import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';
import { useSession } from '../../../platform/web/session.ts';
import type { Entity } from '../../entity.ts';
import { narrowest, widest } from './grid-layout.ts';

export interface ColumnWidths {
  /** The chosen widths in pixels, by the name of the column. */
  readonly widths: Readonly<Record<string, number>>;
  /** Sets the width of a column; null restores the default. */
  readonly setWidth: (name: string, width: number | null) => void;
}

/** The chosen column widths of a table, stored per person in this browser. */
export function useColumnWidths({ table }: Entity): ColumnWidths {
  const session = useSession();
  const [widths, setWidths] = useLocalStorage<Readonly<Record<string, number>>>({
    key: `sheet-widths.${table}:${session?.userId ?? 0}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const setWidth = useCallback(
    (name: string, width: number | null) =>
      setWidths(({ [name]: _, ...others }) => {
        if (width === null) return others;
        return { ...others, [name]: Math.round(Math.min(Math.max(width, narrowest), widest)) };
      }),
    [setWidths],
  );
  return { widths, setWidth };
}
