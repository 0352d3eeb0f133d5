import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ShownDocument } from '../document.ts';
import classes from './Attachments.module.css';

/**
 * The end of the retention and the reason for a hold: "Aufbewahrung bis 31.12.2034 · gesperrt wegen: ..." (ARC-02).
 */
export function Retention({ document }: { readonly document: ShownDocument }): ReactNode {
  const { t } = useTranslation();
  const { kept_until: day, legal_hold: reason } = document;
  if (day === null && reason === null) return null;
  return (
    <p className={classes.retention}>
      {day === null ? null : <KeptUntil day={day} />}
      {day === null || reason === null ? null : ' · '}
      {reason === null ? null : <strong>{t('document.retention.held', { reason })}</strong>}
    </p>
  );
}

/** The last day of a retention. */
export function KeptUntil({ day }: { readonly day: Day }): ReactNode {
  const { t } = useTranslation();
  return t('document.retention.until', { day: useFormat().day(day) });
}
