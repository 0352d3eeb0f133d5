import { formatFlag, typedFlag } from '../../base/typed-text.ts';
import { defaultLanguage } from '../../platform/constants.ts';
import type { Field, FieldOptions } from '../field.ts';

/** Yes or no (SHEET-12). */
export function flag(options: FieldOptions<boolean> = {}): Field<boolean> {
  return {
    initial: false,
    ...options,
    kind: {
      input: 'flag',
      read: (typed) => typedFlag(typed),
      write: (value, { language }) => formatFlag(value, language),
      csv: (value) => formatFlag(value, defaultLanguage),
      normal: (value) => value,
      problem: (value) => (typeof value === 'boolean' ? undefined : { code: 'invalid_type' }),
    },
  };
}
