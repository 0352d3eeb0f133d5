import { expect, test } from 'vitest';
import { languages } from '../../src/base/language.ts';
import { choiceText } from '../../src/entity/choice-text.ts';
import type { Field, Fields } from '../../src/entity/field.ts';
import { lookup } from '../../src/entity/sheet/lookup.ts';
import { forms } from '../entity/forms-of.ts';
import { readTexts } from './locale-files.ts';

interface Chosen {
  readonly table: string;
  readonly name: string;
  readonly field: Field;
}

/** Every choice field of master data, people and settings, including those of child rows. */
const chosen: readonly Chosen[] = forms.flatMap((form) => [
  ...chosenOf(form.table, form.fields),
  ...Object.values(form.children).flatMap((children) => chosenOf(children.table, children.fields)),
]);

function chosenOf(table: string, fields: Fields): readonly Chosen[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.choices ? [{ table, name, field }] : []));
}

test.each(languages)(
  'SHEET-11 AUD-08 every choice has a unique label that is read back as the same choice (%s)',
  (language) => {
    const texts = readTexts(language);
    expect(chosen.length).toBeGreaterThan(10);
    const lost = chosen.flatMap(({ table, name, field }) => {
      const labelled = (field.choices ?? []).map((value) => ({
        value,
        name: choiceText({ table, name, field }, value, (key) => texts.get(key) ?? key, language),
      }));
      const { find } = lookup(labelled);
      return labelled
        .filter(({ value, name: label }) => find(label) !== value)
        .map(({ value, name: label }) => `${table}.${name}: ${value} is "${label}"`);
    });
    expect(lost).toEqual([]);
  },
);
