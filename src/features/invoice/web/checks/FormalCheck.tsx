import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { FormalFacts } from '../../check-facts.ts';
import { type FormalInvoice, formalCheck } from '../../formal-check.ts';
import { CheckPoints } from './CheckPoints.tsx';
import classes from './FormalCheck.module.css';

export interface FormalCheckProps {
  readonly invoice: FormalInvoice;
  readonly facts: FormalFacts;
}

/**
 * The details that the law requires on an invoice, each with its result (INV-19); for everyone who sees the document.
 */
export function FormalCheck({ invoice, facts }: FormalCheckProps): ReactNode {
  const { t } = useTranslation();
  if (!useHasRole('user-price')) return null;
  const points = formalCheck(invoice, facts).map(({ point, state, read }) => {
    const text = t(`invoice.formal.point.${point}`);
    if (state === 'ok') return { key: point, state, text };
    const detail = read === null ? t(`invoice.formal.${state}`) : t('invoice.formal.read', { value: read });
    return { key: point, state, text, detail };
  });
  return (
    <div className={classes.formal}>
      <CheckPoints title={t('invoice.formal.title')} points={points} />
    </div>
  );
}
