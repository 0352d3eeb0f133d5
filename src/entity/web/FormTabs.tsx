import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Tab } from '../entity.ts';
import { tabLabelKey } from '../labels.ts';
import classes from './FormTabs.module.css';
import { tabOfProblem } from './form-tabs.ts';
import type { EntityFormState } from './use-entity-form.ts';

export interface FormTabsProps {
  readonly entity: Entity;
  readonly tabs: readonly Tab[];
  readonly tab: string;
  readonly form: EntityFormState;
  readonly onTab: (tab: string) => void;
}

/** The tabs of a form with their counts, marked where there is a problem (VAL-45). */
export function FormTabs({ entity, tabs, tab, form, onTab }: FormTabsProps): ReactNode {
  const { t } = useTranslation();
  if (tabs.length < 2) return null;
  return (
    <Tabs value={tab} onChange={(name) => onTab(name ?? '')} className={classes.tabs}>
      <Tabs.List aria-label={t('shell.tabs')}>
        {tabs.map(({ name, parts }) => {
          const wrong = [...form.problems.keys()].filter((path) => tabOfProblem(tabs, path) === name).length;
          const count = parts.reduce((total, part) => total + sizeOf(form, part), 0);
          return (
            <Tabs.Tab key={name} value={name} id={`tab-${name}`} aria-controls="entity-tab">
              {t(tabLabelKey(entity.table, name))}
              {wrong > 0 ? (
                <span
                  className={classes.wrong}
                  role="img"
                  aria-label={t('entity.problems', { count: wrong })}
                >
                  {wrong}
                </span>
              ) : count > 0 ? (
                <span className={classes.count}>{count}</span>
              ) : null}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
    </Tabs>
  );
}

function sizeOf({ draft }: EntityFormState, part: Tab['parts'][number]): number {
  if ('children' in part) return draft.children[part.children]?.length ?? 0;
  return 'links' in part ? (draft.links[part.links]?.length ?? 0) : 0;
}
