import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { webRole } from '../../src/platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../src/platform/server/database.ts';
import { doorsInMails } from './mail-doors.ts';

/** A freshly migrated database for one test file, reachable as the web server and as the superuser. */
export interface TestDatabase {
  /** The superuser's address. */
  readonly ownerUrl: string;
  /** The login role's address, as the web server uses it. */
  readonly webUrl: string;
  readonly database: Database;
  /** Runs a statement as the superuser, for setup and for checking hidden data. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Closes all connections and removes the database; call it in `afterAll`. Throws where a stored mail of the tests
   * contains a valid token of any kind (TECH-07).
   */
  drop(): Promise<void>;
}

/**
 * Clones a template, by default the migrated one of the test project, which takes about 50 ms.
 *
 * @param filesUrl the object store of its files; null: none
 */
export async function testDatabase(
  template = inject('postgres').template,
  filesUrl: string | null = null,
): Promise<TestDatabase> {
  const { adminUrl, webPassword } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const ownerUrl = address(adminUrl, { pathname: `/${name}` });
  const webUrl = address(ownerUrl, { username: webRole, password: webPassword });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4, options: '-c timezone=UTC' });
  // The forced drop may hit connections that are just closing.
  owner.on('error', () => {});
  const database = openDatabase(webUrl, { filesUrl });
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  return {
    ownerUrl,
    webUrl,
    database,
    sql,
    drop: async () => {
      const doors = await doorsInMails(sql);
      await Promise.all([database.close(), owner.end()]);
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      if (doors.length > 0) throw new Error(`mails of this test open doors (TECH-07): ${doors.join(', ')}`);
    },
  };
}

/** Creates a template from the migrated one, once for all test files of the project: the first caller fills it. */
export async function madeTemplate(name: string, fill: (ownerUrl: string) => Promise<void>): Promise<string> {
  const { adminUrl, template } = inject('postgres');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = await admin.query('select from pg_database where datname = $1 and datistemplate', [name]);
    if (known.rowCount === 0) {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name} template ${template} strategy file_copy`);
      await fill(address(adminUrl, { pathname: `/${name}` }));
      await admin.query(`alter database ${name} with is_template true allow_connections false`);
    }
  } finally {
    await admin.end();
  }
  return name;
}

function address(url: string, change: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>): string {
  return Object.assign(new URL(url), change).href;
}
