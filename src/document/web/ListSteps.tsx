import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../platform/web/kit/Hint.tsx';
import classes from './ListSteps.module.css';
import { shownKind, useListed } from './listed-kind.ts';
import { NextAhead } from './NextAhead.tsx';
import { type Neighbour, useListPlace } from './neighbours.ts';
import { useStepKeys } from './use-step-keys.ts';

/** "11 von 18" with buttons to the previous and next document; the back button still leads to the list. */
export function ListSteps({ document }: { readonly document: Neighbour | null }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listed = useListed();
  const place = useListPlace(document);
  const go = (to: Neighbour | null | undefined): void => {
    if (to) void navigate({ to: shownKind(listed, to.kind).route, search: { id: to.id }, replace: true });
  };
  useStepKeys((step) => go(step === 1 ? place?.next : place?.previous));
  if (place === null) return null;
  const { position, count, previous, next } = place;
  const step = (label: string, key: string, to: Neighbour | null, icon: ReactNode): ReactNode => (
    <Hint label={`${label} (${key})`}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={`${key} Alt+${key}`}
        disabled={to === null}
        onClick={() => go(to)}
      >
        {icon}
      </ActionIcon>
    </Hint>
  );
  return (
    <span className={classes.steps}>
      <span className={classes.place}>{t('document.place', { position, count })}</span>
      {step(t('overview.previous'), 'K', previous, <IconChevronUp size={18} stroke={1.6} aria-hidden />)}
      {step(t('overview.next'), 'J', next, <IconChevronDown size={18} stroke={1.6} aria-hidden />)}
      <NextAhead document={next} />
    </span>
  );
}
