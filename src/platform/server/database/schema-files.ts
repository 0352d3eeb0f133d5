import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** A file of SQL, run unchanged. */
export interface SqlFile {
  readonly name: string;
  readonly sql: string;
}

/** A step after the baseline; applied steps are never edited. */
export interface Migration extends SqlFile {
  readonly sha256: string;
  readonly inTransaction: boolean;
}

/** One function with all its overloads, comment and grants; applied again whenever the text changes. */
export interface FunctionFile extends SqlFile {
  readonly sha256: string;
}

/** What an empty database gets first. Functions are applied before and after the tables, as far as possible. */
export interface Baseline {
  readonly sha256: string;
  /** Roles, extensions and schemas. */
  readonly ground: SqlFile;
  readonly tables: readonly SqlFile[];
  /** Functions that the rules still use and a later migration drops. They have no file in `db/functions`. */
  readonly former: readonly SqlFile[];
  /** Needs tables and functions: walls, policies, triggers, views. */
  readonly rules: readonly SqlFile[];
  /** The migrations of earlier versions that lead to the same schema. */
  readonly replaced: readonly Pick<Migration, 'name' | 'sha256'>[];
}

export interface SchemaFiles {
  readonly baseline: Baseline | null;
  readonly functions: readonly FunctionFile[];
  readonly migrations: readonly Migration[];
}

export const databaseDirectory = join(import.meta.dirname, '../../../../db');

/** The name of the baseline in the history of a database; sorts before every migration. */
export const baselineName = '0000_baseline';

/** Reads a folder like `db`: `baseline`, `functions` and `migrations`, each optional. */
export function readSchemaFiles(directory: string): SchemaFiles {
  const functions = readFunctions(join(directory, 'functions'));
  return {
    baseline: readBaseline(join(directory, 'baseline')),
    functions,
    migrations: readMigrations(join(directory, 'migrations'), functions),
  };
}

/** The names of everything that this version applies to a database, in order. */
export function migrationNames(): string[] {
  return [baselineName, ...sqlFiles(join(databaseDirectory, 'migrations')).map(({ name }) => name)];
}

function readBaseline(directory: string): Baseline | null {
  if (!existsSync(directory)) return null;
  const ground = readSql(join(directory, 'ground.sql'));
  const tables = sqlFiles(join(directory, 'tables'));
  const rules = sqlFiles(join(directory, 'rules'));
  const former = sqlFiles(join(directory, 'former-functions'));
  const replaced = readFileSync(join(directory, 'replaced.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [sha256 = '', name = ''] = line.split(/\s+/);
      return { name, sha256 };
    });
  const sha256 = digest([ground, ...tables, ...rules].map(({ sql }) => sql).join('\n'));
  return { sha256, ground, tables, former, rules, replaced };
}

function readFunctions(directory: string): FunctionFile[] {
  return sqlFiles(directory).map((file) => ({ ...file, sha256: digest(file.sql) }));
}

/** A line `-- function app.name` in a migration is replaced by the file of this function. */
const functionLine = /^-- function (?:app|public)\.(\w+)$/gm;

function readMigrations(directory: string, functions: readonly FunctionFile[]): Migration[] {
  const files = sqlFiles(directory);
  const misnamed = files.find(({ name }) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  if (misnamed)
    throw new StartError(`db/migrations/${misnamed.name}: name migrations like 0001_what_it_does.sql.`);
  const known = new Map(functions.map(({ name, sql }) => [name, sql]));
  return files.map(({ name, sql }) => ({
    name,
    sql: sql.replace(functionLine, (_, wanted: string) => {
      const found = known.get(`${wanted}.sql`);
      if (found === undefined)
        throw new StartError(`db/migrations/${name}: db/functions has no ${wanted}.sql.`);
      return found;
    }),
    sha256: digest(sql),
    inTransaction: !sql.startsWith('-- no-transaction'),
  }));
}

/** The files of a folder and its subfolders, sorted by name. */
function sqlFiles(directory: string): SqlFile[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => readSql(join(directory, path)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readSql(path: string): SqlFile {
  return { name: basename(path), sql: readFileSync(path, 'utf8') };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
