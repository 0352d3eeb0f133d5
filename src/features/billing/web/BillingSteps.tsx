import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Meaning, MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ShownStep } from '../model.ts';
import type { StepOutcome } from '../next-step.ts';
import classes from './Billing.module.css';

const meanings: Readonly<Record<StepOutcome, Meaning>> = {
  begun: 'progress',
  done: 'done',
  unknown: 'clearing',
  later: 'waiting',
  refused: 'declined',
};

/** Steps at the provider, with its answers (OP-06). */
export function BillingSteps({ steps }: { readonly steps: readonly ShownStep[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (steps.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{t('billing.steps')}</h2>
      <ul className={classes.lines}>
        {steps.map(({ id, step, outcome, message, begun_at, retry_at }) => (
          <li key={id}>
            <span>{format.instant(begun_at)}</span>
            <span>{t(`billing.step.${step}`)}</span>
            <MeaningBadge meaning={meanings[outcome]} plain>
              {t(`billing.outcome.${outcome}`)}
            </MeaningBadge>
            {message === null ? null : <span className={classes.message}>{message}</span>}
            {retry_at !== null && (outcome === 'later' || outcome === 'unknown') ? (
              <span className={classes.message}>
                {t('billing.retry_at', { time: format.instant(retry_at) })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
