import { expect, test } from 'vitest';
import { languages } from '../../../base/language.ts';
import { choiceText } from '../../../entity/choice-text.ts';
import { text } from '../../../platform/server/texts.ts';
import { configuration } from '../../configuration/settings.ts';
import { entities } from '../../master-data/entities.ts';
import { choiceLabel } from './history-labels.ts';

const forms = [...entities.values(), configuration].flatMap((entity) => [
  entity,
  ...Object.values(entity.children),
]);
const coded = forms.flatMap(({ table, fields }) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.choices === undefined ? [] : [{ table, name, field, choices: field.choices }],
  ),
);

test('AUD-08 the history shows the codes of every field with the same text as the form', () => {
  expect(coded.length).toBeGreaterThan(30);
  for (const language of languages) {
    const differing = coded.flatMap(({ table, name, field, choices }) =>
      choices.flatMap((value) => {
        const inForm = choiceText({ table, name, field }, value, (key) => text(language, key), language);
        const inHistory = choiceLabel(language, table, name, value);
        return inForm === inHistory ? [] : [`${table}.${name} ${value}: ${inHistory}, in the form ${inForm}`];
      }),
    );
    expect(differing).toEqual([]);
  }
});

test.each([
  ['lb_user', 'lang'],
  ['tenant', 'main_language'],
  ['supplier', 'order_language'],
])('AUD-08 the history shows the language in %s.%s in the reader’s language', (table, column) => {
  expect(choiceLabel('de', table, column, 'cz')).toBe('Tschechisch');
  expect(choiceLabel('sk', table, column, 'cz')).toBe('Čeština');
  expect(choiceLabel('de', table, column, 'xx')).toBe('xx');
});

test.each([
  ['state', 'pending', 'wartet'],
  ['void_columns', 'merged_into_id', 'Zusammengeführt mit'],
  ['void_columns', 'client_id', 'Firma'],
])('INV-33 shows %s "%s" of an account as text', (column, value, word) => {
  expect(choiceLabel('de', 'supplier_bank_change', column, value)).toBe(word);
});
