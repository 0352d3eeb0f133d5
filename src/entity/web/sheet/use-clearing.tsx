import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import type { Area } from '../../sheet/area.ts';
import { lastUsed } from '../../sheet/sheet.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface Clearing {
  /** Empties the cells of an area. */
  readonly clear: (area: Area) => void;
  /** Removes the selected lines, or restores them if all are removed. */
  readonly removeLines: () => void;
  /** Whether all selected lines are removed. */
  readonly areRemoved: boolean;
  /** Asks first where more is affected than is visible (SHEET-13). */
  readonly question: ReactNode;
}

interface Question {
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

/** Empties cells and removes lines, with a question in the risky cases. */
export function useClearing(editing: SheetEditing, selected: Area): Clearing {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);

  /** Emptying cells is misleading in two cases: hidden lines keep their content, and columns cannot be deleted. */
  const clear = (area: Area): void => {
    const isWholeColumn = area.top === 0 && area.bottom >= lastUsed(editing.shown) && area.bottom > area.top;
    const run = (): void => editing.clear(area);
    if (!isWholeColumn && !(editing.search && area.bottom > area.top)) {
      run();
      return;
    }
    const text = t(isWholeColumn && !editing.search ? 'table.warning.columns' : 'table.warning.search');
    setQuestion({ text, action: t('table.clear'), run });
  };
  const lines = editing.shown.slice(selected.top, selected.bottom + 1);
  const areRemoved = lines.length > 0 && lines.every(({ isRemoved }) => isRemoved);
  const removeLines = (): void => {
    const keys = new Set(lines.map(({ key }) => key));
    if (areRemoved) {
      editing.restoreLines(keys);
      return;
    }
    const count = lines.filter(({ stored, isRemoved }) => stored !== null && !isRemoved).length;
    const run = (): void => editing.removeLines(keys);
    if (count === 0) {
      run();
      return;
    }
    setQuestion({ text: t('table.warning.rows', { count }), action: t('table.remove_lines'), run });
  };
  return {
    clear,
    removeLines,
    areRemoved,
    question: (
      <ConfirmDialog
        opened={question !== null}
        title={t('table.warning.title')}
        actionLabel={question?.action ?? ''}
        isDestructive
        onConfirm={() => {
          question?.run();
          setQuestion(null);
        }}
        onClose={() => setQuestion(null)}
      >
        {question?.text}
      </ConfirmDialog>
    ),
  };
}
