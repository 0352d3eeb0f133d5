/** A rectangle of cells by its corners, both included. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

export function areaOf(from: Place, to: Place): Area {
  return {
    top: Math.min(from.line, to.line),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.line, to.line),
    right: Math.max(from.column, to.column),
  };
}

export function cellCount({ top, left, bottom, right }: Area): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** The area of a fill from `source` to the cell `to`: vertical or horizontal. */
export function filledArea(source: Area, to: Place): Area {
  const down = Math.max(to.line - source.bottom, source.top - to.line, 0);
  const across = Math.max(to.column - source.right, source.left - to.column, 0);
  if (down >= across) {
    return { ...source, top: Math.min(source.top, to.line), bottom: Math.max(source.bottom, to.line) };
  }
  return { ...source, left: Math.min(source.left, to.column), right: Math.max(source.right, to.column) };
}

/** The texts that a fill writes into `target`: the repeated source. */
export function filledTexts(
  source: Area,
  target: Area,
  textAt: (place: Place) => string,
): readonly (readonly string[])[] {
  const height = source.bottom - source.top + 1;
  const width = source.right - source.left + 1;
  return range(target.top, target.bottom).map((line) =>
    range(target.left, target.right).map((column) =>
      textAt({
        line: source.top + modulo(line - source.top, height),
        column: source.left + modulo(column - source.left, width),
      }),
    ),
  );
}

/**
 * The block that a paste writes: one cell fills the whole selection, a block that fits several times is repeated, any
 * other block is written once.
 */
export function pastedTexts(
  block: readonly (readonly string[])[],
  selection: Area,
): readonly (readonly string[])[] {
  const height = selection.bottom - selection.top + 1;
  const width = selection.right - selection.left + 1;
  const across = Math.max(...block.map((row) => row.length), 1);
  if (height % block.length !== 0 || width % across !== 0) return block;
  return range(0, height - 1).map((line) =>
    range(0, width - 1).map((column) => block[line % block.length]?.[column % across] ?? ''),
  );
}

export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, place) => from + place);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
