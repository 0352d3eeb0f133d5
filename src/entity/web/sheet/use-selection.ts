import { useState } from 'react';
import { type Area, areaOf, type Place } from '../../sheet/area.ts';
import type { Line } from '../../sheet/line.ts';

export interface Selection {
  /** The cell that receives typing. */
  readonly active: Place;
  readonly area: Area;
  /** Selects one cell, or with `extend` everything from the active cell to it. */
  readonly select: (place: Place, extend?: boolean) => void;
  readonly selectArea: (area: Area, active?: Place) => void;
  /** Selects the cell of a line by its key, also of a line that is about to be added. */
  readonly selectKey: (key: number, place: Place) => void;
  /** Moves by lines and columns; with `extend` from the far end of the area. */
  readonly move: (lines: number, columns: number, extend?: boolean) => Place;
}

/** A corner of the selection. */
interface Corner extends Place {
  /** The line of the corner; undefined if it is not added yet. */
  readonly key: number | undefined;
}

interface Marked {
  readonly active: Corner;
  readonly far: Corner;
}

/**
 * The selection among these lines. It follows its lines through an undo, a sort or a save; where they are gone it
 * keeps its place, within the grid.
 */
export function useSelection(lines: readonly Line[], columns: number): Selection {
  const [marked, setMarked] = useState<Marked>({ active: origin, far: origin });
  const inside = ({ line, column }: Place): Place => ({
    line: Math.max(Math.min(line, lines.length - 1), 0),
    column: Math.max(Math.min(column, columns - 1), 0),
  });
  const present = ({ key, line, column }: Corner): Place => {
    const isThere = key === undefined || lines[line]?.key === key;
    const found = isThere ? line : lines.findIndex((one) => one.key === key);
    return inside({ line: found === -1 ? line : found, column });
  };
  const corner = (place: Place): Corner => ({ ...place, key: lines[place.line]?.key });
  const active = present(marked.active);
  const far = present(marked.far);
  const select = (place: Place, extend = false): void => {
    const to = corner(inside(place));
    setMarked({ active: extend ? corner(active) : to, far: to });
  };
  return {
    active,
    area: areaOf(active, far),
    select,
    selectArea: (area, from) => {
      const first = { line: area.top, column: area.left };
      setMarked({
        active: corner(from ?? first),
        far: corner({ line: area.bottom, column: area.right }),
      });
    },
    selectKey: (key, place) => setMarked({ active: { ...place, key }, far: { ...place, key } }),
    move: (byLines, byColumns, extend = false) => {
      const from = extend ? far : active;
      const to = inside({ line: from.line + byLines, column: from.column + byColumns });
      select(to, extend);
      return to;
    },
  };
}

const origin: Corner = { line: 0, column: 0, key: undefined };
