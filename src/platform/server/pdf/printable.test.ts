import { describe, expect, test } from 'vitest';
import { printable } from './printable.ts';
import { Typesetter } from './typesetter.ts';

/** Latin, Greek, Cyrillic and a few symbols, like the fonts of the letters. */
const has = (codePoint: number): boolean =>
  (codePoint < 0x530 && codePoint !== 0xad) || [0x20ac, 0x2013, 0x2713, 0xd7].includes(codePoint);

describe('PROC-28 unsupported characters are spelled out, never shown as an empty box', () => {
  test.each([
    ['Ø 12 µm – 5 €, Größe', 'Ø 12 µm – 5 €, Größe'],
    ['⌀ 12 ✔', 'Ø 12 ✓'],
    ['Kabel 北京电子', 'Kabel BeiJingDianZi'],
    ['שלום', 'slvm'],
    ['カメラ 3㎡', 'kamera 3m2'],
    ['Karton 📦 groß', 'Karton  groß'],
    ['👍🏽', ':thumbsup:'],
    ['Zeile 1\r\nZeile\t2\u0007', 'Zeile 1\nZeile 2'],
    ['u\u0308ber', 'über'],
    ['weich\u00adgetrennt\u202e', 'weichgetrennt'],
  ])('%j becomes %j', (text, shown) => expect(printable(text, has)).toBe(shown));

  test('the typesetter has a glyph for every character of the lines it breaks', () => {
    const set = new Typesetter({ size: 'A4' });
    const style = { font: 'regular', size: 9, color: '#000000' } as const;
    const lines = set.wrap('شركة القاهرة للتجارة, 北京电子有限公司, 📦 Łódź Ω ⌀ €', style, 60);
    expect(lines.join(' ')).toMatch(/^[\u0020-\u007e Łódź Ω Ø€]+$/);
    expect(lines.every((line) => set.width(line, style) <= 60)).toBe(true);
  });
});
