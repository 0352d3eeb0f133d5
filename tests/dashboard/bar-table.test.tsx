import { beforeAll, expect, it } from 'vitest';
import { type Bar, BarTable } from '../../src/features/dashboard/web/BarTable.tsx';
import { htmlOf, showGerman } from '../support/rendered.tsx';

beforeAll(showGerman);

const bar: Bar = { key: 'a', name: 'Werkstatt', length: '0', value: '0', search: null };

it('PRICE-07 a bar says how many documents its value leaves out, and nothing where it leaves out none', () => {
  const shown = (withoutRate: number) =>
    htmlOf(<BarTable caption="" nameTitle="" valueTitle="" bars={[{ ...bar, withoutRate }]} />);
  expect(shown(3)).toContain('(3 ohne Kurs)');
  expect(shown(0)).not.toContain('ohne Kurs');
});
