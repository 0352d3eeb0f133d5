import { describe, expect, test } from 'vitest';
import { orderFacts, orderLine, written } from '../../../../../tests/support/order-facts.ts';
import { pictureOfPage } from '../../../../../tests/support/pdf-picture.ts';
import { decodePicture } from '../../../../platform/web/scan/decode.ts';
import type { OrderFacts } from '../../order-facts.ts';
import { renderOrderPdf } from './render-order-pdf.ts';

const receiptUrl = 'https://kontor.nordfeld-antrieb.example/receive/9007199254740991';
const pictures = { logo: null, letterhead: null, signature: null };

/** What a camera reads on the first page of the letter. */
async function codeOn(facts: Partial<OrderFacts>): Promise<string | null> {
  const document = written(orderFacts({ receiptUrl, ...facts }));
  const pdf = await renderOrderPdf({ document, pictures, issuedAt: new Date('2027-02-11T09:00:00Z') });
  return decodePicture(await pictureOfPage(pdf));
}

describe('MOB-05 the code on the printed order', () => {
  test.each<[string, Partial<OrderFacts>]>([
    ['an order', {}],
    ['a change', { kind: { kind: 'change', change: 2 } }],
    ['an order of many lines', { lines: Array.from({ length: 80 }, () => orderLine()) }],
    ['an order with long addresses', { consignee: 'Dr. Sabine Krüger-Nordmann '.repeat(9) }],
    ['an order without addresses', { company: null, deliveryAddress: null, consignee: null }],
  ])('%s carries the address of its goods receipt, and a decoder reads nothing else', async (_, facts) => {
    expect(await codeOn(facts)).toBe(receiptUrl);
  });

  test.each<[string, Partial<OrderFacts>]>([
    ['a request that is no order yet', { kind: { kind: 'request' } }],
    ['a cancellation', { kind: { kind: 'cancellation' } }],
  ])('%s has no code', async (_, facts) => {
    expect(await codeOn(facts)).toBeNull();
  });
});
