import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptPath } from './receipt-address.ts';
import { isOnLine, scannedCode, typedOrderNumber } from './scanned-code.ts';

const host = 'kontor.example';
const gtin = '04006381333931';

describe('MOB-05 the meaning of a code', () => {
  test.each([
    ['as printed', `https://${host}${receiptPath(42)}`, host],
    ['on the host of a tenant', `https://${host}${receiptPath(42)}`, `nordfeld.${host}`],
    ['with a port', `http://localhost:8080${receiptPath(42)}`, 'localhost:8080'],
    ['with blanks around it', ` https://${host}${receiptPath(42)}\r\n`, host],
  ])('an address of an order %s opens the order', (_, text, page) => {
    expect(scannedCode(text, page)).toEqual({ kind: 'order', procurementId: 42 });
  });

  test.each([
    ['another host', 'https://evil.example/receive/42', 'evil.example'],
    ['our host as user name', `https://${host}@evil.example/receive/42`, 'evil.example'],
    ['our host as part of another', `https://${host}.evil.example/receive/42`, `${host}.evil.example`],
    ['a host that ends like ours', `https://my${host}/receive/42`, `my${host}`],
    ['another port', `https://${host}:8443/receive/42`, `${host}:8443`],
    ['the host of another tenant', `https://other.${host}/receive/42`, `other.${host}`],
    ['another page of ours', `https://${host}/logout`, host],
    ['a step out of the page', `https://${host}/receive/../logout`, host],
    ['an id that is none', `https://${host}/receive/1e3`, host],
    ['an id that is too large', `https://${host}/receive/99999999999999999999`, host],
  ])('%s is not opened, and the host is named', (_, text, named) => {
    expect(scannedCode(text, host)).toEqual({ kind: 'foreign', host: named });
  });

  test.each(['javascript:alert(1)', 'data:text/html,<script>', '//evil.example/receive/42', '<img src=x>'])(
    '%s is at most the number of an article',
    (text) => {
      expect(scannedCode(text, host)).toEqual({ kind: 'article', gtin: null, text });
    },
  );

  test.each(['PO-000042', 'po-42', 'PO42', '\u202ePO-000042'])('"%s" is the number of an order', (text) => {
    expect(scannedCode(text, host)).toEqual({ kind: 'order_number', number: 'PO-000042' });
  });

  test('bare digits are an order only where people type one, unless they are a GTIN', () => {
    expect(scannedCode('42', host)).toEqual({ kind: 'article', gtin: null, text: '42' });
    expect(typedOrderNumber({ gtin: null, text: '42' })).toEqual({
      kind: 'order_number',
      number: 'PO-000042',
    });
    expect(typedOrderNumber({ gtin: gtin as never, text: '73513537' })).toBeNull();
    expect(typedOrderNumber({ gtin: null, text: 'OW-42' })).toBeNull();
  });

  test.each([
    ['a GTIN', '4006381333931', gtin],
    ['a code of GS1', `]C101${gtin}10AB`, gtin],
    ['the address of the maker of goods', `https://id.gs1.org/01/${gtin}`, gtin],
    ['a number of a supplier', 'OW-77120', null],
  ])('%s is an article', (_, text, read) => {
    expect(scannedCode(text, host)).toMatchObject({ kind: 'article', gtin: read });
  });

  test.each(['', ' \n', '\u202e', 'https://', 'http://[::'])('"%s" means nothing', (text) => {
    expect(scannedCode(text, host)).toEqual({ kind: 'nothing' });
  });

  test('no text is shown longer than 80 characters, or opens anything but an order of this host', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.webUrl());
    fc.assert(
      fc.property(hostile, (text) => {
        const read = scannedCode(text, host);
        if (read.kind === 'article') expect(read.text.length).toBeLessThanOrEqual(80);
        if (read.kind === 'foreign') expect(read.host.length).toBeLessThanOrEqual(80);
        expect(read.kind).not.toBe('order');
      }),
    );
  });
});

describe('MOB-05 the line of an article', () => {
  const article = (text: string) => {
    const read = scannedCode(text, host);
    if (read.kind !== 'article') throw new Error(`${text} is no article`);
    return read;
  };
  const line = { item_number: ' OW-77120 ', product: { item_number: 'A-4711', gtin: '4006381333931' } };

  test.each(['OW-77120', 'ow-77120', 'A-4711', '4006381333931', '04006381333931', `]C101${gtin}`])(
    '%s is on it',
    (text) => {
      expect(isOnLine(article(text), line)).toBe(true);
    },
  );

  test('a supplier may use the GTIN as number', () => {
    expect(isOnLine(article(gtin), { item_number: '4006381333931', product: null })).toBe(true);
  });

  test.each([
    ['another number', 'OW-7712'],
    ['another article', '73513537'],
    // Its first digit says that it holds several pieces.
    ['a carton of the article', '14006381333938'],
  ])('%s is not', (_, text) => {
    expect(isOnLine(article(text), line)).toBe(false);
  });

  test('nothing is on a line without numbers', () => {
    const blank = { item_number: '  ', product: { item_number: null, gtin: null } };
    expect(isOnLine(article('OW-77120'), blank)).toBe(false);
    expect(isOnLine(article(gtin), { item_number: null })).toBe(false);
  });
});
