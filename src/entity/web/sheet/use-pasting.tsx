import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts';
import type { Place } from '../../sheet/area.ts';
import classes from './EntitySheet.module.css';
import { maxRows } from './sheet-data.ts';
import type { SheetEditing } from './use-sheet.ts';

type Warning = 'merged' | 'copying' | 'too_long';

export interface Pasting {
  readonly paste: (at: Place, block: readonly (readonly string[])[], html: string) => void;
  readonly copied: () => void;
  /** A notice about the paste, until it is closed (SHEET-13). */
  readonly notice: ReactNode;
}

/** Pastes blocks, and warns about what is lost between a spreadsheet program and the table view. */
export function usePasting(editing: SheetEditing): Pasting {
  const { t } = useTranslation();
  const [warning, setWarning] = useState<Warning | null>(null);
  const [isKnown, setKnown] = useState(false);
  const { onFocus, giveBack } = useReturnFocus();
  const close = (): void => {
    giveBack();
    setWarning(null);
  };
  const warnOnce = (next: Warning): void => {
    if (!isKnown) setWarning(next);
    setKnown(true);
  };
  return {
    paste: (at, block, html) => {
      const used = editing.sheet.lines.filter(
        ({ stored, cells }) => stored !== null || Object.keys(cells).length > 0,
      );
      if (
        block.length > maxRows ||
        used.length + Math.max(at.line + block.length - used.length, 0) > maxRows * 2
      ) {
        return setWarning('too_long');
      }
      editing.write(at, block);
      if (/\b(row|col)span=["']?([2-9]|\d\d)/i.test(html)) setWarning('merged');
      else if (html !== '') warnOnce('copying');
    },
    copied: () => warnOnce('copying'),
    notice:
      warning === null ? null : (
        <div role="status" className={classes.notice} onFocus={onFocus}>
          {t(`table.warning.${warning}`, { most: maxRows })}
          <Button size="compact-xs" variant="default" onClick={close}>
            {t('shell.close')}
          </Button>
        </div>
      ),
  };
}
