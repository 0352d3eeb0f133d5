import { drawLetter, type PrintableLetter } from '../../../../document/server/letter/draw-letter.ts';
import { closingLines, paragraph } from '../../../../document/server/letter/paragraphs.ts';
import { mm } from '../../../../platform/server/pdf/page.ts';
import { styles } from '../../../../platform/server/pdf/typesetter.ts';
import type { NoticeLetter } from '../../notice-letter.ts';

/** A notice letter ready to print. */
export type PrintableNotice = PrintableLetter<NoticeLetter>;

/** A notice letter as a PDF (CON-31). */
export async function renderNotice(notice: PrintableNotice): Promise<Buffer> {
  const { document, pictures } = notice;
  return await drawLetter(notice, (set) => [
    ...paragraph(set, document.title, styles.title, 0),
    ...paragraph(set, document.salutation, styles.body, 6 * mm),
    ...document.paragraphs.flatMap((text) => paragraph(set, text, styles.body, 3 * mm)),
    ...closingLines(set, document, pictures.signature, true),
  ]);
}
