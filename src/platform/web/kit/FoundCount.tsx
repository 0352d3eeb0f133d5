import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Announces the number of options to screen readers; `null` before an answer or without a question. */
export function FoundCount({ count }: { readonly count: number | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="visually-hidden" aria-live="polite">
      {count === null
        ? null
        : count === 0
          ? t('shell.field.nothing_found')
          : t('shell.field.suggestions', { count })}
    </span>
  );
}
