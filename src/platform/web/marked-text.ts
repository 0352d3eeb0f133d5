/** A text cut at its part, which stands between `<part>` and `</part>`. */
export interface MarkedText {
  readonly before: string;
  readonly part: string;
  readonly after: string;
}

/** Stands for "<" in values while the text is cut. */
const hidden = '\u0001';

/**
 * Cuts a text of the locales at its part. Values, such as names of people, are never read as marks, so that a "<" in
 * them stays.
 * @param translate the text of the locales with these values
 */
export function markedText(
  translate: (values: Readonly<Record<string, string>>) => string,
  values: Readonly<Record<string, string>> = {},
): MarkedText {
  const safe = Object.entries(values).map(([name, value]) => [name, value.replaceAll('<', hidden)]);
  const [before = '', part = '', after = ''] = translate(Object.fromEntries(safe))
    .split(/<\/?part>/)
    .map((piece) => piece.replaceAll(hidden, '<'));
  return { before, part, after };
}
