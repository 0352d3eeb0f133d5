import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import classes from './LineTabs.module.css';
import type { DraftGroup } from './line-groups.ts';

export interface LineTabsProps {
  readonly groups: readonly Omit<DraftGroup<never>, 'fill'>[];
  /** The key of the shown group; null for all lines. */
  readonly shown: string | null;
  readonly onShow: (key: string | null) => void;
}

const all = 'all';

/** A tab per group of lines, with line count and subtotal (PROC-10). */
export function LineTabs({ groups, shown, onShow }: LineTabsProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const count = groups.reduce((sum, group) => sum + group.lines.size, 0);
  return (
    <Tabs value={shown ?? all} onChange={(value) => onShow(value === all ? null : value)}>
      <Tabs.List aria-label={t('document.line.title')} className={classes.list}>
        <Tabs.Tab value={all} className={classes.tab}>
          {t('document.line.all')} <span className={classes.count}>{count}</span>
        </Tabs.Tab>
        {groups.map((group) => (
          <Tabs.Tab key={group.key} value={group.key} className={classes.tab}>
            <span className={classes.name}>{group.name ?? t('document.line.without_group')}</span>{' '}
            <span className={classes.count}>{group.lines.size}</span>
            {seesPrices ? (
              <span className={classes.net}>
                <Amount value={group.net} decimals={2} />
              </span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
