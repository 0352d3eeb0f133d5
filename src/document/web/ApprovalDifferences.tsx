import { IconShieldExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../platform/web/failure-text.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import classes from './ApprovalDifferences.module.css';
import type { ApprovalDifferenceRow } from './document.ts';

/** Lists the differences from the approved document, and whether a new approval is due (APPR-18, INV-25). */
export function ApprovalDifferences({
  differences,
}: {
  readonly differences: readonly ApprovalDifferenceRow[];
}): ReactNode {
  const { t } = useTranslation();
  const text = useDifferenceText();
  if (differences.length === 0) return null;
  const isDueAgain = differences.some(({ brings_again }) => brings_again);
  const title = t(isDueAgain ? 'document.approval.outgrown' : 'document.approval.differs');
  return (
    <section className={classes.note} data-again={isDueAgain} aria-label={title}>
      <IconShieldExclamation size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        <ul>
          {differences.map((difference) => (
            <li key={text(difference)}>{text(difference)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The parts with several fields. */
const namedByField = ['terms', 'delivery'];

function useDifferenceText(): (difference: ApprovalDifferenceRow) => string {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return ({ part, field, before, after, currency, doubt }) => {
    if (doubt !== null) return refusalText(doubt.code, doubt.values);
    const shown = (value: string | null): string => {
      if (value === null) return '–';
      return currency === null ? value : format.amount(value, { currency, decimals: 2 });
    };
    const named = t(`document.covered.${part}`);
    const isNamed = namedByField.includes(part) && i18n.exists(`field.${field}`);
    const label = isNamed ? t(`field.${field}`) : named;
    // Values that the reader may not see are omitted, not shown as empty.
    if (before === null && after === null) return label;
    return t('document.approval.difference', { label, before: shown(before), after: shown(after) });
  };
}
