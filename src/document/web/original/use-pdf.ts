import { useEffect, useState } from 'react';
import { loadChunk } from '../../../platform/web/chunk.ts';
import type { OpenPdf, PdfFailure } from './pdf-document.ts';

/** The state of a PDF being shown. */
export interface PdfOnScreen {
  readonly pdf: OpenPdf | null;
  /** Why it cannot be shown; `broken` if neither the file nor the person is the cause. */
  readonly failure: PdfFailure | 'broken' | null;
}

const nothing: PdfOnScreen = { pdf: null, failure: null };

/** Keeps a PDF open while it is shown. */
export function usePdf(content: Blob): PdfOnScreen {
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    let isWanted = true;
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const part = await loadChunk(() => import('./pdf-document.ts'));
      try {
        const pdf = await part.openPdf(content);
        close = pdf.close;
        if (isWanted) setShown({ pdf, failure: null });
        else close();
      } catch (cause) {
        const failure = cause instanceof part.PdfNotOpened ? cause.failure : 'broken';
        if (isWanted) setShown({ pdf: null, failure });
      }
    };
    open().catch(() => {
      if (isWanted) setShown({ pdf: null, failure: 'broken' });
    });
    return () => {
      isWanted = false;
      close();
      setShown(nothing);
    };
  }, [content]);
  return shown;
}
