/** `npm run db:schema`: writes db/schema.sql and schema.graphql from the database files and commands. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printApi } from '../src/app/server/graphql.ts';
import { startEmbeddedPostgres } from '../src/platform/server/database/embedded-postgres.ts';
import { migrate, webRole } from '../src/platform/server/database/migrate.ts';
import { openDatabase } from '../src/platform/server/database.ts';
import { printSchemaSql } from './schema-sql.ts';

const root = join(import.meta.dirname, '..');
const webPassword = 'only-for-printing';
const directory = join(tmpdir(), `kontor-schema-${process.pid}`);
const server = await startEmbeddedPostgres(directory, { settings: { fsync: 'off' } });
try {
  await server.ensureDatabase('kontor');
  const ownerUrl = server.ownerUrl('kontor');
  await migrate({ ownerUrl, webPassword });
  writeFileSync(join(root, 'db/schema.sql'), await printSchemaSql(ownerUrl));
  const webUrl = Object.assign(new URL(ownerUrl), { username: webRole, password: webPassword });
  const database = openDatabase(webUrl.href);
  writeFileSync(join(root, 'schema.graphql'), await printApi(database));
  await database.close();
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
