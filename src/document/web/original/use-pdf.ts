import { useEffect, useState } from 'react';
import { loadChunk } from '../../../platform/web/chunk.ts';
import type { OpenPdf, PdfFailure } from './pdf-document.ts';

/** A PDF on its way to the screen. */
export interface PdfOnScreen {
  readonly pdf: OpenPdf | null;
  /** Why it cannot be shown; `broken` where neither the file nor the person is to blame. */
  readonly failure: PdfFailure | 'broken' | null;
}

const nothing: PdfOnScreen = { pdf: null, failure: null };

/** Opens a PDF for as long as it is shown. */
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
