import pg from 'pg';

/** Parses `{1,2}` into ids. */
const idsOf = (value: string) => value.slice(1, -1).split(',').filter(Boolean).map(Number);

/** The type of arrays of ids, for which `pg` has no name. */
const int8Array = 1016;

/**
 * Types of values read: ids as numbers, amounts as decimal strings (never binary floats), days as `YYYY-MM-DD`,
 * instants as ISO 8601 text with all their microseconds, so that they can be compared with what the API showed.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (Number(oid) === int8Array) return idsOf;
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    if (oid === pg.types.builtins.TIMESTAMPTZ)
      return (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
    // There is no overload for a format unknown at compile time.
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
