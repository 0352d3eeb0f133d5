import { degrees, EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { throwIfShortOfMemory } from '../../../../platform/server/reading-cell/short-of-memory.ts';
import { type MadeParts, NoParts, type PartPage, type PartsTask } from '../../page-parts.ts';
import { limitAllocations } from '../allocation-budget.ts';
import { attachmentsOfPdf } from '../pdf-attachment.ts';
import { onlyWhatIsSeen } from './only-what-is-seen.ts';
import { isPictureFile, pictureAsPdf } from './picture-page.ts';

/** Allocation limit for all files together; a stack of scans needs a tenth of it. */
const maxBytes = 800_000_000;

/**
 * Makes a PDF of each part. Pages are copied, not rendered again; invisible content is removed. The same pages always
 * give the same bytes. Time and memory are bounded; it needs its own thread.
 *
 * @throws NoParts
 */
export async function makeParts(task: PartsTask): Promise<MadeParts> {
  const budget = limitAllocations(maxBytes);
  try {
    return await made(task);
  } catch (error) {
    throw budget.isExceeded() ? new NoParts('not_safe', null) : error;
  } finally {
    budget.end();
  }
}

async function made({ files, parts, maxPages }: PartsTask): Promise<MadeParts> {
  const opened: PDFDocument[] = [];
  for (const [place, bytes] of files.entries()) {
    const document = await openedFile(bytes, place);
    const pages = await orDamaged(place, () => document.getPageCount());
    if (pages === 0) throw new NoParts('damaged', place);
    if (pages > maxPages) throw new NoParts('too_many_pages', place);
    opened.push(document);
  }
  const made: Uint8Array[] = [];
  for (const part of parts) made.push(await partOf(opened, part));
  return { pages: opened.map((document) => document.getPageCount()), parts: made };
}

async function openedFile(bytes: Uint8Array, place: number): Promise<PDFDocument> {
  if (isPictureFile(bytes)) return await orDamaged(place, () => pictureAsPdf(bufferOf(bytes)));
  const attached = await attachmentsOfPdf(bytes);
  if (!attached.ok) throw new NoParts(attached.reason, place);
  if (attached.candidates.length > 0) throw new NoParts('e_invoice', place);
  return await orDamaged(place, async () => {
    // Many files of suppliers have a password only for changes; an empty one opens them.
    const document = await PDFDocument.load(bytes, {
      password: '',
      parseSpeed: ParseSpeeds.Fastest,
      updateMetadata: false,
    });
    for (const page of document.getPages()) onlyWhatIsSeen(page);
    return document;
  });
}

async function partOf(files: readonly PDFDocument[], part: readonly PartPage[]): Promise<Uint8Array> {
  const made = await PDFDocument.create({ updateMetadata: false });
  const copied = new Map<PartPage, Awaited<ReturnType<PDFDocument['copyPages']>>[number]>();
  for (const [place, file] of files.entries()) {
    const own = part.filter((page) => page.file === place);
    if (own.some(({ page }) => page < 1 || page > file.getPageCount())) {
      throw new NoParts('page_missing', place);
    }
    // Copied together, the pages share fonts and pictures.
    const indices = own.map(({ page }) => page - 1);
    const pages = await orDamaged(place, () => made.copyPages(file, indices));
    for (const [index, page] of pages.entries()) {
      const wanted = own[index];
      if (wanted) copied.set(wanted, page);
    }
  }
  for (const wanted of part) {
    const page = copied.get(wanted);
    if (!page) continue;
    if (wanted.turn !== 0) page.setRotation(degrees((page.getRotation().angle + wanted.turn + 360) % 360));
    made.addPage(page);
  }
  return await orDamaged(null, () => made.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

/** Any failure of the library is due to the file. */
async function orDamaged<Answer>(
  place: number | null,
  work: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoParts) throw error;
    throwIfShortOfMemory(error);
    throw new NoParts(error instanceof EncryptedPDFError ? 'encrypted' : 'damaged', place);
  }
}

/**
 * The same bytes as a `Buffer`: sharp checks the class of arrays, which is replaced while allocations are limited.
 */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
