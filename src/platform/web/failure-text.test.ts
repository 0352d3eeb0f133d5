import { beforeAll, describe, expect, it } from 'vitest';
import german from '../../../locales/de.json' with { type: 'json' };
import { refusalText } from './failure-text.ts';
import { i18n } from './i18n.ts';

beforeAll(async () => {
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: 'de', resources: { de: { translation: german } }, interpolation });
});

describe('API-41 amounts in confirmations', () => {
  // Replaces the space that keeps amount and currency on one line.
  const plain = (...asked: Parameters<typeof refusalText>) => refusalText(...asked).replaceAll('\u00a0', ' ');
  const budget = { budget: 'Büro', cost_center: 'Lager', amount: '2200.00' };

  it('have their currency', () => {
    expect(plain('budget_exceeded', { ...budget, currency: 'EUR' })).toBe(
      'Das Budget „Büro“ der Kostenstelle Lager wird um 2.200,00 € überschritten.',
    );
    expect(plain('approval_limit_exceeded', { value: '12500.00', limit: '500.00', currency: 'CZK' })).toBe(
      'Der Betrag 12.500,00 CZK übersteigt das Freigabelimit von 500,00 CZK.',
    );
  });

  it('are distinguished from names that look like one', () => {
    const yearly = { budget: '2026.01', cost_center: '12.50', amount: '3', currency: 'EUR' };
    expect(plain('budget_exceeded', yearly)).toBe(
      'Das Budget „2026.01“ der Kostenstelle 12.50 wird um 3,00 € überschritten.',
    );
  });

  it('ROLE-07 are left out for people who may not see them', () => {
    const hidden = refusalText('budget_exceeded', { ...budget, amount: null, currency: 'EUR' });
    expect(hidden).toBe('Das Budget „Büro“ der Kostenstelle Lager wird überschritten.');
  });
});

it('PUN-17 a refusal of a shop carries its answer, if it gave one', () => {
  const refused = 'Der Marktplatz lehnt die Zugangsdaten ab.';
  expect(refusalText('punchout_invalid_credentials', { said: '401 Unauthorized' })).toBe(
    `${refused} Antwort des Marktplatzes: „401 Unauthorized“`,
  );
  expect(refusalText('punchout_invalid_credentials')).toBe(refused);
});

it('PROC-29 refusals of files name the accepted types and size', () => {
  expect(refusalText('payload_too_large', { max: 10 * 1024 * 1024 })).toBe(
    'Die Datei ist zu groß: Angenommen werden höchstens 10 MB.',
  );
  expect(refusalText('unsupported_media_type', { types: 'JPG, PNG' })).toBe(
    'Dieses Format wird nicht angenommen, nur JPG, PNG.',
  );
});

it('ERR-06 a code without a text on the page reads as unexpected', () => {
  expect(refusalText('no_such_code' as never)).toBe(refusalText('unexpected'));
});
