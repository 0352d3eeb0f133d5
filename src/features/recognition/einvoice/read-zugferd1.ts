import type { XmlElement } from '../../../base/xml-reading.ts';
import { crossIndustryDocument } from './cii-dialect.ts';
import type { Invoice, Line } from './model.ts';
import { readCii } from './read-cii.ts';

/**
 * Reads a CrossIndustryDocument of ZUGFeRD 1.0 or its release candidate as a dialect of CII, because it has the terms
 * of EN 16931 under older names. ZUGFeRD 1 also has text lines between the items, which EN 16931 does not know; their
 * texts become notes of the document.
 */
export function readZugferd1(root: XmlElement): Invoice {
  const invoice = readCii(root, crossIndustryDocument);
  const texts = invoice.lines.filter(isText).flatMap(({ notes }) => notes);
  return {
    ...invoice,
    notes: [...invoice.notes, ...texts.map((text) => ({ subjectCode: null, text }))],
    lines: invoice.lines.filter((line) => !isText(line)),
  };
}

function isText({ id, name, quantity, net, price }: Line): boolean {
  return !id && !name && quantity === null && net === null && price.net === null;
}
