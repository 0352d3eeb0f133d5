import { describe, expect, test } from 'vitest';
import { languages } from '../../base/language.ts';
import { refusalCodes } from '../../base/refusal.ts';
import { acceptedLanguage, refusalText, text } from './texts.ts';

describe('texts', () => {
  test('ERR-06 I18N-08 every refusal has its own text in every language', () => {
    for (const language of languages) {
      const texts = refusalCodes.map((code) => text(language, `error.${code}`));
      expect(texts.filter((found) => found.startsWith('error.'))).toEqual([]);
      expect(new Set(texts).size).toBe(refusalCodes.length);
    }
  });

  test('ERR-06 placeholders are filled, without interpreting markup or keys in their values', () => {
    const refusal = {
      code: 'specific_field_not_found',
      values: { field: '$t(error.unexpected)', type: '<b>{{x}}</b>' },
    } as const;
    expect(refusalText('en', refusal)).toBe(
      'The field "$t(error.unexpected)" was not found in "<b>{{x}}</b>".',
    );
  });

  test('ERR-06 an unfilled placeholder is not shown', () => {
    for (const language of languages)
      expect(refusalCodes.map((code) => refusalText(language, { code })).join(' ')).not.toContain('{{');
  });

  test.each([
    ['de', '5.000 Einträge'],
    ['en', '5,000 entries'],
    ['cz', '5\u00a0000'],
  ] as const)('I18N-05 a number in a text has the format of its language: %s', (language, written) => {
    expect(text(language, 'entity.count', { count: 5000 })).toContain(written);
    expect(text(language, 'mail.order.text', { number: '12345' })).toContain('12345');
  });

  test.each([
    [undefined, null],
    ['', null],
    ['xx', null],
    ['de', 'de'],
    ['cs-CZ,cs;q=0.9', 'cz'],
    ['en;q=0.5, it;q=0.8', 'it'],
    ['de;q=0, sk', 'sk'],
    ['*', null],
    ['x'.repeat(100_000), null],
  ])('ERR-14 Accept-Language %#', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

describe('ERR-09 obstacles of a purchase request', () => {
  test.each([
    ['budget_exceeded', { budget: '2026', cost_center: '4711' }, /Budget „2026“.* 4711 .*überschritten/],
    ['approval_limit_exceeded', {}, /übersteigt das Freigabelimit/],
    ['order_not_completed', {}, /Zuerst muss alles bestellt sein/],
    ['product_group_missing', {}, /Produktgruppe fehlt.*zuordnen/],
    ['needs_min_approval', { count: 2 }, /reicht nicht aus.*mindestens 2 verschiedene Personen/],
    ['none_has_limit', {}, /Keine der gewählten Personen hat ein ausreichendes Freigabelimit/],
    ['no_edit_permission', {}, /Keine Berechtigung zum Bearbeiten.*in Klärung geben/],
    ['invoice_exceeds_order', {}, /übersteigt den offenen Bestellwert/],
    ['permission_denied', {}, /Keine Berechtigung/],
  ] as const)('%s explains the problem and, if possible, the remedy', (code, values, expected) => {
    expect(refusalText('de', { code, values })).toMatch(expected);
    const reported = languages.map((language) => refusalText(language, { code, values }));
    expect(new Set(reported).size).toBe(languages.length);
    expect(reported.join(' ')).not.toContain('…');
  });

  test('ROLE-16 areas without permission have their own text', () => {
    for (const key of ['admin.no_permission_text', 'shell.no_permission.text']) {
      const reported = languages.map((language) => text(language, key));
      expect(new Set(reported).size).toBe(languages.length);
    }
  });
});

describe('ROLE-18 EXP-18 problems that only an administrator can fix', () => {
  const toAdministrator = {
    de: 'Administration',
    en: 'administrator',
    cz: 'správce',
    it: 'amministratore',
    sk: 'správcu',
  };

  test.each(languages)(
    'a company without access data refers the reader to an administrator: %s',
    (language) =>
      expect(
        refusalText(language, { code: 'export_company_numbers_missing', values: { company: 'Nordfeld' } }),
      ).toContain(toAdministrator[language]),
  );
});

describe('ERR-12 other messages', () => {
  test.each([
    ['error.passkey_failed', {}, /Passkey.*erneut versuchen/],
    ['error.passkey_known', {}, /bereits einen Passkey/],
    ['mailbox.connected', {}, /Verbindung funktioniert/],
    ['mailbox.failure.unreachable', {}, /./],
    ['mailbox.disconnected', {}, /getrennt/],
    ['error.unsupported_media_type_types', { types: 'PDF, XML' }, /PDF, XML/],
    ['error.payload_too_large_max', { max: '10' }, /zu groß.*10 MB/],
    ['shell.unsaved.text', {}, /noch nicht gespeichert/],
  ] as const)('%s, in every language', (key, values, expected) => {
    expect(text('de', key, values)).toMatch(expected);
    const reported = languages.map((language) => text(language, key, values));
    expect(reported.filter((one) => one.includes(key) || one.includes('…'))).toEqual([]);
    expect(new Set(reported).size).toBe(languages.length);
  });
});
