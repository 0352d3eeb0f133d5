import { Button } from '@mantine/core';
import { IconTablePlus } from '@tabler/icons-react';
import { type ClipboardEvent, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../../platform/web/chunk.ts';
import { useHasRole } from '../../../platform/web/profile.ts';
import { isBlock } from '../../pasted/rows.ts';
import { filling, type LineSheet, type TypedLine } from './line-columns.ts';

const PasteDialog = lazy(() =>
  loadChunk(() => import('./PasteDialog.tsx')).then((chunk) => ({ default: chunk.PasteDialog })),
);

export interface PastedRows {
  /** Opens the preview for text of several rows or cells; other text stays in its field. */
  readonly onPaste: (event: ClipboardEvent) => void;
  /** Opens the preview without text. */
  readonly button: ReactNode;
  readonly dialog: ReactNode;
}

/** Rows copied from a spreadsheet, a mail or a PDF become lines after a preview (PROC-40). */
export function usePastedRows<Line extends TypedLine>(
  sheet: LineSheet<Line>,
  onTake: (fills: readonly ((line: Line) => Line)[]) => void,
): PastedRows {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const [text, setText] = useState<string | null>(null);
  const columns = useMemo(
    () => sheet.pasted.filter(({ isPrice = false }) => seesPrices || !isPrice),
    [sheet.pasted, seesPrices],
  );
  return {
    onPaste: (event) => {
      const pasted = event.clipboardData.getData('text/plain');
      if (!(event.target instanceof HTMLInputElement) || !isBlock(pasted)) return;
      event.preventDefault();
      setText(pasted);
    },
    button: (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconTablePlus size={14} stroke={1.6} aria-hidden />}
        onClick={() => setText('')}
      >
        {t('document.line.paste.action')}
      </Button>
    ),
    dialog:
      text === null ? null : (
        <Suspense fallback={null}>
          <PasteDialog
            text={text}
            onText={setText}
            fields={sheet.fields}
            columns={columns}
            onTake={(lines) => {
              setText(null);
              onTake(lines.map(({ values }) => filling(columns, values)));
            }}
            onClose={() => setText(null)}
          />
        </Suspense>
      ),
  };
}
