import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Changes, isChanged } from '../../sheet/changes.ts';
import { problemCount } from '../../sheet/next-problem.ts';
import classes from './SheetBar.module.css';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetBarProps {
  readonly editing: SheetEditing;
  readonly changes: Changes;
  /** Called before each click. */
  readonly onPress: MouseEventHandler;
  readonly onSave: () => void;
  readonly onNextProblem: () => void;
}

/** At the bottom of the window: unsaved changes, problems, and the save button. */
export function SheetBar(props: SheetBarProps): ReactNode {
  const { editing, changes, onPress, onSave, onNextProblem } = props;
  const { t } = useTranslation();
  const { added, changed, deleted } = changes.counts;
  const isUnsaved = isChanged(changes);
  const red = problemCount(editing.problems);
  const parts = { added, changed, removed: deleted } as const;
  return (
    <div className={classes.bar}>
      <div className={classes.barState} role="status">
        {isUnsaved ? (
          <>
            <strong>{t('table.unsaved')}</strong>
            <ul className={classes.legend}>
              {(['added', 'changed', 'removed'] as const).map((mark) =>
                parts[mark] === 0 ? null : (
                  <li key={mark} data-mark={mark}>
                    {t(`table.count.${mark}`, { count: parts[mark] })}
                  </li>
                ),
              )}
            </ul>
          </>
        ) : (
          t('table.all_saved')
        )}
      </div>
      <div className={classes.barActions}>
        {red > 0 ? (
          <span className={classes.barProblem}>
            <IconAlertCircle size={16} stroke={1.6} aria-hidden />
            {t('table.red', { count: red })}
            <button type="button" className={classes.toProblem} onMouseDown={onPress} onClick={onNextProblem}>
              {t('table.next_red')}
            </button>
          </span>
        ) : null}
        <BarButton
          label={t('table.discard')}
          isDisabled={!isUnsaved}
          onPress={onPress}
          onClick={editing.discard}
        />
        <BarButton
          isMain
          label={
            isUnsaved ? t('table.save_rows', { count: added + changed + deleted }) : t('table.save_table')
          }
          isDisabled={!isUnsaved}
          onPress={onPress}
          onClick={onSave}
        />
      </div>
    </div>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly isMain?: boolean;
  readonly isDisabled: boolean;
  readonly onPress: MouseEventHandler;
  readonly onClick: () => void;
}

/** Stays focusable when disabled, so that saving does not lose the focus. */
function BarButton({ label, isMain = false, isDisabled, onPress, onClick }: BarButtonProps): ReactNode {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      {...(isDisabled && { 'data-disabled': true, 'aria-disabled': true })}
      onMouseDown={onPress}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
    >
      {label}
    </Button>
  );
}
