import { describe, expect, test } from 'vitest';
import type { Box, PageWords } from '../words.ts';
import { isOnSide, isUpright } from './upright.ts';

function page(confidence: number, box: Box): PageWords {
  const words = Array.from({ length: 20 }, () => ({ text: 'Rechnung', confidence, box }));
  return { page: 1, aspect: 0.7, words };
}
const wide: Box = [0.1, 0.1, 0.3, 0.12];
const tall: Box = [0.1, 0.1, 0.12, 0.3];

describe('REC-05 rotated pages', () => {
  test('clearly recognised words from left to right are upright', () => {
    expect(isUpright(page(0.9, wide))).toBe(true);
  });

  test('hardly legible words may be upside down', () => {
    expect(isUpright(page(0.35, wide))).toBe(false);
    expect(isUpright({ ...page(0.9, wide), words: [] })).toBe(false);
  });

  test('words that run from top to bottom are on their side, however clear they are', () => {
    expect(isOnSide(page(0.9, tall))).toBe(true);
    expect(isUpright(page(0.9, tall))).toBe(false);
  });
});
