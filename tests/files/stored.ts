import { randomBytes } from 'node:crypto';
import { belongIn, type FilePlace, fileTasks } from '../../src/platform/server/files/store/keep-files.ts';
import type { ObjectStore } from '../../src/platform/server/files/store/object-store.ts';
import { type Document, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { startTestStore, type TestStore } from '../support/object-store.ts';
import { pdf } from '../support/sample-files.ts';

/** The demo with an object store, and a person with a draft to attach files to. */
export interface StoredFixture {
  readonly demo: DemoWeb;
  /** Empty of calls where another store is used. */
  readonly server: TestStore;
  readonly store: ObjectStore;
  readonly requester: WebCaller;
  readonly draft: Document;
  /** Runs the worker's job once; with a place after saying that files belong there. */
  work(place?: FilePlace): Promise<void>;
  lock(): Promise<void>;
  upload(bytes: Buffer, document?: Document): Promise<string>;
  read(id: string, who?: WebCaller): Promise<RestAnswer>;
  /** The key of a file's object; undefined if its bytes are in the database. */
  keyOf(id: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** @param options `url` of another store than that of the tests */
export async function storedFixture(
  options: { readonly hasLock?: boolean; readonly url?: string } = {},
): Promise<StoredFixture> {
  const server = await startTestStore(options);
  const demo = await demoWeb({ filesUrl: options.url ?? server.url });
  const { database, log, sql } = demo.web;
  const { objects: store } = database;
  if (!store) throw new Error('the fixture has no store');
  const requester = await demo.person('requester@demo.test');
  const draft = await run(requester, 'save', { head: { name: 'Entwurf mit Dateien' } });
  const tasks = fileTasks(database, store, log.log);
  return {
    demo,
    server,
    store,
    requester,
    draft,
    work: async (place) => {
      if (place) await belongIn(database, place);
      await tasks.move();
    },
    lock: tasks.lock,
    upload: async (bytes, document = draft) => {
      const answer = await requester.send({
        url: '/api/file',
        ...formOf({ kind: 'procurement', document: String(document.id) }, [{ name: 'Angebot.pdf', bytes }]),
      });
      if (answer.status !== 200) throw new Error(`the upload was answered with ${answer.body}`);
      return answer.json<{ id: string }>().id;
    },
    read: (id, who = requester) => who.send({ method: 'GET', url: `/api/file/${id}` }),
    keyOf: async (id) => {
      const [row] = await sql<{ object_key: string }>(
        'select object_key from file_object where file_id = $1',
        [id],
      );
      return row?.object_key;
    },
    close: async () => {
      await demo.close();
      await server.close();
    },
  };
}

/** A PDF of about this size that nobody else has. */
export function somePdf(size = 700_000): Buffer {
  return Buffer.concat([pdf, randomBytes(size)]);
}
