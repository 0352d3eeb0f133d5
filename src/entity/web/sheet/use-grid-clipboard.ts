import type { ClipboardEvent } from 'react';
import { type Area, type Place, pastedTexts, range } from '../../sheet/area.ts';
import { readBlock, writeBlock } from '../../sheet/block.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

interface GridClipboardOptions {
  readonly columns: number;
  readonly editing: Pick<SheetEditing, 'textAt'>;
  readonly selection: Selection;
  readonly onClear: (area: Area) => void;
  readonly onCopied: () => void;
  readonly onPaste: (at: Place, block: readonly (readonly string[])[], html: string) => void;
}

export interface GridClipboard {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** Copies, cuts and pastes blocks of cells as spreadsheets do; pasted cells are selected. */
export function useGridClipboard(options: GridClipboardOptions): GridClipboard {
  const { columns, selection } = options;
  const { textAt } = options.editing;
  const { area } = selection;
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    const block = range(area.top, area.bottom).map((line) =>
      range(area.left, area.right).map((column) => textAt({ line, column })),
    );
    event.clipboardData.setData('text/plain', writeBlock(block));
    options.onCopied();
  };
  const onCut = (event: ClipboardEvent): void => {
    onCopy(event);
    options.onClear(area);
  };
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    const block = readBlock(event.clipboardData.getData('text/plain'));
    if (block.length === 0) return;
    const texts = pastedTexts(block, area);
    const at = { line: area.top, column: area.left };
    options.onPaste(at, texts, event.clipboardData.getData('text/html'));
    const right = at.column + Math.max(...texts.map((row) => row.length)) - 1;
    selection.selectArea({
      ...area,
      bottom: at.line + texts.length - 1,
      right: Math.min(right, columns - 1),
    });
  };
  return { onCopy, onCut, onPaste };
}
