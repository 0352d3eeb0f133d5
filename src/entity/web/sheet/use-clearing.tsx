import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { type Area, range } from '../../sheet/area.ts';
import { lastUsed } from '../../sheet/sheet.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface Clearing {
  /** Empties the cells of an area. */
  readonly clear: (area: Area) => void;
  /** Removes the lines that are selected. */
  readonly removeLines: () => void;
  /** Asks first where more goes than is seen (SHEET-13). */
  readonly question: ReactNode;
}

interface Question {
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
}

/** Empties cells and removes lines, after a question where that has traps. */
export function useClearing(editing: SheetEditing, selected: Area): Clearing {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);

  /** Emptying cells has two traps: hidden lines that stay as they are, and columns that cannot be deleted. */
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
  const removeLines = (): void => {
    const lines = range(selected.top, selected.bottom).flatMap((at) => editing.shown[at] ?? []);
    const count = lines.filter(({ stored }) => stored !== null).length;
    const run = (): void => editing.removeLines(new Set(lines.map(({ key }) => key)));
    if (count === 0) {
      run();
      return;
    }
    setQuestion({ text: t('table.warning.rows', { count }), action: t('table.remove_lines'), run });
  };
  return {
    clear,
    removeLines,
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
