import type { Field, Fields } from './field.ts';

/** The computed flags that decide whether empty values of these fields are told (`Field.saysEmpty`). */
export function emptyFlagsOf(
  fields: Fields,
  names: readonly string[] = Object.keys(fields),
): readonly string[] {
  return names.flatMap((name) => {
    const says = fields[name]?.saysEmpty;
    return typeof says === 'string' ? [says] : [];
  });
}

/** Whether an empty value of a field is told in a row with these flags. */
export function tellsEmpty({ saysEmpty }: Pick<Field, 'saysEmpty'>, flags: readonly string[]): boolean {
  return saysEmpty === true || (saysEmpty !== undefined && flags.includes(saysEmpty));
}
