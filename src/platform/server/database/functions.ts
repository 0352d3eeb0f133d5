import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { FunctionFile } from './schema-files.ts';

/** Creates the table with the hash of the last applied text per function. */
export async function prepareFunctions(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists app.function_source (name text primary key, sha256 text not null)',
  );
}

/**
 * Applies every function whose file changed, within the caller's transaction. Order does not matter: a function that
 * needs a missing table, type or function waits for the next round.
 *
 * @param which `possible` skips functions that still miss something after the last round, `all` throws a StartError
 */
export async function applyFunctions(
  client: pg.Client,
  functions: readonly FunctionFile[],
  which: 'possible' | 'all',
): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from app.function_source',
  );
  const defined = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const isWhole = await defineAll(
    client,
    functions.filter(({ name, sha256 }) => defined.get(name) !== sha256),
    which,
  );
  if (isWhole)
    await client.query('delete from app.function_source where name <> all ($1)', [
      functions.map(({ name }) => name),
    ]);
}

/**
 * Applies the functions whose names are new and that miss nothing, so that migrations find what changed functions call.
 * Nodes of an earlier version do not know them.
 */
export async function applyNewFunctions(
  client: pg.Client,
  functions: readonly FunctionFile[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select proname || '.sql' as name from pg_proc where pronamespace in ('app'::regnamespace, 'public'::regnamespace)",
  );
  const known = new Set(rows.map(({ name }) => name));
  await defineAll(
    client,
    functions.filter(({ name }) => !known.has(name)),
    'possible',
  );
}

/** @returns whether all of them are defined */
async function defineAll(
  client: pg.Client,
  functions: readonly FunctionFile[],
  which: 'possible' | 'all',
): Promise<boolean> {
  const revoked = await revocations(client);
  let waiting = functions;
  while (waiting.length > 0) {
    const problems = new Map<FunctionFile, StartError>();
    for (const file of waiting) {
      const problem = await define(client, file, revoked.get(file.name) ?? '');
      if (problem) problems.set(file, problem);
    }
    await note(
      client,
      waiting.filter((file) => !problems.has(file)),
    );
    if (problems.size === waiting.length) {
      if (which === 'all') throw [...problems.values()][0];
      return false;
    }
    waiting = [...problems.keys()];
  }
  return true;
}

async function note(client: pg.Client, defined: readonly FunctionFile[]): Promise<void> {
  await client.query(
    `insert into app.function_source (name, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set sha256 = excluded.sha256`,
    [defined.map(({ name }) => name), defined.map(({ sha256 }) => sha256)],
  );
}

/** Statements that revoke the grants of a function, by file name; the file grants them all again. */
async function revocations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sql: string }>(`
    select proname || '.sql' as name, string_agg(format('revoke execute on routine %s from %s;', oid::regprocedure, grantees), '') as sql
    from (select p.oid, p.proname, string_agg(case g.grantee when 0 then 'public' else g.grantee::regrole::text end, ', ') as grantees
          from pg_proc p cross join lateral aclexplode(p.proacl) g
          where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and g.grantee <> p.proowner
          group by p.oid, p.proname) granted
    group by proname`);
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

/** Undefined columns, functions, tables, types and schemas. */
const missingCodes = ['42703', '42883', '42P01', '42704', '3F000'];

/** @returns what is missing, or null if the function is defined */
async function define(client: pg.Client, file: FunctionFile, revoke: string): Promise<StartError | null> {
  const before = `savepoint definition; ${revoke}`;
  try {
    await client.query(`${before}${file.sql}; release savepoint definition`);
    return null;
  } catch (error) {
    const problem = new StartError(
      `The function of db/functions/${file.name} failed: ${explain(error, file.sql, before.length)}`,
      { cause: error },
    );
    if (!(error instanceof pg.DatabaseError) || !missingCodes.includes(error.code ?? '')) throw problem;
    await client.query('rollback to savepoint definition');
    return problem;
  }
}

/** The database's message with the line number in the file. */
export function explain(error: unknown, sql: string, offset = 0): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const place = error.position
    ? ` (line ${sql.slice(0, Number(error.position) - offset).split('\n').length})`
    : '';
  return [`${error.message}${place}`, error.detail, error.hint, error.where].filter(Boolean).join('\n');
}
