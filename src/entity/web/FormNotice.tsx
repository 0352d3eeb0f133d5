import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnreadCount } from '../../platform/web/kit/unread-fields.ts';
import type { Tab } from '../entity.ts';
import classes from './FormNotice.module.css';
import { tabOfProblem } from './form-tabs.ts';
import type { EntityFormState } from './use-entity-form.ts';

/** At the left of the bar: the reason why the form cannot be saved, else the number of changes. */
export function FormNotice(props: {
  readonly form: EntityFormState;
  readonly tabs: readonly Tab[];
}): ReactNode {
  const { form, tabs } = props;
  const { t } = useTranslation();
  const unread = useUnreadCount();
  if (form.isOutdated) {
    return (
      <div className={classes.notice} role="alert">
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('entity.not_saved')}</strong> {t('entity.outdated')}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => void form.rebase()}>
          {t('entity.take_over')}
        </Button>
      </div>
    );
  }
  const count = form.problems.size;
  if (count > 0) {
    const places = new Set([...form.problems.keys()].map((path) => tabOfProblem(tabs, path))).size;
    return (
      <p className={classes.notice} role="alert">
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('entity.not_saved')}</strong>{' '}
          {places > 1
            ? t('entity.problems_in_tabs', { count, tabs: places })
            : t('entity.problems', { count })}
        </span>
      </p>
    );
  }
  const changes = form.changes || unread;
  return (
    <p className="quiet">{changes === 0 ? t('entity.unchanged') : t('entity.changed', { count: changes })}</p>
  );
}
