import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { type Bar, BarTable } from '../../src/features/dashboard/web/BarTable.tsx';

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { translation: german } } });
});

const bar: Bar = { key: 'a', name: 'Werkstatt', length: '0', value: '0', search: null };

it('PRICE-07 a bar says how many documents its value leaves out, and nothing where it leaves out none', () => {
  const shown = (withoutRate: number) =>
    renderToString(
      <BarTable caption="" nameTitle="" valueTitle="" bars={[{ ...bar, withoutRate }]} />,
    ).replaceAll('<!-- -->', '');
  expect(shown(3)).toContain('(3 ohne Kurs)');
  expect(shown(0)).not.toContain('ohne Kurs');
});
