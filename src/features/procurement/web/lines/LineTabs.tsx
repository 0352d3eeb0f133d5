import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { DraftGroup } from './draft-groups.ts';
import classes from './LineTabs.module.css';

export interface LineTabsProps {
  readonly groups: readonly DraftGroup[];
  /** The key of the group whose lines are shown; null for all lines. */
  readonly shown: string | null;
  readonly onShow: (key: string | null) => void;
}

const all = 'all';

/** A tab per supplier, cost center or product group, with line count and subtotal (PROC-10). */
export function LineTabs({ groups, shown, onShow }: LineTabsProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const count = groups.reduce((sum, group) => sum + group.lines.size, 0);
  return (
    <Tabs value={shown ?? all} onChange={(value) => onShow(value === all ? null : value)}>
      <Tabs.List aria-label={t('procurement.lines')} className={classes.list}>
        <Tabs.Tab value={all} className={classes.tab}>
          {t('procurement.all_lines')} <span className={classes.count}>{count}</span>
        </Tabs.Tab>
        {groups.map((group) => (
          <Tabs.Tab key={group.key} value={group.key} className={classes.tab}>
            <span className={classes.name}>{group.name ?? t('procurement.without_group')}</span>{' '}
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
