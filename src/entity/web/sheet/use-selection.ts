import { useState } from 'react';
import { type Area, areaOf, type Place } from '../../sheet/area.ts';

export interface Selection {
  /** The cell that typing goes to. */
  readonly active: Place;
  readonly area: Area;
  /** Selects one cell, or with `extend` everything from the active cell to it. */
  readonly select: (place: Place, extend?: boolean) => void;
  readonly selectArea: (area: Area, active?: Place) => void;
  /** Moves by lines and columns, from the far end of the area when it extends it. */
  readonly move: (lines: number, columns: number, extend?: boolean) => Place;
}

interface Marked {
  readonly active: Place;
  readonly far: Place;
}

/** What is selected in a grid of so many lines and columns; both ends stay inside when the grid shrinks. */
export function useSelection(lines: number, columns: number): Selection {
  const [marked, setMarked] = useState<Marked>({ active: origin, far: origin });
  const inside = ({ line, column }: Place): Place => ({
    line: Math.max(Math.min(line, lines - 1), 0),
    column: Math.max(Math.min(column, columns - 1), 0),
  });
  const active = inside(marked.active);
  const far = inside(marked.far);
  const select = (place: Place, extend = false): void => {
    const to = inside(place);
    setMarked({ active: extend ? active : to, far: to });
  };
  return {
    active,
    area: areaOf(active, far),
    select,
    selectArea: (area, from) => {
      const first = { line: area.top, column: area.left };
      setMarked({ active: from ?? first, far: { line: area.bottom, column: area.right } });
    },
    move: (byLines, byColumns, extend = false) => {
      const from = extend ? far : active;
      const to = inside({ line: from.line + byLines, column: from.column + byColumns });
      select(to, extend);
      return to;
    },
  };
}

const origin: Place = { line: 0, column: 0 };
