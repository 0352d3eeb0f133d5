import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import { useModules } from '../../../entity/web/use-modules.ts';
import { type OnboardingPart, type OnboardingState, onboardingParts } from '../model.ts';
import { ChartStep, PostingKeyStep } from './ChartStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { Invitation } from './Invitation.tsx';
import classes from './Onboarding.module.css';
import { CostCenterStep, DepartmentStep } from './PasteStep.tsx';
import { TableStep } from './TableStep.tsx';

interface OwnSelectionProps {
  readonly state: OnboardingState;
  readonly shown: OnboardingPart;
  readonly onShow: (part: OnboardingPart | null) => void;
}

/** Steps of an own selection; each is saved separately, in any order and repeatedly (ONB-02). */
export function OwnSelection({ state, shown, onShow }: OwnSelectionProps): ReactNode {
  const { t } = useTranslation();
  const hasModule = useModules();
  const parts = onboardingParts.filter((part) => part !== 'posting_key' || hasModule('invoice'));
  const next = parts[parts.indexOf(shown) + 1] ?? null;
  return (
    <div className={classes.own}>
      <nav className={classes.stepList} aria-label={t('onboarding.step.list')}>
        {parts.map((part) => {
          const count = state.counts[part];
          // The administrator always exists.
          const isDone = count > (part === 'lb_user' ? 1 : 0);
          const Icon = isDone ? IconCircleCheck : IconCircle;
          return (
            <button
              key={part}
              type="button"
              data-done={isDone || undefined}
              aria-current={part === shown ? 'step' : undefined}
              onClick={() => onShow(part)}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              <span>{t(entityLabelKey(part, 'many'))}</span>
              <span className={classes.state}>{t('onboarding.step.count', { count })}</span>
            </button>
          );
        })}
      </nav>
      <div className={classes.step}>
        <h2>{t(entityLabelKey(shown, 'many'))}</h2>
        <Step key={shown} part={shown} onDone={() => onShow(next)} />
        <div className={classes.skip}>
          <Button variant="subtle" onClick={() => onShow(null)}>
            {t('shell.back')}
          </Button>
          <Button variant="subtle" onClick={() => onShow(next)}>
            {t(
              state.counts[shown] > 0 || shown === 'lb_user'
                ? 'onboarding.step.next'
                : 'onboarding.step.skip',
            )}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Step({ part, onDone }: { readonly part: OnboardingPart; readonly onDone: () => void }): ReactNode {
  switch (part) {
    case 'client':
      return <CompanyStep onDone={onDone} />;
    case 'department':
      return <DepartmentStep onDone={onDone} />;
    case 'cost_center':
      return <CostCenterStep onDone={onDone} />;
    case 'ledger_account':
      return <ChartStep onDone={onDone} />;
    case 'posting_key':
      return <PostingKeyStep onDone={onDone} />;
    case 'lb_user':
      return (
        <>
          <Invitation />
          <TableStep part={part} />
        </>
      );
    default:
      return <TableStep part={part} />;
  }
}
