import { beforeAll, expect, it } from 'vitest';
import { ListSummary } from '../../src/features/overview/web/list/ListSummary.tsx';
import { htmlOf, showGerman, textIn } from '../support/rendered.tsx';

beforeAll(showGerman);

function shown(withoutRate: number): string {
  return textIn(
    htmlOf(
      <ListSummary
        tab="invoice"
        count={3}
        loaded={3}
        net={[{ currency: 'EUR', net: '250', committed: null, withoutRate, count: 3 }]}
      />,
    ),
  );
}

it('PRICE-07 a sum shows the number of omitted documents without a rate', () => {
  expect(shown(2)).toContain('250,00 € netto (2 ohne Kurs)');
});

it('PRICE-07 a sum of documents that all have a rate shows no such number', () => {
  expect(shown(0)).not.toContain('Kurs');
});
