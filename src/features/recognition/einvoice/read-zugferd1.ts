import type { XmlElement } from '../../../base/xml-reading.ts';
import { crossIndustryDocument } from './cii-dialect.ts';
import type { Invoice, Line } from './model.ts';
import { readCii } from './read-cii.ts';

/**
 * A CrossIndustryDocument of ZUGFeRD 1.0, or the document of its release candidate: what EN 16931 later bound is there
 * under older names, so that it is read as a dialect of it. ZUGFeRD 1 also has lines that are nothing but a text between
 * the items; EN 16931 knows none, and their texts become notes of the document.
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
