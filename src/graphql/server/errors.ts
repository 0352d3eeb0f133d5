import { GraphQLError } from 'graphql';
import pg from 'pg';
import type { Language } from '../../base/language.ts';
import { type Refusal, type RefusalCode, Refused, refusalCodes, refuse } from '../../base/refusal.ts';
import { refusalOfWait } from '../../platform/server/database/refusals.ts';
import { refusalAtEntry } from '../../platform/server/person.ts';
import { limitMarker } from '../compile.ts';
import type { Model, NamedConstraint } from '../model.ts';
import { placeOf } from './place.ts';

/** The text of a refusal in a language. */
export type MessageOf = (refusal: Refusal, language: Language) => string;

/** Codes of expected failures as clients of Hasura know them. */
const hasuraCodes: Partial<Record<RefusalCode, string>> = {
  unauthenticated: 'invalid-jwt',
  permission_denied: 'permission-error',
  not_found: 'not-found',
  unexpected: 'unexpected',
  field_required: 'constraint-violation',
  specific_field_required: 'constraint-violation',
  unique_violation: 'constraint-violation',
  duplicate_key_violation: 'constraint-violation',
  already_exists: 'constraint-violation',
  foreign_key_violation: 'constraint-violation',
  check_violation: 'permission-error',
  invalid_type: 'data-exception',
  value_too_long: 'data-exception',
  number_out_of_range: 'data-exception',
};

export interface GraphqlErrorBody {
  readonly message: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** The answer to a refused request (API-04). */
export function errorBody(
  refusal: Refusal,
  path: string,
  requestId: string | undefined,
  language: Language,
  messageOf: MessageOf,
): { errors: [GraphqlErrorBody] } {
  const { code, field, values, problems, confirm } = refusal;
  return {
    errors: [
      {
        message: messageOf(refusal, language),
        extensions: {
          code,
          path,
          hasura_code: hasuraCodes[code] ?? 'validation-failed',
          field,
          name: values?.name,
          values,
          problems,
          confirm,
          request_id: requestId,
        },
      },
    ],
  };
}

/** The refusal for an error; undefined for unexpected ones (ERR-07). */
export function refusalOf(error: unknown, model: Model): Refusal | undefined {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof GraphQLError) return refusalOfGraphql(error, model);
  const waited = refusalOfWait(error);
  if (waited) return waited;
  if (error instanceof pg.DatabaseError) return refusalOfDatabase(error, model);
  return undefined;
}

const patterns: readonly (readonly [RegExp, (match: readonly string[]) => Refusal])[] = [
  [
    /Cannot query field "(\w+)" on type "(\w+)"|Field "(\w+)" is not defined by type "(\w+)"|Unknown argument "(\w+)" on field "([\w.]+)"/,
    ([, a, b, c, d, e, f]) => {
      const field = a ?? c ?? e ?? '';
      return refuse('specific_field_not_found', { field, values: { field, type: b ?? d ?? f ?? '' } });
    },
  ],
  [
    /argument "(\w+)" of type "[^"]+" is required|Field "(?:\w+\.)?(\w+)" of required type/,
    ([, a, b]) => {
      const field = a ?? b ?? '';
      return refuse('specific_field_required', { field, values: { field } });
    },
  ],
  [
    /Variable "\$(\w+)" of required type/,
    ([, variable = '']) => refuse('specific_field_required', { values: { field: variable } }),
  ],
  [
    /of non-null type "([^"]+)" must not be null|Expected non-nullable type "([^"]+)" not to be null|Expected value of type "([^"]+!)", found null/,
    ([, a, b, c]) => refuse('unexpected_null_value_for_type', { values: { type: a ?? b ?? c ?? '' } }),
  ],
  [
    /of type "([^"]+)" used in position expecting type "([^"]+)"/,
    ([, found = '', expected = '']) => refuse('expected_type_but_found', { values: { expected, found } }),
  ],
  [
    /Expected type "([^"]+)" to be (an object)|Expected value of type "([^"]+)", found (.{1,100})/s,
    ([, a, b, c, d]) =>
      refuse('expected_type_but_found', {
        values: { expected: a ?? c ?? '', found: (a ? `not ${b}` : d) ?? '' },
      }),
  ],
  [
    /(\w+) cannot represent|does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent|Expected type "(\w+)"/,
    ([, a, b, c, d]) => refuse('invalid_type', { values: { type: b ?? c ?? d ?? a ?? '' } }),
  ],
];

/** Messages of GraphQL for a generic write that the schema does not have. */
const missingWrites = [
  /^Cannot query field "(?:insert|update|delete)_(\w+?)(?:_one|_by_pk)?" on type "mutation_root"/,
  /^Unknown type "(\w+?)_(?:insert_input|set_input|inc_input|pk_columns_input|on_conflict)"/,
];

function refusalOfGraphql(error: GraphQLError, model: Model): Refusal {
  const cause = error.originalError;
  if (cause instanceof Refused) return cause.refusal;
  const table = missingWrites.map((pattern) => pattern.exec(error.message)?.[1]).find(Boolean);
  // The table exists, but may only be written by commands (API-19).
  if (table !== undefined && model.tables.has(table)) return refuse('permission_denied');
  const detail = { detail: error.message.slice(0, 300) };
  for (const [pattern, make] of patterns) {
    const match = pattern.exec(error.message);
    if (!match) continue;
    const found = make(match);
    const field = placeOf(error, found.field);
    return { ...found, ...(field && { field }), values: { ...found.values, ...detail } };
  }
  return refuse('validation_failed', { values: detail });
}

function constraintOf(model: Model, error: pg.DatabaseError): NamedConstraint | undefined {
  const table = error.table === undefined ? undefined : model.tables.get(error.table);
  return table?.constraints.find((constraint) => constraint.name === error.constraint);
}

/** The field to show: the last column, since the first ones are what it belongs to. */
function fieldOf(constraint: NamedConstraint | undefined): { field?: string } {
  const field = constraint?.columns.filter((column) => column !== 'tenant_id').at(-1);
  return field === undefined ? {} : { field };
}

const simpleStates: Readonly<Record<string, RefusalCode>> = {
  '22001': 'value_too_long',
  '22003': 'number_out_of_range',
  '28000': 'unauthenticated',
  '42501': 'permission_denied',
  '54000': 'limit_exceeded',
  '54001': 'limit_exceeded',
  '54011': 'limit_exceeded',
  '54023': 'limit_exceeded',
};

const invalidStates = new Set([
  '22025',
  '22P02',
  '22P05',
  '22007',
  '22008',
  '22021',
  '2201B',
  '22030',
  '22032',
  '42804',
]);

/** A trigger passes the values of its text as JSON; if it names a column, that is the field. */
function problemOf(
  code: RefusalCode,
  { column, detail }: pg.DatabaseError,
): Pick<Refusal, 'problems' | 'values'> {
  const reported = detail ? { values: JSON.parse(detail) } : {};
  return column === undefined ? reported : { ...reported, problems: [{ field: column, code, ...reported }] };
}

function refusalOfDatabase(error: pg.DatabaseError, model: Model): Refusal | undefined {
  const state = error.code ?? '';
  const ended = refusalAtEntry(error);
  if (ended) return ended;
  const named = refusalCodes.find((code) => code === error.message);
  if (named) return refuse(named, problemOf(named, error));
  if (state === '22P02' && error.detail?.includes(limitMarker))
    return refuse('limit_exceeded', { values: { limit: 5000 } });
  const simple = simpleStates[state];
  if (simple) return refuse(simple, error.column ? { field: error.column } : {});
  if (invalidStates.has(state)) {
    return refuse('invalid_type', {
      values: { type: /for type ([a-z ]+)/.exec(error.message)?.[1] ?? 'text' },
    });
  }
  const constraint = constraintOf(model, error);
  switch (state) {
    case '23502':
      return error.column
        ? refuse('specific_field_required', { field: error.column, values: { field: error.column } })
        : refuse('field_required');
    case '23503':
    // Reported by `on delete restrict` since PostgreSQL 18.
    case '23001':
      return refuse('foreign_key_violation', fieldOf(constraint));
    case '23505':
      return constraint
        ? refuse('unique_violation', fieldOf(constraint))
        : refuse('duplicate_key_violation', { values: { constraint: error.constraint ?? '' } });
    case '23514':
      return refuse('check_violation', fieldOf(constraint));
    // Known constraints are exclusions of equal values only; others exclude overlaps.
    case '23P01':
      return constraint ? refuse('unique_violation', fieldOf(constraint)) : refuse('already_exists');
    default:
      return undefined;
  }
}
