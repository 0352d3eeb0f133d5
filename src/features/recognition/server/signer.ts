import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { firstGuess } from '../../../platform/server/reading-cell/first-guess.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { DocumentSigner, DocumentSigns } from '../document-signs.ts';

/** Time limit; afterwards a person decides. */
const maxSeconds = 60;

/** Inspects files in the reading cell. Files that end the reader count as unread; each is read separately later. */
export function documentSigner(seconds = maxSeconds): DocumentSigner {
  const run = inCell<readonly Uint8Array[], readonly DocumentSigns[]>(
    new URL('./signs-in-cell.ts', import.meta.url),
    'others',
    { seconds, answerBytes: plainAnswerBytes },
  );
  return async (tenantId, files) => {
    try {
      return await run(tenantId, files, Math.max(0, ...files.map(firstGuess)));
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      return files.map(() => ({
        ...({ sign: 'unread', isEInvoice: false, isReminder: false } as const),
        ...{ number: null, names: [] },
      }));
    }
  };
}
