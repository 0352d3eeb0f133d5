import { mm, page } from '../../../platform/server/pdf/page.ts';
import { styles, Typesetter } from '../../../platform/server/pdf/typesetter.ts';

/** Limits of the printed text. */
const maxLetters = 20_000;
const maxPages = 20;
const bottom = page.height - 20 * mm;

/** Prints head and text of a mail as a PDF, for mails whose text is the invoice (MBX-07). */
export async function printedMail(head: readonly string[], text: string): Promise<Buffer> {
  const setter = new Typesetter({ size: 'A4', margin: 0, bufferPages: false });
  const width = page.right - page.left;
  const lines = [...head, '', text.slice(0, maxLetters)].flatMap((part) =>
    setter.wrap(part, styles.body, width),
  );
  const height = setter.lineHeight(styles.body);
  const perPage = Math.floor((bottom - page.top) / height);
  for (let first = 0, number = 0; first < lines.length && number < maxPages; first += perPage, number += 1) {
    if (number > 0) setter.doc.addPage();
    setter.lines(lines.slice(first, first + perPage), page.left, page.top, styles.body);
  }
  return await setter.bytes();
}
