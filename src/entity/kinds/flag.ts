import { typedFlag } from '../../base/typed-text.ts';
import type { Field, FieldOptions } from '../field.ts';

const words = {
  de: ['ja', 'nein'],
  en: ['yes', 'no'],
  it: ['sì', 'no'],
  cz: ['ano', 'ne'],
  sk: ['áno', 'nie'],
} as const;

/** Yes or no (SHEET-12). */
export function flag(options: FieldOptions<boolean> = {}): Field<boolean> {
  return {
    initial: false,
    ...options,
    kind: {
      input: 'flag',
      read: (typed) => typedFlag(typed),
      write: (value, { language }) => words[language][value ? 0 : 1],
      csv: (value) => words.de[value ? 0 : 1],
      normal: (value) => value,
      problem: (value) => (typeof value === 'boolean' ? undefined : { code: 'invalid_type' }),
    },
  };
}
