import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../base/refusal.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { problemText } from '../labels.ts';

/** The texts of grid rows besides their contents. */
export interface GridWords {
  readonly yes: string;
  readonly no: string;
  readonly added: string;
  readonly removed: string;
  readonly open: string;
  readonly problem: (problem: FieldProblem) => string;
}

export function useGridWords(): GridWords {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
    () => ({
      yes: t('table.yes'),
      no: t('table.no'),
      added: t('table.state.added'),
      removed: t('table.state.removed'),
      open: t('table.open'),
      problem: (problem) => problemText(problem, t, language),
    }),
    [t, language],
  );
}
