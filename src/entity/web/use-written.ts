import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/web/i18n.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import type { Value } from '../kind.ts';
import { type Labels, labelKey } from '../record.ts';
import { choiceLabel, type NamedField } from './labels.ts';

/** Formats a value of a form as text. */
export function useWritten(labels: Labels): (of: NamedField | null, value: Value) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  return (of, value) => {
    if (value === null || of === null) return '';
    const { field } = of;
    if (typeof value === 'boolean') return t(value ? 'conflict.set' : 'conflict.unset');
    if (typeof value === 'number' && field.references !== undefined) {
      const label = labels.get(labelKey(field.references, value));
      return [label?.number, label?.name].filter(Boolean).join(' ');
    }
    if (field.choices !== undefined && Array.isArray(value))
      return value.map((one) => choiceLabel(of, String(one), t, language)).join(', ');
    if (typeof value === 'string' && field.choices !== undefined) return choiceLabel(of, value, t, language);
    return field.kind.write(value, { language, today: format.today() });
  };
}
