import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import { z } from 'zod';

/** A text on a page, as the library returns those of the text layer. */
export type PageText = Pick<TextItem, 'str' | 'transform' | 'width' | 'height'>;

/** The limit of fields read on one page. */
const maxFields = 2_000;
/** The usual size of letters in a field that names none, in points. */
const usualSize = 11;

const field = z.object({
  subtype: z.literal('Widget'),
  /** A text or a choice. */
  fieldType: z.enum(['Tx', 'Ch']),
  fieldValue: z.union([z.string(), z.array(z.string())]),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  hidden: z.boolean().default(false),
  password: z.boolean().default(false),
  /** 2: at the right edge. */
  textAlignment: z.number().nullish(),
  defaultAppearanceData: z.object({ fontSize: z.number() }).nullish(),
});
type Field = z.output<typeof field>;

/** The values typed into the form of a page, each where it is shown (REC-14). */
export async function textsOfForm(page: PDFPageProxy): Promise<readonly PageText[]> {
  const annotations: readonly unknown[] = await page.getAnnotations();
  return annotations.slice(0, maxFields).flatMap((annotation) => {
    const { data } = field.safeParse(annotation);
    return data === undefined || data.hidden || data.password ? [] : linesOf(data);
  });
}

function linesOf({ fieldValue, rect, textAlignment, defaultAppearanceData }: Field): readonly PageText[] {
  const [x0, y0, x1, y1] = rect;
  const lines = [fieldValue].flat().flatMap((value) => value.split(/\r\n?|\n/));
  const named = defaultAppearanceData?.fontSize || usualSize;
  const height = (y1 - y0) / lines.length;
  const size = Math.min(named, height);
  return lines.map((str, place) => {
    const width = Math.min(str.length * size * 0.5, x1 - x0);
    const x = textAlignment === 2 ? x1 - width : x0;
    // Letters reach from 0.8 of their size above the base line to 0.2 below it.
    const y = y1 - height * (place + 0.5) - size * 0.3;
    return { str, transform: [size, 0, 0, size, x, y], width, height: size };
  });
}
