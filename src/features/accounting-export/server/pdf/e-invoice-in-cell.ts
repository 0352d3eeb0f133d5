/** Runs in the reading cell: parses an e-invoice and typesets it. */
import { text } from '../../../../platform/server/texts.ts';
import { eInvoicePage, type PageStyle } from '../../../recognition/e-invoice-page.ts';
import { renderEInvoice } from './render-e-invoice.ts';

/** Tax advisers and the tax office read German. @see docs/topics/export.md */
const style: PageStyle = { language: 'de', t: (key, values) => text('de', key, values) };

/** The PDF of an XML; for null, a PDF with a notice that it cannot be shown. */
export default async function setEInvoice(xml: Uint8Array | null): Promise<Uint8Array> {
  return await renderEInvoice(xml && eInvoicePage(xml, style), style);
}
