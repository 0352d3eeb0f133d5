import { databaseName } from './database-name.ts';

const tables = ['owner', 'answers', 'contents', 'waiting', 'files'] as const;
export type Table = (typeof tables)[number];

export interface Row {
  readonly id: string;
}

/** The rows of the store, by table and id. */
export interface Rows {
  readonly get: <Kept extends Row>(table: Table, id: string) => Promise<Kept | undefined>;
  readonly all: <Kept extends Row>(table: Table) => Promise<readonly Kept[]>;
  /** Writes one row in each table, or none. */
  readonly put: (rows: Readonly<Partial<Record<Table, Row>>>) => Promise<void>;
  readonly remove: (tables: readonly Table[], ids: readonly string[]) => Promise<void>;
  /** Removes all rows of all tables. */
  readonly clear: () => Promise<void>;
}

/** Opens the rows in this browser. Fails where it refuses to store. Another tab may delete them; then calls fail. */
export async function openRows(): Promise<Rows> {
  const database = await openDatabase();
  const change = (used: readonly Table[], work: (tableOf: (table: Table) => IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(used, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      work((table) => transaction.objectStore(table));
    });
  const ask = <Answer>(table: Table, question: (rows: IDBObjectStore) => IDBRequest): Promise<Answer> =>
    answered(question(database.transaction(table).objectStore(table)));
  return {
    get: (table, id) => ask(table, (rows) => rows.get(id)),
    all: (table) => ask(table, (rows) => rows.getAll()),
    put: (written) =>
      change(tables, (tableOf) => {
        for (const table of tables) if (written[table]) tableOf(table).put(written[table]);
      }),
    remove: (used, ids) =>
      change(used, (tableOf) => {
        for (const table of used) for (const id of ids) tableOf(table).delete(id);
      }),
    clear: () =>
      change(tables, (tableOf) => {
        for (const table of tables) tableOf(table).clear();
      }),
  };
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table, { keyPath: 'id' });
  };
  const database = await answered<IDBDatabase>(request);
  // A logout in any tab deletes it.
  database.onversionchange = () => database.close();
  return database;
}

function answered<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Answer);
    request.onerror = () => reject(request.error);
  });
}
