import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../src/base/language.ts';
import { refusalCodes } from '../../src/base/refusal.ts';
import { fallbackLanguages } from '../../src/platform/constants.ts';
import { misspelledGerman } from './german.ts';
import {
  generalForms,
  isPlural,
  placeholders,
  pluralForms,
  readTexts,
  type Texts,
  usedKey,
} from './locale-files.ts';
import { textFamilies } from './text-families.ts';
import { readCode, textsOf } from './texts-in-code.ts';

const texts = Object.fromEntries(languages.map((language) => [language, readTexts(language)])) as Record<
  Language,
  Texts
>;
/** The texts of each key, in all its plural forms. */
const formsOf = Object.fromEntries(
  languages.map((language) => [language, Map.groupBy(texts[language], ([key]) => usedKey(key))]),
) as Record<Language, Map<string, [string, string][]>>;
const allKeys = new Set(languages.flatMap((language) => [...formsOf[language].keys()]));
const sections = new Set([...allKeys].map((key) => key.split('.')[0] ?? ''));
const code = readCode(sections);

/** Names that are never translated. */
const sameEverywhere = new Set(['Kontor', 'Esc', 'PDF']);

/** Words that are equal in German and English. */
const sameInGermanAndEnglish = new Set([
  'CORE',
  'JSON',
  'Text',
  'Text: {{chapter}}',
  'Version {{number}}',
  'GTIN (EAN)',
  'Amazon',
  // Federal states with the same name in both languages.
  'Baden-Württemberg',
  'Berlin',
  'Brandenburg',
  'Bremen',
  'Hamburg',
  'Saarland',
  'Schleswig-Holstein',
  'Mercateo',
  'RAJA',
  'Conrad',
  'TH.GEYER',
  'Reichelt',
  'cXML',
  'OCI',
  'Fax',
  'Portal',
  'Administration',
  'Alt P',
  'Alt J',
  'Alt K',
  'BIC',
  'Bank',
  'Bank (SEPA)',
  'Budget',
  'Budgets',
  'DATEV',
  'DATEV online',
  'Dashboard',
  'Dynamics 365',
  'IBAN',
  'ID',
  'IMAP',
  'Name',
  'Passkey',
  'Passkeys',
  'POP3',
  'Person',
  'Port',
  'Punch-out',
  'Sandbox',
  'Server',
  'Status',
  'System',
  'Version',
  'Version {{version}}',
  '{{size}} KB',
  'Webhook',
  'Webhooks',
]);

/** The texts prescribed verbatim by the specification, including straight quotes. */
const asSpecified: Readonly<Record<string, { readonly de: string; readonly en: string }>> = {
  field_required: { de: 'Ein Pflichtfeld fehlt.', en: 'A required field is missing.' },
  specific_field_required: {
    de: 'Das Feld "{{field}}" ist erforderlich.',
    en: 'The field "{{field}}" is required.',
  },
  invalid_type: {
    de: 'Der Wert ist für den Typ {{type}} ungültig.',
    en: 'The value is not valid for type {{type}}.',
  },
  unique_violation: { de: 'Der Wert wird bereits verwendet.', en: 'The value is already used.' },
  foreign_key_violation: {
    de: 'Ungültiger Verweis auf einen anderen Datensatz.',
    en: 'Invalid reference to another record.',
  },
  permission_denied: { de: 'Keine Berechtigung für diese Aktion.', en: 'No permission for this action.' },
  check_violation: {
    de: 'Die Daten entsprechen nicht den Systemkriterien.',
    en: 'The data does not meet system criteria.',
  },
  value_too_long: {
    de: 'Der Wert überschreitet die erlaubte Länge.',
    en: 'The value exceeds the allowed length.',
  },
  not_found: { de: 'Der Datensatz wurde nicht gefunden.', en: 'The record was not found.' },
  already_exists: { de: 'Der Datensatz existiert bereits.', en: 'The record already exists.' },
  validation_failed: { de: 'Die Eingaben sind ungültig.', en: 'The input is not valid.' },
  unexpected: {
    de: 'Ein Fehler ist aufgetreten. Bitte erneut versuchen oder Support kontaktieren.',
    en: 'An error occurred. Try again or contact support.',
  },
  specific_field_not_found: {
    de: 'Das Feld "{{field}}" wurde in "{{type}}" nicht gefunden.',
    en: 'The field "{{field}}" was not found in "{{type}}".',
  },
  expected_type_but_found: {
    de: 'Typ {{expected}} erwartet, {{found}} gefunden.',
    en: 'Expected type {{expected}} but found {{found}}.',
  },
  duplicate_key_violation: {
    de: 'Doppelter Schlüssel ({{constraint}}).',
    en: 'Duplicate key ({{constraint}}).',
  },
  unexpected_null_value_for_type: {
    de: 'Unerwarteter leerer Wert für Typ {{type}}.',
    en: 'Unexpected null value for type {{type}}.',
  },
};

/** Texts as `language key: text` for which the check reports a problem. */
function problems(check: (text: string, key: string, language: Language) => string | null | false): string[] {
  return languages.flatMap((language) =>
    [...texts[language]].flatMap(([key, text]) => {
      const problem = check(text, key, language);
      return problem ? [`${language} ${key}: ${problem}`] : [];
    }),
  );
}

describe('the languages are consistent', () => {
  test.each(languages)('I18N-08 %s has a text for every key', (language) => {
    expect([...allKeys].filter((key) => !formsOf[language].has(key))).toEqual([]);
  });

  test('no text is empty or has blanks around it', () => {
    expect(problems((text) => text.trim() !== text && 'blanks')).toEqual([]);
    expect(problems((text) => text === '' && 'empty')).toEqual([]);
  });

  test('a text has the same placeholders in every language', () => {
    const named = languages.map(
      (language) =>
        new Map(
          [...formsOf[language]].map(([key, all]) => [
            key,
            placeholders(all.map(([, text]) => text).join(' ')).join(),
          ]),
        ),
    );
    const differing = [...allKeys].flatMap((key) => {
      const variants = named.map((names) => names.get(key) ?? '');
      return new Set(variants).size > 1 ? [`${key}: ${variants.join(' / ')}`] : [];
    });
    expect(differing).toEqual([]);
  });

  test('I18N-01 a text with a count has all plural forms of its language', () => {
    const countable = new Set(
      languages.flatMap((language) => [...texts[language].keys()].filter(isPlural).map(usedKey)),
    );
    const incomplete = languages.flatMap((language) =>
      [...countable].flatMap((key) =>
        pluralForms(language)
          .filter((form) => !texts[language].has(`${key}_${form}`))
          .filter((form) => !(generalForms.includes(form) && texts[language].has(key)))
          .map((form) => `${language} ${key}_${form}`),
      ),
    );
    expect(incomplete).toEqual([]);
    const superfluous = problems((_, key, language) => {
      const form = key.slice(usedKey(key).length + 1);
      return isPlural(key) && ![...pluralForms(language), 'zero'].includes(form) && 'never used';
    });
    expect(superfluous).toEqual([]);
  });
});

describe('code and languages are consistent', () => {
  const families = new Map(
    Object.entries(textFamilies).map(([pattern, values]) => [pattern, keysOfFamily(pattern, values)]),
  );
  const asked = [...code.keys, ...code.likelyKeys];
  const isPattern = ({ value }: { value: string }) => value.includes('*');

  test('I18N-08 every key in the code exists', () => {
    const missing = asked
      .filter((finding) => !isPattern(finding) && !allKeys.has(finding.value))
      .map(({ place, value }) => `${place} ${value}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  test('every composed key lists its possible values in text-families.ts', () => {
    const unlisted = asked
      .filter((finding) => isPattern(finding) && !families.has(finding.value))
      .map(({ place, value }) => `${place} ${value}`);
    expect([...new Set(unlisted)]).toEqual([]);
  });

  test('every listed family of keys is composed in the code', () => {
    const inCode = new Set(asked.map(({ value }) => value));
    expect([...families.keys()].filter((pattern) => !inCode.has(pattern))).toEqual([]);
  });

  test('I18N-08 TL-08 every key of a family exists, including each variant of each timeline entry', () => {
    expect([...families.values()].flat().filter((key) => !allKeys.has(key))).toEqual([]);
  });

  test('every text is used', () => {
    const used = new Set([...asked.map(({ value }) => value), ...[...families.values()].flat()]);
    expect([...allKeys].filter((key) => !used.has(key))).toEqual([]);
  });

  test('I18N-08 no text for people is in the code', () => {
    const untranslated = code.untranslated
      .filter(({ value }) => !sameEverywhere.has(value))
      .map(({ place, value }) => `${place} ${value}`);
    expect(untranslated).toEqual([]);
  });
});

describe('refusals have texts', () => {
  test.each(languages)('ERR-06 every refusal code has one in %s', (language) => {
    expect(refusalCodes.filter((code) => !texts[language].has(`error.${code}`))).toEqual([]);
  });

  test('ERR-16 the codes listed in the specification are among them', () => {
    const listed = `budget_exceeded approval_limit_exceeded none_has_limit needs_min_approval order_not_completed
      product_group_missing no_edit_permission invoice_exceeds_order record_changed idempotency_key_reused
      limit_exceeded module_off still_sending`;
    expect(refusalCodes).toEqual(expect.arrayContaining(listed.split(/\s+/)));
  });

  test('ERR-06 the texts of the specification are used verbatim', () => {
    for (const [code, { de, en }] of Object.entries(asSpecified)) {
      expect(texts.de.get(`error.${code}`)).toBe(de);
      expect(texts.en.get(`error.${code}`)).toBe(en);
    }
  });

  test('ERR-07 ERR-15 no refusal shows database internals', () => {
    const leaking = problems(
      (text, key) =>
        key.startsWith('error.') && /sqlstate|constraint "|null value in|violates/i.test(text) && text,
    );
    expect(leaking).toEqual([]);
  });
});

describe('texts are typographically correct', () => {
  test('quotes, dashes and ellipses are typographic', () => {
    const isGiven = (key: string) => key.startsWith('error.') && key.slice('error.'.length) in asSpecified;
    const careless = problems((text, key) => {
      const isCareless = /\.\.\.| - |"|(?<!\p{L})'|'(?!\p{L})/u.test(text);
      return isCareless && !isGiven(key) && text;
    });
    expect(careless).toEqual([]);
  });

  test('German uses umlauts', () => {
    expect(problems((text, _, language) => language === 'de' && misspelledGerman(text))).toEqual([]);
  });

  test('no German text is English', () => {
    const equal = [...texts.de]
      .filter(([key, text]) => texts.en.get(key) === text && /\p{L}{2}/u.test(withoutPlaceholders(text)))
      .map(([, text]) => text);
    expect(equal.filter((text) => !sameInGermanAndEnglish.has(text))).toEqual([]);
    expect([...sameInGermanAndEnglish].filter((text) => !equal.includes(text))).toEqual([]);
  });

  test('no language repeats a sentence of another one', () => {
    const translated = languages.filter((language) => !fallbackLanguages.some((each) => each === language));
    const repeated = translated.flatMap((language) =>
      [...texts[language]]
        .filter(([key, text]) => {
          const isSentence = withoutPlaceholders(text).trim().split(/\s+/).length > 2;
          return isSentence && (texts.en.get(key) === text || texts.de.get(key) === text);
        })
        .map(([key, text]) => `${language} ${key}: ${text}`),
    );
    expect(repeated).toEqual([]);
  });
});

describe('these checks detect violations', () => {
  const source = `
    const label = isNew ? t('a.new') : t(\`a.\${kind}\`);
    const column = { labelKey: 'a.column', title: 'Betreff' };
    export const Page = () => (
      <Button aria-label="Schließen" onClick={() => go('a-b')} title={t('a.title')}>
        Speichern {count} {isOld ? 'alt' : null}
      </Button>
    );`;
  const found = textsOf('src/app/web/page.tsx', source, new Set(['a']));

  test('keys, also composed or merely mentioned ones', () => {
    expect(found.keys.map(({ value }) => value)).toEqual(['a.new', 'a.*', 'a.title']);
    expect(found.likelyKeys).toContainEqual({ place: 'src/app/web/page.tsx:3', value: 'a.column' });
  });

  test('texts outside of the language files', () => {
    expect(found.untranslated.map(({ value }) => value)).toEqual([
      'Betreff',
      'Schließen',
      'Speichern',
      'alt',
    ]);
  });

  test.each(['fuer', 'Schluessel', 'zurueck', 'Groesse', 'waehlen', 'Strasse', 'schliessen'])(
    '%s',
    (word) => {
      expect(misspelledGerman(word)).toBe(word);
    },
  );

  test.each(['neue', 'aktuell', 'Steuer', 'Quelle', 'zuerst', 'manuell', 'Kasse', 'müssen'])('%s', (word) => {
    expect(misspelledGerman(word)).toBeNull();
  });
});

function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}/g, ' ');
}

/** Replaces the stars of a pattern from left to right. */
function keysOfFamily(pattern: string, values: readonly string[]): string[] {
  const stars = pattern.split('*').length - 1;
  return values.map((value) => {
    const parts = stars === 1 ? [value] : value.split('.');
    return pattern.replaceAll('*', () => parts.shift() ?? '');
  });
}
