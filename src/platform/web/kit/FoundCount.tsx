import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Tells screen readers how many options there are; `null` while there is no answer yet, or nothing is asked. */
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
