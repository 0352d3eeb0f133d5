import { startOfPdf } from '../files/files-type.ts';

/** Milliseconds per kilobyte of XML. */
const perKilobyteOfXml = 5;
/** A page of text, and one that has to be recognised, in milliseconds. */
const textPage = 60;
const picturePage = 3_000;
/** No more pages than these are recognised. */
const mostPictures = 12;
/** Packed twice, or in one of the formats that take longest: rarely so, and often to hurt. */
const strange = 20_000;
/** So much of a file is looked at, in bytes. */
const mostLookedAt = 4_000_000;

/**
 * How long a file may take to be read, in milliseconds, from a first look at its bytes that unpacks nothing (TECH-20). It only
 * says who goes first: what is guessed too low is still ended in time.
 */
export function firstGuess(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, mostLookedAt));
  if (startOfPdf(text) >= 0) return guessOfPdf(text);
  const isPicture = bytes[0] === 0xff || bytes[0] === 0x89;
  if (isPicture) return picturePage;
  return (bytes.length / 1024) * perKilobyteOfXml;
}

function guessOfPdf(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const pages = Math.max(1, count(/\/Type\s*\/Page\b/g));
  const pictures = Math.min(count(/\/Subtype\s*\/Image\b/g), mostPictures);
  const hasText = /\/Type\s*\/Font\b|\/ObjStm\b/.test(text);
  const odd = /\[\s*\/(?:Flate|LZW|ASCII85|RunLength)\w*\s*\/|\/JBIG2Decode|\/JPXDecode/.test(text);
  return pages * textPage + (hasText ? 0 : pictures * picturePage) + (odd ? strange : 0);
}
