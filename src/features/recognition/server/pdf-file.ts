import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Maximum number of pages of a file that is opened at all. */
const maxPages = 1_000;
/** Maximum pixels of a picture in a page, larger ones are left out; a page at 600 dpi has 35 million. */
const maxPixelsInPicture = 40_000_000;

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF, passes it to `use` and closes it. The library uses only local files; nothing is downloaded.
 *
 * @throws UnreadableFile `encrypted`, `damaged`, `too_many_pages`
 */
export async function withPdf<Answer>(
  bytes: Uint8Array,
  use: (document: PDFDocumentProxy) => Promise<Answer>,
): Promise<Answer> {
  const task = getDocument({
    // The library keeps its input and may empty it.
    data: Uint8Array.from(bytes),
    // On a lack of memory the library only prints a warning and leaves content out.
    verbosity: VerbosityLevel.WARNINGS,
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    wasmUrl: join(library, 'wasm/'),
    iccUrl: join(library, 'iccs/'),
    maxImageSize: maxPixelsInPicture,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
  });
  try {
    const document = await opened(task);
    if (document.numPages > maxPages) throw new UnreadableFile('too_many_pages');
    return await use(document);
  } finally {
    await task.destroy();
  }
}

async function opened(task: PDFDocumentLoadingTask): Promise<PDFDocumentProxy> {
  try {
    return await task.promise;
  } catch (error) {
    throwIfShortOfMemory(error);
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(isLocked ? 'encrypted' : 'damaged');
  }
}
