import { expect, test } from 'vitest';
import { languages } from '../../base/language.ts';
import { text } from '../../platform/server/texts.ts';
import { controlLabelKey, controls } from './register.ts';

test('I18N-01 every control in the register has a name in every language', () => {
  const entries = [
    ...Object.entries(controls.columns).flatMap(([table_name, columns]) =>
      columns.map((control) => ({ table_name, control, act: 'update' })),
    ),
    ...controls.settings.map((control) => ({ table_name: 'configuration', control, act: 'update' })),
    ...controls.rows.flatMap((table) =>
      ['insert', 'delete'].map((act) => ({ table_name: table, control: table, act })),
    ),
    ...controls.deletion.map((table) => ({ table_name: table, control: table, act: 'delete' })),
  ];
  for (const language of languages) {
    for (const entry of entries) {
      const key = controlLabelKey(entry);
      expect(text(language, key), `${language} ${key}`).not.toMatch(/^\w+(\.\w+)+$|^$/);
    }
  }
});
