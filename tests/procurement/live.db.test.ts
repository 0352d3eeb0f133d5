import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHttp } from '../../src/app/server/http.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import type { Database } from '../../src/platform/server/database.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { createTokens } from '../../src/platform/server/tokens.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { longestWait } from '../support/depth.ts';
import { type LiveReader, readLive } from '../support/live-stream.ts';
import { testConfiguration } from '../support/web.ts';
import { act, catalogueLines, completeForm, type Document, draftOf, run } from './requests.ts';

const tokens = createTokens(deriveSecrets(testConfiguration.secretKey), systemClock);

describe('API-42 live events for visible documents', () => {
  let demo: DemoApi;
  let http: HttpServer;
  let origin: string;
  let requester: Caller;
  let readers: LiveReader[] = [];
  /** Transactions of the web server since counting began. */
  let transactions = 0;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    const counted: Database = {
      ...demo.db.database,
      inTenant: (...call) => {
        transactions += 1;
        return demo.db.database.inTenant(...call);
      },
    };
    http = await openHttp({ configuration: testConfiguration, database: counted, log: openLog('silent') });
    origin = await http.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => {
    for (const reader of readers) reader.close();
    readers = [];
  });
  afterAll(async () => {
    const closed = http.close();
    http.server.closeAllConnections();
    await closed;
    await demo.close();
  });

  async function open(who: Pick<Caller, 'context'>): Promise<LiveReader> {
    const token = await tokens.issueAccess({
      ...who.context,
      tokenVersion: who.context.tokenVersion ?? 0,
      tenantName: 'demo',
      email: 'anybody@demo.test',
      permissions: '',
    });
    const reader = await readLive(origin, token);
    readers.push(reader);
    await reader.until('open');
    return reader;
  }

  async function submitted(): Promise<Document> {
    const lines = await catalogueLines(requester, 1);
    const draft = await run(requester, 'save', { head: await completeForm(requester), lines });
    return await act(requester, 'submit', draft);
  }

  async function assignee({ timeline }: Document): Promise<Caller> {
    const email = timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email;
    return await demo.person(email ?? '');
  }

  it('LOCK-01 a comment and an approval reach everybody who sees the document, but not another tenant', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    const [own, theirs, foreign] = [
      await open(requester),
      await open(approver),
      await open(await demo.person('admin@other.test')),
    ];
    await run(requester, 'comment', { id: document.id, comment: 'Bitte bis Freitag.' });
    await Promise.all([own.until('change'), theirs.until('change')]);
    const approved = await act(approver, 'approve', document);
    await Promise.all([own.until('change', 2), theirs.until('change', 2)]);
    expect(own.events.at(-1)).toEqual({
      event: 'change',
      data: { kind: 'procurement', id: document.id, version: approved.timeline.content_version },
    });
    expect(own.reported()).toEqual(Array(2).fill(`procurement ${document.id}`));
    expect(foreign.reported()).toEqual([]);
  });

  it('events of a draft reach its creator only', async () => {
    const draft = await draftOf(requester);
    const first = await assignee(await submitted());
    const [own, stranger] = [await open(requester), await open(first)];
    await run(requester, 'save', {
      id: draft.id,
      expected_version: draft.timeline.content_version,
      head: { name: 'Anders' },
    });
    await own.until('change');
    await delay(200);
    expect(stranger.reported()).toEqual([]);
  });

  it('a new assignee is notified of the document; when the task is taken away, only of a removal', async () => {
    const document = await submitted();
    const [nobody] = await demo.db.sql<{ id: string; token_version: number }>(
      `insert into lb_user (tenant_id, email, name) values ($1, 'new@demo.test', 'Neu Hier') returning id, token_version`,
      [requester.context.tenantId],
    );
    const id = Number(nobody?.id);
    const context = {
      ...requester.context,
      userId: id,
      actorId: id,
      tokenVersion: nobody?.token_version ?? 0,
      roles: [],
    };
    const reader = await open({ context });
    await run(requester, 'comment', { id: document.id, comment: 'Noch nicht für ihn.' });
    await delay(300);
    expect(reader.reported()).toEqual([]);
    await demo.db.sql(
      `with given as (update timeline_entry set lb_user_id = $2 where procurement_id = $1 and text_type = 'present' returning timeline_id)
       update timeline t set content_version = content_version + 1 from given where t.id = given.timeline_id`,
      [document.id, id],
    );
    await reader.until('change');
    expect(reader.reported()).toEqual([`procurement ${document.id}`]);

    // The document is no longer visible to the person: the event says only that something was removed.
    await demo.db.sql(
      `with taken as (update timeline_entry set lb_user_id = $2 where procurement_id = $1 and text_type = 'present' returning timeline_id)
       update timeline t set content_version = content_version + 1 from taken where t.id = taken.timeline_id`,
      [document.id, requester.context.userId],
    );
    await reader.until('left');
    await delay(200);
    expect(reader.reported()).toHaveLength(1);
    expect(reader.events.at(-1)).toEqual({ event: 'left', data: {} });
  });

  it('the database announces a document once per transaction, for any way of writing', async () => {
    const reader = await open(requester);
    const document = await submitted();
    await reader.until('change');
    await delay(200);
    const before = reader.reported().length;
    await demo.db.sql(
      `with head as (update procurement set notes = 'anders' where id = $1 returning timeline_id)
       update timeline t set content_version = content_version + 1 from head where t.id = head.timeline_id`,
      [document.id],
    );
    await reader.until('change', before + 1);
    await demo.db.sql('update procurement set notes = $2 where id = $1', [document.id, 'nur der Kopf']);
    await reader.until('change', before + 2);
    await delay(200);
    expect(reader.reported()).toHaveLength(before + 2);
  });

  it('200 streams of 100 people and 50 events need far fewer than 10,000 queries', async () => {
    const people = await demo.db.sql<{ id: string; token_version: number }>(
      `insert into lb_user (tenant_id, email, name, roles)
       select $1, 'crowd' || n || '@demo.test', 'Leser ' || n, '{user-see-all-orders}' from generate_series(1, 100) n
       returning id, token_version`,
      [requester.context.tenantId],
    );
    const documents = await demo.db.sql<{ timeline_id: string }>(
      `select timeline_id from procurement where tenant_id = $1 and status <> 'draft' order by id limit 50`,
      [requester.context.tenantId],
    );
    const streams = await Promise.all(
      people.flatMap(({ id, token_version: tokenVersion }) => {
        const context = {
          ...requester.context,
          userId: Number(id),
          actorId: Number(id),
          tokenVersion,
          roles: [],
        };
        return [open({ context }), open({ context })];
      }),
    );
    transactions = 0;
    for (let event = 0; event < 50; event += 1) {
      const { timeline_id: id } = documents[event % documents.length] ?? { timeline_id: '0' };
      await demo.db.sql('update timeline set content_version = content_version + 1 where id = $1', [id]);
    }
    const distinct = Math.min(documents.length, 50);
    await Promise.all(
      streams.map(async (reader) => {
        for (const end = Date.now() + longestWait; Date.now() < end; await delay(50)) {
          if (new Set(reader.reported()).size === distinct) return;
        }
        throw new Error(`received ${new Set(reader.reported()).size} of ${distinct} events`);
      }),
    );
    console.info(`${streams.length} streams, 50 events: ${transactions} queries`);
    expect(transactions).toBeLessThan(1_000);
  });
});
