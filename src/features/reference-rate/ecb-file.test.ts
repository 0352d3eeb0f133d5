import { describe, expect, it } from 'vitest';
import { publishedRates } from './ecb-file.ts';
import { RatesRefused } from './published-rate.ts';

const ratesOf = (text: string) => publishedRates({ file: Buffer.from(text), today: '2026-10-12' });
const usd = "<Cube currency='USD' rate='1.0850'/>";

/** A file in the ECB's format with these day elements. */
const file = (days: string, before = ''): string => `<?xml version="1.0" encoding="UTF-8"?>${before}
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${days}</Cube></gesmes:Envelope>`;
const day = (time: string, rates = usd): string => `<Cube time='${time}'>${rates}</Cube>`;

describe('PRICE-07 a file of reference rates', () => {
  it('reads the rates per euro of one day or of ninety', () => {
    const rates = ratesOf(
      file(day('2026-10-09') + day('2026-10-08', `${usd}<Cube currency='JPY' rate='160'/>`)),
    );
    expect(rates).toEqual([
      { currency: 'USD', day: '2026-10-09', per_euro: '1.0850' },
      { currency: 'USD', day: '2026-10-08', per_euro: '1.0850' },
      { currency: 'JPY', day: '2026-10-08', per_euro: '160' },
    ]);
  });

  const entities = '<!DOCTYPE x [<!ENTITY a "b">]>';
  it.each([
    ['without XML', 'Wartungsarbeiten'],
    ['with another page', '<html><body>404</body></html>'],
    ['with entity declarations', file(day('2026-10-09'), entities)],
    ['without rates', file('')],
    ['of tomorrow', file(day('2026-10-13'))],
    ['of an impossible day', file(day('2026-02-30'))],
    ['without a day', file(`<Cube>${usd}</Cube>`)],
    ['with a rate of zero', file(day('2026-10-09', "<Cube currency='USD' rate='0'/>"))],
    ['with a negative rate', file(day('2026-10-09', "<Cube currency='USD' rate='-1.08'/>"))],
    ['with a rate such as NaN', file(day('2026-10-09', "<Cube currency='USD' rate='1e3'/>"))],
    ['with a localised rate', file(day('2026-10-09', "<Cube currency='USD' rate='1,08'/>"))],
    ['with a rate of the euro', file(day('2026-10-09', "<Cube currency='EUR' rate='2'/>"))],
    ['with an invalid currency', file(day('2026-10-09', "<Cube currency='usd' rate='2'/>"))],
    ['with two rates of a day', file(day('2026-10-09') + day('2026-10-09'))],
    ['larger than years of rates', file(day('2026-10-09', usd.repeat(60_000)))],
  ])('%s is refused as a whole', (_, text) => {
    expect(() => ratesOf(text)).toThrow(RatesRefused);
  });
});
