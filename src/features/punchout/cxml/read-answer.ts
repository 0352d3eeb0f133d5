import type { XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { readCxml } from './envelope.ts';

/** Status of a shop's response to any request. */
export interface CxmlStatus {
  readonly code: string;
  /** Message of the shop, shortened. */
  readonly text: string;
}

export type AnswerReading =
  | { readonly ok: true; readonly status: CxmlStatus; readonly startPage: string | null }
  | { readonly ok: false };

const longestText = 500;

/** Reads the response to a set-up or an order; `ok` means that it is cXML, not that the shop agrees. */
export function readAnswer(source: Uint8Array | string): AnswerReading {
  const reading = readCxml(source);
  const response = reading.ok ? first(reading.root, 'Response') : undefined;
  const status = first(response, 'Status');
  if (!status) return { ok: false };
  return {
    ok: true,
    status: { code: attributeOf(status, 'code') ?? '', text: textOf(status) },
    startPage: textAt(response, 'PunchOutSetupResponse', 'StartPage', 'URL'),
  };
}

function textOf(status: XmlElement): string {
  const texts = [attributeOf(status, 'text') ?? '', status.text.trim()].filter((each) => each !== '');
  return [...new Set(texts)].join(': ').slice(0, longestText);
}
