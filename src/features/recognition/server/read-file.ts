import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import { throwIfShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import { readContract } from '../contract/read-contract.ts';
import type { ContractReading } from '../contract-reading.ts';
import type { Corrections, KeptHint, Lesson, SupplierHints } from '../hint.ts';
import { lessonOf } from '../learning/lesson.ts';
import { hintsFor } from '../learning/sender.ts';
import type { KnownParties as ReadParties } from '../reading.ts';
import { bothLooks } from '../text/both-looks.ts';
import { invoiceParts } from '../text/invoice-parts.ts';
import type { FailureReason, Found, KnownParties, PageReading } from '../text/page-reading.ts';
import { readText } from '../text/read-text.ts';
import { needsSecondLook, readLooks, unclearNumber } from '../text/second-look.ts';
import { isContradicted, isProven } from '../text-proof.ts';
import { contractTurnedBack, type Turn, turnedBack } from '../turned-back.ts';
import type { PageWords, Word } from '../words.ts';
import { type Look, recognise } from './ocr.ts';
import {
  decodePicture,
  drawPage,
  type PreparedPage,
  smallerPage,
  stripOf,
  turnedPage,
} from './page-image.ts';
import { wordsOfPage } from './page-text.ts';
import { withPdf } from './pdf-file.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { isOnSide, isUpright, legibility } from './upright.ts';

export interface ReadOptions extends KnownParties {
  /** Hints learnt from corrections, by supplier; only those of the sender are used. */
  readonly taught?: readonly SupplierHints[];
  /** Ends the work between two pages, and OCR immediately. */
  readonly signal?: AbortSignal;
}

/** An unreadable file; plain data, since it comes from another thread. */
export interface Unread {
  readonly kind: 'unread';
  readonly failure: FailureReason;
}

/** A page with fewer words in its text layer is a picture with a stamp, which needs OCR. */
const fewWords = 8;
/** Maximum number of words, that of fifty full pages. */
const maxWords = 50_000;
/** Maximum number of OCR pages per document; each takes seconds. */
const maxRecognised = 12;
/** Pages of a longer document that are read: its first ones have the head, its last ones the totals. */
const firstPages = 40;
const lastPages = 10;
const maxPages = firstPages + lastPages;

/**
 * Reads the pages of a PDF, JPEG or PNG: from their text layer if there is one, else by OCR. Keeps no state between
 * calls except the running OCR process, so it can run in any thread.
 *
 * @throws the reason of the signal when it aborts; an unreadable file is a result
 */
export async function readPages(bytes: Uint8Array, options: ReadOptions = {}): Promise<PageReading | Unread> {
  try {
    const pages = await pagesOf(bytes, options.signal);
    if (pages.every(({ words }) => words.words.length === 0)) return { kind: 'unread', failure: 'no_text' };
    const all = pages.map(({ words }) => words);
    const parts = invoiceParts(all, (some) => readText(some, options));
    const own = parts.length > 0 ? pages.filter(({ words }) => words.page < (parts[1]?.page ?? 0)) : pages;
    const reading = turnedBack(await readOwn(own, options), turnsOf(own));
    const isLeftOut = hasLeftOut(pages);
    return {
      ...reading,
      ...(parts.length > 0 && { parts }),
      warnings: [
        ...reading.warnings,
        ...(parts.length > 0 ? (['several_invoices'] as const) : []),
        ...(isLeftOut ? (['pages_left_out'] as const) : []),
      ],
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof UnreadableFile) return { kind: 'unread', failure: error.reason };
    throw error;
  }
}

/** Reads the pages of one invoice, with a second look and the hints of its sender where they help. */
async function readOwn(pages: readonly ReadPage[], options: ReadOptions): Promise<PageReading> {
  const words = pages.map((page) => page.words);
  const first = readLooks([words], options);
  const number = unclearNumber(first);
  const isWhole = needsSecondLook(first);
  const looks = isWhole
    ? [words, await lookedAgain(pages, options)]
    : [number ? await lookedAtRow(pages, number, options) : words];
  const reading = isWhole || number ? readLooks(looks, options) : first;
  const hints = hintsFor(reading.fields, options.taught ?? []);
  return hints.length > 0 ? readLooks(looks, { ...options, hints }) : reading;
}

/** Reads the pages of a contract as those of an invoice; an unreadable file is a result. */
export async function readContractPages(
  bytes: Uint8Array,
  known: ReadParties,
): Promise<{ readonly kind: 'read'; readonly contract: ContractReading } | Unread> {
  try {
    const pages = await pagesOf(bytes);
    const words = pages.map((page) => page.words);
    if (words.every((page) => page.words.length === 0)) return { kind: 'unread', failure: 'no_text' };
    if (hasLeftOut(pages)) return { kind: 'unread', failure: 'too_many_pages' };
    return { kind: 'read', contract: contractTurnedBack(readContract(words, known), turnsOf(pages)) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unread', failure: error.reason };
    throw error;
  }
}

/** Whether the file has more pages than these. */
function hasLeftOut(pages: readonly ReadPage[]): boolean {
  return (pages.at(-1)?.words.page ?? 0) > pages.length;
}

function turnsOf(pages: readonly ReadPage[]): ReadonlyMap<number, Turn> {
  return new Map(
    pages.flatMap(({ words, picture }) => (picture ? [[words.page, picture.turn] as const] : [])),
  );
}

/**
 * The text layer of the pages of a PDF, without OCR; null if there is none, if it is unreadable or unproven, or if it
 * is longer than that of any invoice.
 */
export async function textPagesOf(
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<readonly PageWords[] | null> {
  try {
    const pages = await withPdf(bytes, (document) => textPages(document, signal));
    const count = pages.reduce((sum, { words }) => sum + words.length, 0);
    return count >= fewWords && count <= maxWords && pages.every(isProven) ? pages : null;
  } catch (error) {
    if (error instanceof UnreadableFile || signal.aborted) return null;
    throw error;
  }
}

async function textPages(document: PDFDocumentProxy, signal: AbortSignal): Promise<PageWords[]> {
  if (document.numPages > maxPages) throw new UnreadableFile('too_many_pages');
  const pages: PageWords[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    signal.throwIfAborted();
    const page = await pageOf(document, number);
    pages.push(await textOf(page));
    page.cleanup();
  }
  return pages;
}

/** A page with its words, and its picture if OCR was used. */
interface ReadPage {
  readonly words: PageWords;
  readonly picture: PreparedPage | null;
}

async function lookedAgain(pages: readonly ReadPage[], { signal }: ReadOptions): Promise<PageWords[]> {
  const again: PageWords[] = [];
  for (const { words, picture } of pages) {
    const smaller = picture && (await smallerPage(picture));
    again.push(smaller ? await recognisedPage(smaller, words.page, 'second', signal) : words);
  }
  return again;
}

/** The words of the pages, with those of one row confirmed or completed by a second pass over this row alone. */
async function lookedAtRow(
  pages: readonly ReadPage[],
  { page, box }: Pick<Found<string>, 'page' | 'box'>,
  { signal }: ReadOptions,
): Promise<PageWords[]> {
  const looked = pages.map(async ({ words, picture }) => {
    if (words.page !== page || picture === null) return words;
    const { picture: strip, top, height } = await stripOf(picture, box);
    const seen = await recognise(strip, 'second', signal);
    const onPage = seen.map((word): Word => {
      const [left, upper, right, lower] = word.box;
      return { ...word, box: [left, top + upper * height, right, top + lower * height] };
    });
    return bothLooks(words, { ...words, words: onPage });
  });
  return await Promise.all(looked);
}

/** Learns about the sender from a corrected document; an unreadable file teaches nothing. */
export async function lessonOfPages(
  bytes: Uint8Array,
  known: KnownParties,
  corrections: Corrections,
  kept: readonly KeptHint[],
): Promise<Lesson> {
  try {
    const pages = (await pagesOf(bytes)).map(({ words }) => words);
    return lessonOf(pages, readText(pages, known).fields, corrections, kept);
  } catch (error) {
    if (error instanceof UnreadableFile) return { learnt: [], right: [], wrong: [] };
    throw error;
  }
}

async function pagesOf(bytes: Uint8Array, signal?: AbortSignal): Promise<ReadPage[]> {
  signal?.throwIfAborted();
  if (isPicture(bytes)) {
    return [await uprightPage(await decodePicture(bytes), 1, signal)];
  }
  if (startOfPdf(bytes) < 0) throw new UnreadableFile('damaged');
  return await withPdf(bytes, (document) => pagesOfPdf(document, signal));
}

async function pagesOfPdf(document: PDFDocumentProxy, signal?: AbortSignal): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let recognised = 0;
  for (const number of pagesToRead(document.numPages)) {
    signal?.throwIfAborted();
    const page = await pageOf(document, number);
    const words = await textOf(page);
    const hasText = words.words.length >= fewWords;
    if ((hasText && isProven(words)) || recognised >= maxRecognised) {
      pages.push({ words, picture: null });
    } else {
      recognised += 1;
      const seen = await uprightPage(await pictureOf(page), number, signal);
      const isBetter = hasText
        ? isContradicted(words, seen.words)
        : seen.words.words.length > words.words.length;
      pages.push(isBetter ? seen : { words, picture: null });
    }
    page.cleanup();
  }
  return pages;
}

/** The numbers of the pages that are read (REC-14). */
function pagesToRead(count: number): readonly number[] {
  const all = Array.from({ length: count }, (_, place) => place + 1);
  return count <= maxPages ? all : [...all.slice(0, firstPages), ...all.slice(-lastPages)];
}

async function pageOf(document: PDFDocumentProxy, number: number): Promise<PDFPageProxy> {
  return await orDamaged(document.getPage(number));
}

async function textOf(page: PDFPageProxy): Promise<PageWords> {
  return await orDamaged(wordsOfPage(page));
}

async function pictureOf(page: PDFPageProxy): Promise<PreparedPage> {
  return await orDamaged(drawPage(page));
}

/** Any failure of the library within a page is due to the file. */
async function orDamaged<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throwIfShortOfMemory(error);
    throw new UnreadableFile('damaged');
  }
}

/** Recognises a page; if it is unreadable, tries the other orientations. */
async function uprightPage(picture: PreparedPage, page: number, signal?: AbortSignal): Promise<ReadPage> {
  const first = { words: await recognisedPage(picture, page, 'first', signal), picture };
  if (isUpright(first.words)) return first;
  const others = isOnSide(first.words) ? ([3, 1] as const) : ([2, 1, 3] as const);
  const tried = [first];
  for (const quarters of others) {
    const turned = await turnedPage(picture, quarters);
    const words = await recognisedPage(turned, page, 'first', signal);
    tried.push({ words, picture: turned });
    if (isUpright(words)) break;
  }
  return tried.reduce((best, one) => (readable(one.words) > readable(best.words) ? one : best));
}

function readable(words: PageWords): number {
  return isOnSide(words) ? 0 : legibility(words);
}

async function recognisedPage(
  picture: PreparedPage,
  page: number,
  look: Look,
  signal?: AbortSignal,
): Promise<PageWords> {
  const words = await recognise(picture, look, signal);
  return { page, aspect: picture.width / picture.height, words };
}

function isPicture(bytes: Uint8Array): boolean {
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  return isPng || (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff);
}
