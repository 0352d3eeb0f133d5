import { encode } from 'uqr';
import { colors } from './page.ts';
import type { Typesetter } from './typesetter.ts';

/**
 * Draws a text as a QR code (ISO/IEC 18004, error correction level M) of filled squares, at its top left corner. The
 * caller keeps the quiet zone of four modules free.
 *
 * @param side in points
 */
export function drawQrCode({ doc }: Typesetter, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = side / size;
  for (const [row, modules] of data.entries()) {
    for (const { start, length } of darkRuns(modules))
      doc.rect(x + start * module, y + row * module, length * module, module);
  }
  doc.fill(colors.ink);
}

/** The dark modules of a row, joined, so that no gaps show between them. */
function darkRuns(modules: readonly boolean[]): { readonly start: number; readonly length: number }[] {
  return modules.flatMap((isDark, start) => {
    if (!isDark || modules[start - 1] === true) return [];
    const end = modules.indexOf(false, start);
    return [{ start, length: (end < 0 ? modules.length : end) - start }];
  });
}
