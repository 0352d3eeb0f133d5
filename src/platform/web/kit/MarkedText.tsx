import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { markedText } from '../marked-text.ts';

export interface MarkedTextProps {
  readonly i18nKey: string;
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** Renders the words between `<part>` and `</part>`. */
  readonly part: (words: string) => ReactNode;
}

/** A text with one part as an element; in place of `Trans`, which reads names such as `A <b> C` as markup. */
export function MarkedText({ i18nKey, values, part }: MarkedTextProps): ReactNode {
  const { t } = useTranslation();
  const text = markedText((safe) => t(i18nKey, safe), values);
  return (
    <>
      {text.before}
      {part(text.part)}
      {text.after}
    </>
  );
}
