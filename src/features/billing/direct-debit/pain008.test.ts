import { describe, expect, test } from 'vitest';
import { debitBill } from '../../../../tests/support/debit-bill.ts';
import type { Collection } from './collection.ts';
import { type DebitFile, pain008 } from './pain008.ts';

const collection: Collection = {
  ...{ reference: 'kontor-7-2026-10', mandate: 'M-1', mandateDay: '2026-01-02', scheme: 'CORE' },
  ...{ sequence: 'FRST', day: '2026-11-16', amount: '117.81', holder: debitBill.holder },
  ...{
    iban: 'DE02120300000000202051',
    bic: null,
    address: null,
    text: 'Abrechnung Oktober 2026, Rechnung RE-1',
  },
  ...{ amendment: null, creditorId: 'DE98ZZZ09999999999' },
};
const file = (collections: readonly Collection[], change: Partial<DebitFile> = {}): string =>
  pain008({
    format: 'pain.008.001.02',
    messageId: 'K1',
    createdAt: '2026-11-03T08:00:00.000Z',
    creditor: { name: 'Kontor Betrieb GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    collections,
    ...change,
  });
const all = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text);

describe('OP-09 the file for the bank', () => {
  test('contains creditor, debtor, amount, day and mandate', () => {
    const xml = file([collection]);
    expect(all(xml, 'Cd')).toEqual(['SEPA', 'CORE']);
    expect(all(xml, 'SeqTp')).toEqual(['FRST']);
    expect(all(xml, 'ReqdColltnDt')).toEqual(['2026-11-16']);
    expect(all(xml, 'IBAN')).toEqual(['DE89370400440532013000', 'DE02120300000000202051']);
    expect(all(xml, 'Nm')).toEqual(['Kontor Betrieb GmbH', 'Kontor Betrieb GmbH', 'Mueller + Soehne GmbH']);
    expect(all(xml, 'EndToEndId')).toEqual(['kontor-7-2026-10']);
    expect(all(xml, 'MndtId')).toEqual(['M-1']);
    expect(all(xml, 'DtOfSgntr')).toEqual(['2026-01-02']);
    expect(all(xml, 'AmdmntInd')).toEqual(['false']);
    expect(all(xml, 'Ustrd')).toEqual(['Abrechnung Oktober 2026, Rechnung RE-1']);
    expect(xml).toContain('<InstdAmt Ccy="EUR">117.81</InstdAmt>');
    expect(xml).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>');
    expect(xml).toContain('<Id>DE98ZZZ09999999999</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm>');
  });

  test('groups by scheme, sequence and day, with exact sums', () => {
    const amounts = ['0.10', '0.20', '99999.99', '0.01', '33.33'];
    const xml = file([
      { ...collection, amount: '0.10' },
      { ...collection, amount: '0.20' },
      { ...collection, amount: '99999.99', scheme: 'B2B' },
      { ...collection, amount: '0.01', sequence: 'RCUR' },
      { ...collection, amount: '33.33', day: '2026-11-17' },
    ]);
    expect(all(xml, 'PmtInfId')).toEqual(['K1-1', 'K1-2', 'K1-3', 'K1-4']);
    expect(all(xml, 'NbOfTxs')).toEqual(['5', '2', '1', '1', '1']);
    expect(all(xml, 'CtrlSum')).toEqual(['100033.63', '0.30', '99999.99', '0.01', '33.33']);
    const cents = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
    expect(cents).toBe(10_003_363);
  });

  test('a changed mandate contains its former data', () => {
    const amendment = { isOtherAccount: true, formerCreditorId: 'AT61ZZZ01234567890' };
    const xml = file([{ ...collection, sequence: 'RCUR', amendment }]);
    expect(all(xml, 'AmdmntInd')).toEqual(['true']);
    expect(xml).toContain('<OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct>');
    expect(xml).toMatch(/<OrgnlCdtrSchmeId>.*AT61ZZZ01234567890.*<\/OrgnlCdtrSchmeId>/);
  });

  test('OP-14 the newer format renames the BIC and structures the address', () => {
    const address = { street: 'Seestraße 1', zipcode: '8002', town: 'Zürich', country: 'CH' };
    const swiss = { ...collection, iban: 'CH9300762011623852957', bic: 'KBSZCH22XXX', address };
    expect(all(file([swiss]), 'AdrLine')).toEqual(['Seestrasse 1', '8002 Zuerich']);
    const later = file([swiss], { format: 'pain.008.001.08' });
    expect(later).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"');
    expect(all(later, 'BICFI')).toEqual(['COBADEFFXXX', 'KBSZCH22XXX']);
    expect(later).toContain(
      '<PstlAdr><StrtNm>Seestrasse 1</StrtNm><PstCd>8002</PstCd><TwnNm>Zuerich</TwnNm><Ctry>CH</Ctry></PstlAdr>',
    );
    // Files from records without a separate zip code stay byte-identical.
    const kept = { ...swiss, address: { street: 'Seestraße 1', town: '8002 Zürich', country: 'CH' } };
    expect(all(file([kept]), 'AdrLine')).toEqual(['Seestrasse 1', '8002 Zuerich']);
    expect(all(file([kept], { format: 'pain.008.001.08' }), 'TwnNm')).toEqual(['8002 Zuerich']);
    expect(all(later, 'BIC')).toEqual([]);
  });
});
