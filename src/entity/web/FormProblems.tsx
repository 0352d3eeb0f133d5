import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Tab } from '../entity.ts';
import { entityLabelKey, fieldLabelKey, tabLabelKey } from '../labels.ts';
import classes from './FormProblems.module.css';
import { tabOfProblem } from './form-tabs.ts';
import type { EntityFormState } from './use-entity-form.ts';

export interface FormProblemsProps {
  readonly entity: Entity;
  readonly tabs: readonly Tab[];
  readonly form: EntityFormState;
  readonly onTab: (tab: string) => void;
}

/** All problems, with links to their fields. */
export function FormProblems({ entity, tabs, form, onTab }: FormProblemsProps): ReactNode {
  const { t } = useTranslation();
  if (form.problems.size === 0) return null;
  const goTo = (path: string): void => {
    onTab(tabOfProblem(tabs, path) ?? '');
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementsByName(path)[0]?.focus()));
  };
  return (
    <section className={classes.box} aria-labelledby="form-problems">
      <h2 id="form-problems" className={classes.title}>
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        {t('entity.problems', { count: form.problems.size })}
      </h2>
      <ul>
        {[...form.problems.keys()].map((path) => (
          <li key={path} className={classes.item}>
            <button type="button" onClick={() => goTo(path)}>
              {t(labelOfPath(entity, path))}
            </button>
            <span>{t(tabLabelKey(entity.table, tabOfProblem(tabs, path) ?? ''))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `name`, `budgets.<key>.start`, or `budgets` as a whole. */
function labelOfPath(entity: Entity, path: string): string {
  const [first = '', , field] = path.split('.');
  const children = entity.children[first];
  if (children === undefined) return fieldLabelKey(entity.table, path === 'translations' ? 'name' : path);
  return field === undefined ? entityLabelKey(children.table, 'many') : fieldLabelKey(children.table, field);
}
