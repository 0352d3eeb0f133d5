import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../entity.ts';
import { markLabelKey } from '../labels.ts';
import classes from './ActiveBadge.module.css';

interface MarkBadgesProps {
  readonly entity: Entity;
  readonly marks: readonly string[];
}

/** The marks of a record as badges, such as that a person is blocked. */
export function MarkBadges({ entity, marks }: MarkBadgesProps): ReactNode {
  const { t } = useTranslation();
  return marks.map((mark) => (
    <Badge key={mark} variant="light" className={classes.badge} data-marked>
      {t(markLabelKey(entity.table, mark))}
    </Badge>
  ));
}
