import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ListSteps.module.css';
import { shownKind, useListed } from './listed-kind.ts';
import { type Neighbour, useListPlace } from './neighbours.ts';

/** "11 von 18", and the way to the one before and the one behind; the way back still leads to the list. */
export function ListSteps({ document }: { readonly document: Neighbour | null }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listed = useListed();
  const place = useListPlace(document);
  if (place === null) return null;
  const { position, count, previous, next } = place;
  const step = (label: string, to: Neighbour | null, icon: ReactNode): ReactNode => (
    <ActionIcon
      aria-label={label}
      disabled={to === null}
      onClick={() =>
        to === null
          ? undefined
          : void navigate({ to: shownKind(listed, to.kind).route, search: { id: to.id }, replace: true })
      }
    >
      {icon}
    </ActionIcon>
  );
  return (
    <span className={classes.steps}>
      <span className={classes.place}>{t('document.place', { position, count })}</span>
      {step(t('overview.previous'), previous, <IconChevronUp size={18} stroke={1.6} aria-hidden />)}
      {step(t('overview.next'), next, <IconChevronDown size={18} stroke={1.6} aria-hidden />)}
    </span>
  );
}
