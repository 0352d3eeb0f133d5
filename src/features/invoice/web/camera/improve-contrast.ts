import type { Pixels } from './straighten.ts';

/** Brightness of the paper and of its darkest print, as shares of all pixels. */
const paperShare = 0.9;
const inkShare = 0.01;
/** Brightness that paper gets; not pure white, so that stamps and pencil stay. */
const paperTarget = 245;
/** Strongest change, so that photos and colored paper keep their look. */
const maxGain = 1.8;
const maxInk = 70;

/** Makes paper light and print dark, gently and with the same curve for all colors. Changes the pixels in place. */
export function improveContrast({ data }: Pixels): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) {
    const level = brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    counts[level] = (counts[level] ?? 0) + 1;
  }
  const ink = Math.min(maxInk, levelAt(counts, inkShare));
  const paper = Math.max(ink + 1, levelAt(counts, paperShare));
  const gain = Math.min(maxGain, Math.max(1, paperTarget / (paper - ink)));
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, level) => (level - ink) * gain);
  for (let at = 0; at < data.length; at += 4) {
    for (let color = at; color < at + 3; color += 1) data[color] = curve[data[color] ?? 0] ?? 0;
  }
}

/** Brightness from 0 to 255 (ITU-R BT.601). */
export function brightness(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

/** The level below which this share of all pixels lies. */
function levelAt(counts: Uint32Array, share: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
  let passed = 0;
  for (const [level, count] of counts.entries()) {
    passed += count;
    if (passed >= wanted) return level;
  }
  return 255;
}
