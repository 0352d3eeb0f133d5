import type { FieldProblem, Question, Refusal, RefusalCode } from '../../base/refusal.ts';

/** The server refused: an expected failure with a code and a text in the person's language (API-04, ERR-14). */
export class ApiRefusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly values: NonNullable<Refusal['values']>;
  readonly problems: readonly FieldProblem[];
  readonly confirm: Refusal['confirm'];

  constructor(details: Omit<Refusal, 'isRefusal'> & { readonly message: string }) {
    super(details.message);
    this.name = 'ApiRefusal';
    this.code = details.code;
    this.field = details.field;
    this.values = details.values ?? {};
    this.problems = details.problems ?? [];
    this.confirm = details.confirm;
  }

  /** All that the refused step asks, to be confirmed together (API-41). */
  get questions(): readonly Question[] {
    return this.confirm ? [this.confirm, ...(this.confirm.further ?? [])] : [];
  }
}

/** The request failed: no connection, or an unreadable answer (ERR-01). It may be repeated. */
export class RequestFailed extends Error {
  constructor(cause: unknown) {
    super('request failed', { cause });
    this.name = 'RequestFailed';
  }
}

/** The server did not answer in time, and may have carried out the request. */
export class AnswerLate extends RequestFailed {
  readonly seconds: number;

  /** @param limit in milliseconds */
  constructor(limit: number) {
    super(`no answer within ${limit} ms`);
    this.name = 'AnswerLate';
    this.seconds = limit / 1000;
  }
}

interface GraphqlError {
  readonly message?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The refusal in the first error of a GraphQL answer. */
export function refusalOfGraphql(error: GraphqlError): ApiRefusal {
  const extensions = error.extensions ?? {};
  const known = ['code', 'field', 'path', 'problems', 'confirm', 'hasura_code', 'values'];
  const loose = Object.fromEntries(Object.entries(extensions).filter(([key]) => !known.includes(key)));
  return new ApiRefusal({
    message: textOf(error.message),
    code: codeOf(extensions.code),
    ...(typeof extensions.field === 'string' ? { field: extensions.field } : {}),
    values: { ...loose, ...asObject(extensions.values) } as NonNullable<Refusal['values']>,
    problems: problemsOf(extensions.problems),
    ...(extensions.confirm ? { confirm: extensions.confirm as NonNullable<Refusal['confirm']> } : {}),
  });
}

/** The refusal in the body of a REST answer (ERR-14). */
export function refusalOfRest(body: unknown, status: number): ApiRefusal {
  const answer = asObject(body);
  const problems = Object.entries(asObject(answer.fields)).map(([field, code]) => ({
    field,
    code: codeOf(code),
  }));
  return new ApiRefusal({
    message: textOf(answer.message),
    code: status === 401 ? 'unauthenticated' : codeOf(answer.code),
    values: asObject(answer.values) as NonNullable<Refusal['values']>,
    problems,
    ...(answer.confirm ? { confirm: answer.confirm as NonNullable<Refusal['confirm']> } : {}),
  });
}

function codeOf(value: unknown): RefusalCode {
  // Not checked against the list of all codes, which is too long for every page; a code without a text reads as
  // unexpected.
  return typeof value === 'string' ? (value as RefusalCode) : 'unexpected';
}

function problemsOf(value: unknown): readonly FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.map(asObject).map((problem) => ({
    field: textOf(problem.field),
    code: codeOf(problem.code),
    values: asObject(problem.values) as NonNullable<FieldProblem['values']>,
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Refusals that say nothing about the thing itself: it can be sent again. */
const passing: readonly RefusalCode[] = [
  'database_away',
  'lock_timeout',
  'passkey_required',
  'query_timeout',
  'sign_on_required',
  'too_many_requests',
  'transaction_timeout',
  'try_again',
  'unauthenticated',
];

/** Whether a refusal passes by itself, or by a login. */
export function isPassing(code: RefusalCode): boolean {
  return passing.includes(code);
}
