import { describe, expect, test } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import { ublInvoice } from '../../../tests/support/ubl-invoice.ts';
import { readEInvoice } from '../recognition/einvoice/read-einvoice.ts';
import { readingOfEInvoice } from '../recognition/einvoice/reading-of-e-invoice.ts';
import { newSupplierFields, readParty, supplierStart } from './new-supplier.ts';

describe('a supplier created from an invoice', () => {
  test('REC-05 DATA-19 an e-invoice fills in name and address of the seller', () => {
    const file = readEInvoice(ublInvoice({ number: 'RE-1', seller: 'Muster Werkzeuge GmbH' }));
    if (!file.ok) throw new Error(file.detail);
    expect(supplierStart(readingOfEInvoice(file))).toEqual({
      name: 'Muster Werkzeuge GmbH',
      vat_number: 'DE136695976',
      iban: 'DE89370400440532013000',
      address: 'Hauptstraße 1',
      zipcode: '50667',
      city: 'Köln',
      country: 'DE',
      contact_person: 'Buchhaltung',
      phone: '+49 221 1234567',
      email: 'rechnung@example.test',
    });
  });

  test('REC-05 a page fills in only its read values, unchanged', () => {
    const reading = emptyReading({
      sellerName: read('Muster GmbH'),
      sellerIban: { ...read('DE00370400440532013000'), sure: false },
      sellerTaxNumber: read('201/123/45678'),
    });
    expect(supplierStart(reading)).toEqual({
      name: 'Muster GmbH',
      iban: 'DE00370400440532013000',
      tax_number: '201/123/45678',
    });
    expect(readParty(reading)).toEqual({ name: 'Muster GmbH', vatId: null, iban: 'DE00370400440532013000' });
    expect(readParty(emptyReading({ totalGross: read('119') }))).toBeNull();
  });

  test('VAL-29 a country without a valid code stays empty', () => {
    const nowhere = {
      address: null,
      zipcode: null,
      city: null,
      contactPerson: null,
      phone: null,
      email: null,
    };
    const reading = emptyReading({ sellerName: read('Muster GmbH') });
    expect(supplierStart({ ...reading, seller: { ...nowhere, country: read('Germany') } })).toEqual({
      name: 'Muster GmbH',
    });
    expect(supplierStart({ ...reading, seller: { ...nowhere, country: read('AT') } })).toMatchObject({
      country: 'AT',
    });
  });

  test('INV-21 the form has no bank data, as a second person confirms the first account', () => {
    expect(newSupplierFields).toEqual(expect.arrayContaining(['name', 'vat_number', 'tax_number']));
    expect(newSupplierFields).not.toContain('iban');
    expect(newSupplierFields).not.toContain('bic');
  });
});
