import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../base/refusal.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { problemText } from '../labels.ts';

/** The text of a red cell. */
export function useProblemText(): (problem: FieldProblem) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (problem) => problemText(problem, t, language);
}
