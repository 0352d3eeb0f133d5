import { describe, expect, test } from 'vitest';
import { readTexts } from './locale-files.ts';

const texts = readTexts('de');

/** The terms of German accountants for the existing fields and values (GER); the keys end with these. */
const words: Readonly<Record<string, readonly string[]>> = {
  'BU-Schlüssel': ['field.posting_key_id', 'entity.posting_key.one', 'table.client_posting_key'],
  Kreditorennummer: ['supplier.field.external_id', 'supplier_client.field.external_id'],
  Mandantennummer: ['entity.client.field.client_number'],
  Beraternummer: ['entity.client.field.consultant_number'],
  'Unsere Kundennummer': ['supplier.field.client_number', 'supplier_client.field.client_number'],
  'USt-IdNr.': ['client.field.vat_number', 'supplier.field.vat_number', 'order_pdf.legal.vat_number'],
  Steuernummer: ['client.field.tax_number', 'supplier.field.tax_number', 'order_pdf.legal.tax_number'],
  Sachkonto: ['field.ledger_account_id', 'column.ledger_account', 'entity.ledger_account.one'],
  Profitcenter: ['field.profit_center_id', 'entity.profit_center.one'],
  'Wareneingang durch': ['.column.consignee', 'panel.consignee'],
  Abladestelle: ['field.dropoff_location', 'panel.dropoff'],
  Vorkasse: ['field.payment_in_advance'],
  vorschüssig: ['payment.advance'],
  nachschüssig: ['payment.postpaid'],
  'zur Periodenmitte': ['payment.midterm'],
  Abrechnungsintervall: ['field.usage_type'],
  'nach Verbrauch': ['usage.usage_based'],
  'SEPA-Lastschrift': ['payment_method.AUTOMATIC_DEBIT'],
  Endabgerechnet: ['field.completely_invoiced', 'completely_invoiced.done'],
  'Offener Bestellwert': ['.open_value'],
  Ruhend: ['status.contract.inactive'],
  'In Anlage': ['status.contract.pending'],
  Bestellanforderung: ['audit.table.procurement'],
};

describe('GER fields and values use accounting terms', () => {
  test.each(Object.entries(words))('GER %s', (word, endings) => {
    const own = [...texts].filter(([key]) => !key.startsWith('entity.configuration.'));
    const found = endings.map((ending) => own.filter(([key]) => key.endsWith(ending)));
    expect(endings.filter((_, index) => found[index]?.length === 0)).toEqual([]);
    expect(found.flat().filter(([, text]) => text !== word)).toEqual([]);
  });

  test('GER no other word is used for them', () => {
    const others =
      /Buchungsschlüssel|DATEV-Kreditor|vollständig berechnet|Profit-Center|Umsatzsteuer-ID|USt-ID\b/i;
    expect([...texts].filter(([, text]) => others.test(text))).toEqual([]);
  });
});
