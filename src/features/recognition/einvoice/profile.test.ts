import { expect, test } from 'vitest';
import { profileOf } from './profile.ts';

test.each([
  ['urn:factur-x.eu:1p0:minimum', 'minimum', false],
  ['urn:factur-x.eu:1p0:basicwl', 'basic_wl', false],
  ['urn:zugferd.de:2p0:minimum', 'minimum', false],
  ['urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'basic', true],
  ['urn:cen.eu:en16931:2017:compliant:factur-x.eu:1p0:basic', 'basic', true],
  ['urn:cen.eu:en16931:2017', 'en16931', true],
  ['urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended', 'extended', true],
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', 'xrechnung', true],
  ['urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.2', 'xrechnung', true],
  [
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0',
    'xrechnung',
    true,
  ],
  ['urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', 'peppol', true],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0:comfort', 'comfort', true],
  ['urn:ferd:invoice:rc:comfort', 'comfort', true],
  ['urn:ferd:CrossIndustryDocument:order:1p0:extended', 'other', true],
  ['', 'other', true],
  [null, 'other', true],
])('REC-11 %s is %s', (id, level, isInvoice) => {
  expect(profileOf(id)).toEqual({ id, level, isInvoice });
});
