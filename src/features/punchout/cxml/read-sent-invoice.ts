import { isCxmlDoctype } from '../../../base/cxml-doctype.ts';
import { readXml, type XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf, first } from '../../../base/xml-tree.ts';
import type { NoticeHead, SentInvoice } from '../notice.ts';
import { messageText, senderIn } from './envelope.ts';
import { orderNamedIn } from './order-name.ts';

const longestNumber = 255;
/** Secrets of the sender, which the kept original does not have. */
const secrets = /<((?:[\w-]+:)?(?:SharedSecret|CredentialMac|DigitalSignature))\b[^>]*>[\s\S]*?<\/\1\s*>/g;
const body = /<((?:[\w-]+:)?InvoiceDetailRequest)\b[\s\S]*<\/\1\s*>/;

/**
 * Reads what identifies an `InvoiceDetailRequest`; its content is read later, like that of every invoice (PUN-17). The
 * withdrawal of an invoice and a copy that only informs are other messages: nothing is to be paid for them.
 */
export function readSentInvoice(
  source: Uint8Array | string,
  request: XmlElement | undefined,
  invoice: XmlElement,
  head: NoticeHead,
): SentInvoice | 'not_xml' | 'other_message' {
  const header = first(invoice, 'InvoiceDetailRequestHeader');
  const number = attributeOf(header, 'invoiceID') ?? '';
  const isNew =
    attributeOf(header, 'operation') !== 'delete' && attributeOf(header, 'isInformationOnly') !== 'yes';
  if (!isNew || number === '' || number.length > longestNumber) return 'other_message';
  const kept = keptMessage(source);
  if (kept === null) return 'not_xml';
  const orders = invoice.children.filter(({ name }) => /^InvoiceDetail(Header)?Order$/.test(name));
  return {
    ...head,
    kind: 'invoice',
    number,
    is_credit: /creditmemo$/i.test(attributeOf(header, 'purpose') ?? ''),
    is_test: attributeOf(request, 'deploymentMode') === 'test',
    orders: orders.map((order) => orderNamedIn(first(order, 'InvoiceDetailOrderInfo'))),
    ...kept,
  };
}

/** The message without secrets; null if it is not XML in the strict sense, with which invoices are read. */
function keptMessage(source: Uint8Array | string): Pick<SentInvoice, 'message' | 'content'> | null {
  const message = messageText(source)
    ?.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*)(["'])[^"']*\2/, '$1"UTF-8"')
    .replace(secrets, '<$1/>');
  const content = body.exec(message ?? '')?.[0];
  if (message === undefined || content === undefined) return null;
  const read = readXml(message, undefined, { isDoctype: isCxmlDoctype });
  return read.ok && !senderIn(read.root)?.secret ? { message, content } : null;
}
