import { type Day, isDay } from '../../base/day.ts';
import { compareAmounts } from '../../base/money.ts';
import { readXml, type XmlElement } from '../../base/xml-reading.ts';
import { type PublishedRate, type RatesFile, RatesRefused } from './published-rate.ts';

/** Twenty times the size of ninety days of thirty currencies. */
const limits = { depth: 6, nodes: 200_000, size: 2_000_000 };
const rateNamespace = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
const wellFormedRate = /^\d{1,9}(\.\d{1,6})?$/;

/**
 * Reads a rates file of the ECB (`eurofxref-daily.xml`, `eurofxref-hist-90d.xml`): a `Cube` per day with one per
 * currency. Throws `RatesRefused`.
 */
export function publishedRates({ file, today }: RatesFile): readonly PublishedRate[] {
  const read = readXml(file, limits);
  if (!read.ok) throw new RatesRefused(`the file cannot be read: ${read.reason}`);
  const cubes = cubesIn(read.root);
  if (read.root.name !== 'Envelope' || cubes.length !== 1)
    throw new RatesRefused('the file is no envelope with reference rates');
  const rates = cubes.flatMap((all) => cubesIn(all)).flatMap((ofDay) => ratesOf(ofDay, today));
  if (rates.length === 0) throw new RatesRefused('the file has no rates');
  const keys = new Set(rates.map(({ currency, day }) => `${currency} ${day}`));
  if (keys.size < rates.length) throw new RatesRefused('a currency has two rates on one day');
  return rates;
}

function cubesIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name, namespace }) => name === 'Cube' && namespace === rateNamespace);
}

function ratesOf(ofDay: XmlElement, today: Day): readonly PublishedRate[] {
  const day = ofDay.attributes.get('time') ?? '';
  if (!isDay(day) || day > today) throw new RatesRefused(`"${day}" is no day of rates`);
  return cubesIn(ofDay).map(({ attributes }) => {
    const currency = attributes.get('currency') ?? '';
    const rate = attributes.get('rate') ?? '';
    if (!/^[A-Z]{3}$/.test(currency) || currency === 'EUR')
      throw new RatesRefused(`"${currency}" is no currency`);
    if (!wellFormedRate.test(rate) || compareAmounts(rate, '0') <= 0)
      throw new RatesRefused(`"${rate}" is no rate of ${currency}`);
    return { currency, day, per_euro: rate };
  });
}
