import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { HistoryChange, HistoryValue } from '../history.ts';
import classes from './HistoryPanel.module.css';

/** Changed fields with old and new value (AUD-08). */
export function HistoryChanges({ changes }: { readonly changes: readonly HistoryChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
    </dl>
  );
}

function Change({ change: { label, before, after } }: { readonly change: HistoryChange }): ReactNode {
  const { t } = useTranslation();
  const isMove = before.kind !== 'none' && after.kind !== 'none';
  return (
    <div className={classes.change}>
      <dt>{label}</dt>
      <dd>
        {before.kind !== 'none' && (
          <del>
            <VisuallyHidden>{t('audit.before')}: </VisuallyHidden>
            <Value value={before} />
          </del>
        )}
        {isMove && <IconArrowRight size={14} aria-hidden />}
        {after.kind !== 'none' && (
          <ins>
            <VisuallyHidden>{t('audit.after')}: </VisuallyHidden>
            <Value value={after} />
          </ins>
        )}
      </dd>
    </div>
  );
}

function Value({ value }: { readonly value: HistoryValue }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  switch (value.kind) {
    case 'none':
      return null;
    case 'text':
      return value.text;
    case 'number':
      return format.quantity(value.text);
    case 'amount':
      return format.amount(value.text);
    case 'day':
      return format.day(value.text);
    case 'instant':
      return format.instant(value.text);
    case 'flag':
      return t(value.isSet ? 'audit.yes' : 'audit.no');
    case 'secret':
      return t('audit.secret');
    case 'amount_hidden':
      return t('audit.amount_hidden');
    case 'unknown':
      return t('audit.unknown');
  }
}
