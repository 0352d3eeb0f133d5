import type { PreparedPicture } from '../../../platform/server/files/picture.ts';
import type { FlowLine } from '../../../platform/server/pdf/flow.ts';
import { contentWidth, mm, page } from '../../../platform/server/pdf/page.ts';
import { styles, type TextStyle, type Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import type { Letter } from '../../letter/letter.ts';

/** Lines of text over the full width; none for an empty text. */
export function paragraph(set: Typesetter, text: string, style: TextStyle, gap: number): FlowLine[] {
  if (text === '') return [];
  return set.wrap(text, style, contentWidth).map((line, index) => ({
    height: set.lineHeight(style),
    gap: index === 0 ? gap : 0,
    mayStartPage: false,
    draw: (y) => set.line(line, page.left, y, style),
  }));
}

/** The space for a handwritten signature. */
const roomToSign = 20 * mm;
const signatureSize = { width: 50 * mm, height: 13 * mm } as const;

/**
 * Greeting, signature and name, kept together and never without text above.
 *
 * @param isSignedByHand leaves space for a signature if there is no picture of one
 */
export function closingLines(
  set: Typesetter,
  { closing, sender }: Pick<Letter, 'closing' | 'sender'>,
  signature: PreparedPicture | null,
  isSignedByHand = false,
): FlowLine[] {
  if (!closing) return [];
  const text = (value: string, style: TextStyle, gap: number): FlowLine[] =>
    paragraph(set, value, style, gap);
  const picture: FlowLine[] = signature
    ? [
        {
          height: signatureSize.height,
          gap: 1 * mm,
          mayStartPage: false,
          draw: (y) => {
            set.doc.image(signature, page.left, y, {
              fit: [signatureSize.width, signatureSize.height],
              valign: 'bottom',
            });
          },
        },
      ]
    : [];
  return [
    ...text(closing.greeting, styles.body, 6 * mm),
    ...text(sender, styles.strong, 0),
    ...picture,
    ...text(closing.name, styles.body, signature ? 1 * mm : isSignedByHand ? roomToSign : 3 * mm),
  ];
}
