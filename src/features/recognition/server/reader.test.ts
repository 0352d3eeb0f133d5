import { describe, expect, test } from 'vitest';
import { textInvoice } from '../../../../bench/invoice-documents.ts';
import { inDepth } from '../../../../tests/support/depth.ts';
import { ublSample } from '../../../../tests/support/e-invoice-samples.ts';
import { hybridInvoice } from '../../../../tests/support/hybrid-invoice.ts';
import { pdf } from '../../../../tests/support/sample-files.ts';
import { documentReader } from './reader.ts';

describe('REC-09 API-44 documents are read in separate threads', () => {
  const { read } = documentReader();

  test('an e-invoice is returned completely, an unreadable file with a reason', async () => {
    const reading = await read(1, Buffer.from(ublSample), { own: [] });
    expect(reading).toMatchObject({ reading: 'xml', eInvoice: { syntax: 'ubl' } });
    const hybrid = await read(1, await hybridInvoice(null, { 'Aufmaß.pdf': pdf }), { own: [] });
    expect(hybrid.files?.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([['Aufmaß.pdf', pdf]]);
    await expect(read(1, Buffer.from('%PDF-1.7 nothing more'), { own: [] })).rejects.toMatchObject({
      failure: 'damaged',
    });
    await expect(read(1, Buffer.from('<order/>'), { own: [] })).rejects.toMatchObject({
      failure: 'not_an_invoice',
    });
  });

  test('REC-09 reading a stack does not leak memory', async () => {
    const megabytes = (): number => process.memoryUsage().rss / 2 ** 20;
    const stack = inDepth(40, 500);
    const warm = stack / 4;
    let before = 0;
    for (let place = 0; place < stack; place += 1) {
      if (place === warm) before = megabytes();
      const { bytes } = await textInvoice();
      expect((await read(1, bytes, { own: [] })).reading).toBe('text');
    }
    // Less than one rendered page per document; the heaps of the threads grow to their size meanwhile.
    expect(megabytes() - before).toBeLessThan(150);
  });
});
