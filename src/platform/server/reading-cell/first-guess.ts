import { startOfPdf } from '../files/files-type.ts';

/** Milliseconds per kilobyte of XML. */
const perKilobyteOfXml = 5;
/** A text page, and one that needs OCR, in milliseconds. */
const textPage = 60;
const picturePage = 3_000;
/** At most this many pages are recognised. */
const maxPictures = 12;
/** Double compression or one of the slowest formats: rarely legitimate, often an attack. */
const strange = 20_000;
/** At most this many bytes of a file are inspected. */
const maxLookedAt = 4_000_000;

/**
 * Estimated reading time of a file in milliseconds, from its bytes without unpacking (TECH-20). Only decides the
 * order: the time limit also applies to underestimated files.
 */
export function firstGuess(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxLookedAt));
  if (startOfPdf(text) >= 0) return guessOfPdf(text);
  const isPicture = bytes[0] === 0xff || bytes[0] === 0x89;
  if (isPicture) return picturePage;
  return (bytes.length / 1024) * perKilobyteOfXml;
}

function guessOfPdf(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const pages = Math.max(1, count(/\/Type\s*\/Page\b/g));
  const pictures = Math.min(count(/\/Subtype\s*\/Image\b/g), maxPictures);
  const hasText = /\/Type\s*\/Font\b|\/ObjStm\b/.test(text);
  const odd = /\[\s*\/(?:Flate|LZW|ASCII85|RunLength)\w*\s*\/|\/JBIG2Decode|\/JPXDecode/.test(text);
  return pages * textPage + (hasText ? 0 : pictures * picturePage) + (odd ? strange : 0);
}
