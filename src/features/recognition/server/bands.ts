/** Side of the squares that the picture is divided into, in pixels. */
const side = 4;
/** Values (0 to 255) below this are not paper. */
const dark = 110;
/** Minimum size of a band in squares: wider than a letter and higher than a rule. */
const leastWidth = 40;
const leastHeight = 6;
/** Minimum share of dark squares in a row of a band: without letters, and with letters. */
const solid = 0.9;
const lettered = 0.4;

interface Squares {
  readonly isDark: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

interface Band {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Inverts dark bands with light letters, such as table heads, which recognition otherwise misses. The rows of the
 * gray picture must be level; the picture is changed in place.
 */
export function invertBands(gray: Uint8Array, width: number, height: number): void {
  const squares = squaresOf(gray, width, height);
  for (let row = 0; row < squares.rows; row += 1) {
    for (const [left, right] of solidRuns(squares, row)) {
      const bottom = bottomOf(squares, left, right, row);
      if (bottom - row >= leastHeight) invert(gray, width, squares, { left, right, top: row, bottom });
    }
  }
}

function squaresOf(gray: Uint8Array, width: number, height: number): Squares {
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const isDark = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let count = 0;
      for (let y = row * side; y < (row + 1) * side; y += 1) {
        for (let place = y * width + column * side; place < y * width + (column + 1) * side; place += 1) {
          if ((gray[place] ?? 255) < dark) count += 1;
        }
      }
      isDark[row * columns + column] = count * 2 >= side * side ? 1 : 0;
    }
  }
  return { isDark, columns, rows };
}

/** The ranges of squares in a row that are dark without a gap. */
function solidRuns({ isDark, columns }: Squares, row: number): [left: number, right: number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (let column = 0; column <= columns; column += 1) {
    const goesOn = column < columns && isDark[row * columns + column] === 1;
    if (goesOn) continue;
    if (column - start >= leastWidth) runs.push([start, column]);
    start = column + 1;
  }
  return runs;
}

/** The row below the last completely dark one. */
function bottomOf({ isDark, columns, rows }: Squares, left: number, right: number, top: number): number {
  let bottom = top + 1;
  for (let row = top + 1; row < rows; row += 1) {
    let count = 0;
    for (let place = row * columns + left; place < row * columns + right; place += 1)
      count += isDark[place] ?? 0;
    const share = count / (right - left);
    if (share < lettered) break;
    if (share >= solid) bottom = row + 1;
  }
  return bottom;
}

function invert(gray: Uint8Array, width: number, { isDark, columns }: Squares, band: Band): void {
  for (let row = band.top; row < band.bottom; row += 1) {
    isDark.fill(0, row * columns + band.left, row * columns + band.right);
  }
  for (let y = band.top * side; y < band.bottom * side; y += 1) {
    for (let place = y * width + band.left * side; place < y * width + band.right * side; place += 1) {
      // The darkness of the band becomes white, and its letters black.
      gray[place] = Math.max(0, 255 - Math.max(0, (gray[place] ?? 0) - dark / 2) * 2);
    }
  }
}
