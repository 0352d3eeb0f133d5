import { element, textElement } from './element.ts';

/** A name within a naming scheme: `NetworkId`, `DUNS`, or a scheme of the shop. */
export interface Credential {
  readonly domain: string;
  readonly identity: string;
}

/** Sender and recipient, with the secret that authenticates the sender. */
export interface Parties {
  readonly from: Credential;
  readonly to: Credential;
  readonly secret: string | null;
}

/** Unique head of a message. */
export interface MessageHead {
  readonly payloadId: string;
  /** With time zone, such as `2026-11-26T08:15:00+01:00`. */
  readonly timestamp: string;
  readonly language: string;
}

/** DTD of the cXML version that our messages follow. */
const dtd = 'http://xml.cxml.org/schemas/cXML/1.2.071/cXML.dtd';

/** A complete request document. `isTest` marks it as a test, without effect at the shop. */
export function requestXml(head: MessageHead, parties: Parties, request: string, isTest: boolean): string {
  const credential = ({ domain, identity }: Credential, secret: string | null = null) =>
    element('Credential', { domain }, [
      textElement('Identity', identity) ?? '<Identity/>',
      textElement('SharedSecret', secret),
    ]);
  const header = element('Header', {}, [
    element('From', {}, credential(parties.from)),
    element('To', {}, credential(parties.to)),
    element('Sender', {}, [credential(parties.from, parties.secret), '<UserAgent>Kontor</UserAgent>']),
  ]);
  const deploymentMode = isTest ? 'test' : 'production';
  return documentXml(head, [header, element('Request', { deploymentMode }, request)]);
}

/** The response to a received message. */
export function responseXml(
  head: MessageHead,
  status: { readonly code: string; readonly text: string; readonly detail?: string },
): string {
  const { code, text, detail = '' } = status;
  return documentXml(head, [
    element(
      'Response',
      {},
      textElement('Status', detail, { code, text }) ?? element('Status', { code, text }),
    ),
  ]);
}

function documentXml({ payloadId, timestamp, language }: MessageHead, content: readonly string[]): string {
  const root = element('cXML', { payloadID: payloadId, timestamp, 'xml:lang': language }, content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE cXML SYSTEM "${dtd}">\n${root}\n`;
}
