import pg from 'pg';

/** `{1,2}` as ids. */
const idsOf = (value: string) => value.slice(1, -1).split(',').filter(Boolean).map(Number);

/** The one array of ids that `pg` has no name for. */
const int8Array = 1016;

/**
 * How values arrive: ids as numbers, amounts as decimal strings (never binary floats), days as `YYYY-MM-DD`,
 * instants as ISO 8601 text with all their microseconds, so that they can be compared with what the API showed.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (Number(oid) === int8Array) return idsOf;
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    if (oid === pg.types.builtins.TIMESTAMPTZ)
      return (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
    // The overload for a format that is not known at compile time does not exist.
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
