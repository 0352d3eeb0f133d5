/** Side of the squares with an even background, in pixels: about a table row. */
const side = 40;
/** Minimum share of a square that is as light as its background. */
const paperPart = 0.2;
/** Backgrounds (0 to 255) below this are not tinted paper. */
const dark = 110;

/** Quantiles that become white and black; the second dark one is for pages with little ink. */
const lightest = 0.99;
const darkest = [0.01, 0.001] as const;

/**
 * Stretches the contrast of a gray picture, so that ink is black and paper white, as far as both are even on the
 * page.
 */
export function evenly(gray: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (const value of gray) counts[value] = (counts[value] ?? 0) + 1;
  const levelAt = (part: number) => {
    let rest = gray.length * part;
    const level = counts.findIndex((count) => {
      rest -= count;
      return rest < 0;
    });
    return level < 0 ? 255 : level;
  };
  const white = levelAt(lightest);
  const black = darkest.map(levelAt).find((level) => level < white / 2) ?? 0;
  const stretched = (value: number) => Math.round(((value - black) * 255) / Math.max(white - black, 1));
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, stretched(value))));
  return gray.map((value) => table[value] ?? value);
}

/**
 * Whitens tinted backgrounds of rows, which recognition otherwise misses. The background of a square is the
 * brightness that a share of it reaches.
 */
export function onWhitePaper(gray: Uint8Array, width: number, height: number): Buffer {
  const result = Buffer.allocUnsafe(width * height);
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const right = Math.min(left + side, width);
      const bottom = Math.min(top + side, height);
      const whitened = whitening(backgroundOf(gray, width, left, top, right, bottom));
      for (let y = top; y < bottom; y += 1) {
        for (let place = y * width + left; place < y * width + right; place += 1) {
          result[place] = whitened[gray[place] ?? 255] ?? 255;
        }
      }
    }
  }
  return result;
}

function backgroundOf(
  gray: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const counts = new Uint16Array(256);
  for (let y = top; y < bottom; y += 1) {
    for (let place = y * width + left; place < y * width + right; place += 1) {
      const value = gray[place] ?? 255;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  let rest = (right - left) * (bottom - top) * paperPart;
  for (let value = 255; value >= 0; value -= 1) {
    rest -= counts[value] ?? 0;
    if (rest <= 0) return value;
  }
  return 255;
}

const known = new Map<number, Uint8Array>();

/** The mapping of gray values for a background, which becomes white; dark backgrounds are not paper and stay. */
function whitening(background: number): Uint8Array {
  const before = known.get(background);
  if (before) return before;
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    background < dark ? value : Math.min(255, Math.round((value * 255) / background)),
  );
  known.set(background, table);
  return table;
}
