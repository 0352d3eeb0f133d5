import type { Field, FieldOptions } from '../field.ts';
import type { FormFlags, Kind } from '../kind.ts';

/** Flags per form and field (ADM-08). Edited in a form part of its own, never in a cell. */
export function formFlags(options: FieldOptions<FormFlags> = {}): Field<FormFlags> {
  const kind: Kind<FormFlags> = {
    input: 'form-flags',
    read: () => null,
    write: () => '',
    csv: () => null,
    normal: (value) => value,
    problem: (value) =>
      isRecord(value) &&
      Object.values(value).every(
        (flags) => isRecord(flags) && Object.values(flags).every((flag) => typeof flag === 'boolean'),
      )
        ? undefined
        : { code: 'invalid_type' },
  };
  return { initial: {}, ...options, kind };
}

/** The API accepts any JSON. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
