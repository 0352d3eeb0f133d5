import type { Field, FieldOptions } from '../field.ts';
import type { Kind } from '../kind.ts';

/** Replaces a stored secret in answers; written back, it keeps the stored one (SHEET-18). */
export const maskedSecret = '********';

/** A password or key: written, never read back, and never exported (SET-09, SHEET-18). */
export function secret(options: FieldOptions<string> = {}): Field<string> {
  const kind: Kind<string> = {
    input: 'secret',
    read: (typed) => (typed === '' ? null : typed),
    write: () => maskedSecret,
    csv: () => null,
    normal: (value) => value || null,
    problem: () => undefined,
  };
  return { ...options, kind };
}

/** A file of the tenant's master data by its id, such as a logo; it must be uploaded first. */
export function file(
  accepts: 'image' | 'signature' | 'pdf',
  options: FieldOptions<string> = {},
): Field<string> {
  const kind: Kind<string> = {
    input: 'file',
    read: (typed) => typed.trim() || null,
    write: (value) => value,
    csv: (value) => value,
    normal: (value) => value || null,
    problem: (value) =>
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? undefined : { code: 'invalid_type' },
  };
  return { ...options, accepts, kind };
}
