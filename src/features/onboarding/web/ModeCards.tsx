import { Button } from '@mantine/core';
import { IconListDetails, IconPackages, IconSquare } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OnboardingMode, type OnboardingState, onboardingModes } from '../model.ts';
import classes from './Onboarding.module.css';
import { useOnboardingChoice } from './onboarding-data.ts';

interface ModeCardsProps {
  readonly state: OnboardingState;
  /** Called on choosing an own selection. */
  readonly onOwn: () => void;
}

const icons = { full: IconPackages, custom: IconListDetails, none: IconSquare } as const;

/** The three ways to start, the recommended one first (ONB-01). */
export function ModeCards({ state, onOwn }: ModeCardsProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choice = useOnboardingChoice();
  const choose = async (mode: OnboardingMode): Promise<void> => {
    const state = await choice.mutateAsync({ mode }).catch(() => null);
    if (state === null) return;
    if (mode === 'custom') onOwn();
    if (mode === 'none') await navigate({ to: '/overview', search: {} });
  };
  return (
    <div className={classes.cards}>
      {onboardingModes.map((mode) => {
        const Icon = icons[mode];
        const isFirst = mode === 'full';
        return (
          <section key={mode} className={classes.card} aria-labelledby={`mode-${mode}`}>
            <p className={classes.cardHead}>
              <Icon size={20} stroke={1.6} aria-hidden />
              {isFirst ? <span className={classes.mark}>{t('onboarding.recommended')}</span> : null}
              {state.mode === mode ? <span className={classes.mark}>{t('onboarding.chosen')}</span> : null}
            </p>
            <h2 id={`mode-${mode}`}>{t(`onboarding.mode.${mode}.title`)}</h2>
            <p className={classes.cardText}>{t(`onboarding.mode.${mode}.text`)}</p>
            <Button
              {...(isFirst ? {} : { variant: 'default' })}
              loading={choice.isPending && choice.variables.mode === mode}
              disabled={choice.isPending}
              onClick={() => void choose(mode)}
            >
              {t(`onboarding.mode.${mode}.action`)}
            </Button>
          </section>
        );
      })}
    </div>
  );
}
