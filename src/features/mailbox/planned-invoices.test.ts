import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportMode } from '../master-data/mailbox.ts';
import { plannedInvoices, type SignedPart } from './planned-invoices.ts';

interface Signs {
  readonly sign?: 'invoice' | 'other' | 'unread';
  readonly isEInvoice?: boolean;
  readonly number?: string;
  readonly names?: readonly number[];
}
const part = (type: 'pdf' | 'xml', given: Signs = {}): SignedPart => ({
  type,
  signs: {
    sign: given.sign ?? 'invoice',
    isEInvoice: given.isEInvoice ?? type === 'xml',
    isReminder: false,
    number: given.number ?? null,
    names: given.names ?? [],
  },
});
const pdf = (given: Signs = {}) => part('pdf', given);
const xml = (given: Signs = {}) => part('xml', given);
const terms = pdf({ sign: 'other' });
const logo: SignedPart = { type: 'other', signs: null };
const photo: SignedPart = { type: 'picture', signs: null };

/** The planned invoices as `lead: documents`. */
const planned = (mode: ImportMode, ...parts: SignedPart[]) =>
  plannedInvoices(parts, mode).map(({ lead, documents }) => `${lead}: ${documents.join(' ')}`.trim());

describe('MBX-02 one invoice per invoice document', () => {
  test.each<[string, SignedPart[], string[]]>([
    ['a PDF alone', [pdf()], ['0:']],
    [
      'one XML and one PDF are one invoice, whatever the PDF contains',
      [pdf({ number: '9' }), xml({ number: '4711' })],
      ['1: 0'],
    ],
    ['a scan beside the only XML shows it', [xml({ number: '4711' }), pdf({ sign: 'unread' })], ['0: 1']],
    ['two PDFs are two invoices', [pdf({ number: '1' }), pdf({ number: '2' })], ['0:', '1:']],
    [
      'pairs are matched by number',
      [
        pdf({ number: '4711', names: [2] }),
        pdf({ number: '4712', names: [3] }),
        xml({ number: '4711' }),
        xml({ number: '4712' }),
      ],
      ['2: 0', '3: 1'],
    ],
    [
      'a PDF without an XML is a separate invoice',
      [xml({ number: '4711' }), pdf({ number: '4711', names: [0] }), pdf({ number: '88' })],
      ['0: 1', '2:'],
    ],
    [
      'a correction belongs to its own XML, although it names the corrected invoice',
      [xml({ number: '4711' }), xml({ number: '4712' }), pdf({ number: '4712', names: [0, 1] })],
      ['0:', '1: 2'],
    ],
    [
      'a hybrid with its own number does not show the XML that it names',
      [xml({ number: '4711' }), pdf({ isEInvoice: true, number: '4712', names: [0] }), pdf({ number: '9' })],
      ['0:', '1:', '2:'],
    ],
    ['terms and pictures are attached to the invoice', [terms, pdf(), logo], ['1: 0 2']],
    [
      'a delivery note belongs to the invoice whose number it contains',
      [pdf({ number: '4711' }), pdf({ number: '4712' }), pdf({ sign: 'other', names: [1] })],
      ['0:', '1: 2'],
    ],
    [
      'without any likely invoice, all files form one for a person to decide',
      [terms, terms, logo],
      ['0: 1 2'],
    ],
    ['a mail with only logos yields no invoice', [logo, logo], []],
    ['MBX-07 without other files each page picture is an invoice', [photo, logo, photo], ['0: 1', '2:']],
    ['MBX-07 a picture beside an invoice is attached to it', [photo, pdf()], ['1: 0']],
    ['an empty mail yields no invoice', [], []],
  ])('%s', (_, parts, expected) => {
    expect(planned('attachment', ...parts)).toEqual(expected);
  });
});

describe('MBX-02 one invoice per mail', () => {
  test.each<[string, SignedPart[], string[]]>([
    ['the XML leads before all other files', [logo, pdf(), pdf(), xml()], ['3: 0 1 2']],
    ['a hybrid leads before other PDFs', [pdf(), pdf({ isEInvoice: true })], ['1: 0']],
    ['an invoice leads before terms and scans', [terms, pdf({ sign: 'unread' }), pdf()], ['2: 0 1']],
    ['a mail without PDF and XML yields no invoice', [logo], []],
    ['MBX-07 several page pictures are one invoice', [logo, photo, photo], ['1: 0 2']],
    [
      'three e-invoices are three invoices',
      [xml({ number: '1' }), xml({ number: '2' }), pdf({ number: '2', names: [1] }), xml({ number: '3' })],
      ['0:', '1: 2', '3:'],
    ],
    [
      'an XML and a hybrid with the same number are one invoice',
      [pdf({ isEInvoice: true, number: 'R 1' }), xml({ number: 'R-1' })],
      ['1: 0'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(planned('email', ...parts)).toEqual(expected);
  });
});

test('MBX-02 every file of a mail is kept exactly once', () => {
  const signs = fc.record({
    sign: fc.constantFrom('invoice' as const, 'other' as const, 'unread' as const),
    isEInvoice: fc.boolean(),
    isReminder: fc.boolean(),
    number: fc.option(fc.constantFrom('4711', '4712', '0815')),
    names: fc.uniqueArray(fc.nat(7)),
  });
  const any = fc.oneof(
    fc.constant(logo),
    fc.constant(photo),
    fc.record({ type: fc.constantFrom('pdf' as const, 'xml' as const), signs }),
  );
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 8 }),
      fc.constantFrom('attachment' as const, 'email' as const),
      (parts, mode) => {
        const invoices = plannedInvoices(parts, mode);
        const kept = invoices.flatMap(({ lead, documents }) => [lead, ...documents]);
        const hasDocument = parts.some(({ type }) => type !== 'other');
        expect(kept.toSorted((a, b) => a - b)).toEqual(hasDocument ? parts.map((_, place) => place) : []);
        expect(invoices.every(({ lead }) => parts[lead]?.type !== 'other')).toBe(true);
      },
    ),
  );
});
