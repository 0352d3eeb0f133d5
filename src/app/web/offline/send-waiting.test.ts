import { describe, expect, it, vi } from 'vitest';
import { memoryRows } from '../../../../tests/support/offline-rows.ts';
import { ApiRefusal, RequestFailed } from '../../../platform/web/failure.ts';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import { openOwnedStore, weekMs } from './owned-store.ts';
import { sendWaiting } from './send-waiting.ts';
import { type Waiting, waitingOf, waitingStore } from './waiting.ts';

const start = Date.parse('2026-11-30T12:00:00Z');
const anna = { tenantId: 1, userId: 7, sessionId: 'a' };

async function opened(clock = { at: start }) {
  const rows = memoryRows();
  return { rows, store: waitingStore(await openOwnedStore(rows, anna, () => clock.at)) };
}

/** A command that waits, as the page made it from a document of version 3. */
function command(act: string, id: number, at = start, comment: string | null = null): Waiting {
  const key = uniqueKey();
  const mutation = `mutation ($id: bigint!) { document: procurement_${act}(id: $id) { id } }`;
  const variables = { id, expected_version: 3, comment, idempotency_key: key };
  const waiting = waitingOf({ key, mutation, variables }, () => `BA-${id}`, at);
  if (waiting === null) throw new Error(`${act} does not wait`);
  return waiting;
}

const acts = (all: readonly Waiting[]) => all.map(({ act, documentId }) => `${act} ${documentId}`);

describe('MOB-04 what waits for the network', () => {
  it('is sent in the order in which it was made, with its key and the version that the person saw', async () => {
    const { store } = await opened();
    // Two of them within one millisecond.
    for (const waiting of [command('comment', 1), command('approve', 1), command('receive', 2)])
      await store.add(waiting);
    const before = await store.all();
    const sent: Waiting[] = [];
    const send = async (waiting: Waiting) => {
      sent.push(waiting);
      return null;
    };
    expect(await sendWaiting(store, send)).toBe(3);
    expect(acts(sent)).toEqual(['comment 1', 'approve 1', 'receive 2']);
    expect(sent).toEqual(before);
    expect(sent[1]?.send).toMatchObject({
      variables: { expected_version: 3, idempotency_key: sent[1]?.key },
    });
    expect(await store.all()).toEqual([]);
  });

  it('is sent again under the same key after an answer was lost, and never a third time', async () => {
    const { store } = await opened();
    await store.add(command('approve', 1));
    const keys: string[] = [];
    const send = vi.fn(async ({ key }: Waiting) => {
      keys.push(key);
      if (keys.length === 1) throw new RequestFailed('the answer was lost');
      return null;
    });
    expect(await sendWaiting(store, send)).toBe(0);
    expect(acts(await store.all())).toEqual(['approve 1']);
    expect(await sendWaiting(store, send)).toBe(1);
    expect(await sendWaiting(store, send)).toBe(0);
    expect(new Set(keys).size).toBe(1);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('waits on in order while there is no network', async () => {
    const { store } = await opened();
    await store.add(command('approve', 1));
    await store.add(command('approve', 2, start + 1));
    const send = vi.fn(() => Promise.reject(new RequestFailed('no network')));
    await sendWaiting(store, send);
    expect(send).toHaveBeenCalledTimes(1);
    expect(acts(await store.all())).toEqual(['approve 1', 'approve 2']);
  });

  it('is shown instead of decided if the document changed, with what was made later for it', async () => {
    const { store } = await opened();
    await store.add(command('approve', 1));
    await store.add(command('receive', 1, start + 1));
    await store.add(command('approve', 2, start + 2));
    const send = async ({ documentId }: Waiting) => {
      const changed = { code: 'timeline_changed', message: '', values: { name: 'Katrin Voss' } } as const;
      if (documentId === 1) throw new ApiRefusal(changed);
      return null;
    };
    expect(await sendWaiting(store, send)).toBe(1);
    const [refused, held] = await store.all();
    expect(refused?.refusal).toEqual({
      code: 'timeline_changed',
      field: null,
      values: { name: 'Katrin Voss' },
    });
    expect(held).toMatchObject({ act: 'receive', refusal: null });
    // It is not tried again until the person has looked at it.
    expect(await sendWaiting(store, vi.fn())).toBe(0);
    await store.remove(refused?.key ?? '');
    expect(await sendWaiting(store, async () => null)).toBe(1);
  });

  it.each(['lock_timeout', 'too_many_requests', 'database_away', 'unauthenticated'] as const)(
    'waits on after %s, which says nothing about it',
    async (code) => {
      const { store } = await opened();
      await store.add(command('approve', 1));
      await sendWaiting(store, () => Promise.reject(new ApiRefusal({ code, message: '' })));
      expect(await store.all()).toMatchObject([{ act: 'approve', refusal: null }]);
    },
  );

  it('is one decision, however often the person taps, and two comments if both are meant', async () => {
    const { store } = await opened();
    for (const at of [1, 2]) {
      expect(await store.add(command('approve', 1, start + at))).toBe(true);
      expect(await store.add(command('comment', 1, start + at, 'Danke'))).toBe(true);
    }
    expect(acts(await store.all())).toEqual(['approve 1', 'comment 1', 'comment 1']);
  });

  it('is encrypted, with the content of files', async () => {
    const { rows, store } = await opened();
    const file = new File(['Lieferschein'], 'Schaden.jpg', { type: 'image/jpeg' });
    const unsent = { key: uniqueKey(), kind: 'procurement', documentId: 1, file };
    const waiting = waitingOf(unsent, () => 'BA-1', start);
    if (waiting === null) throw new Error('a photo does not wait');
    await store.add(waiting, file);
    const bytes = [...rows.tables.values()]
      .flatMap((table) => [...table.values()])
      .flatMap((row) => {
        const sealed: unknown = Reflect.get(row, 'sealed');
        return sealed ? [Buffer.from(Reflect.get(sealed, 'bytes')).toString('latin1')] : [];
      });
    expect(bytes).toHaveLength(2);
    expect(bytes.join()).not.toMatch(/Lieferschein|Schaden|BA-1/);
    expect(Buffer.from(await store.fileOf(waiting.key)).toString()).toBe('Lieferschein');
  });

  it('a receipt names the photo that waited before it by the id that it got', async () => {
    const { store } = await opened();
    const file = new File(['Lieferschein'], 'Lieferschein.jpg', { type: 'image/jpeg' });
    const photo = waitingOf({ key: uniqueKey(), kind: 'procurement', documentId: 1, file }, () => '', start);
    if (photo === null) throw new Error('a photo does not wait');
    await store.add(photo, file);
    const receipt = command('receive', 1, start + 1);
    const variables = { id: 1, deliveries: [{ file_id: photo.key }] };
    await store.add({ ...receipt, send: { mutation: 'receive', variables } });
    const sent: unknown[] = [];
    await sendWaiting(store, async ({ act, send }) => {
      sent.push('variables' in send ? send.variables : send.name);
      return act === 'file' ? 'f-81' : null;
    });
    expect(sent).toEqual(['Lieferschein.jpg', { id: 1, deliveries: [{ file_id: 'f-81' }] }]);
  });

  it('is gone after seven days, when the server no longer knows its key', async () => {
    const clock = { at: start };
    const { rows, store } = await opened(clock);
    await store.add(command('approve', 1));
    clock.at += weekMs;
    expect(await store.all()).toEqual([]);
    expect([...rows.tables.keys()]).toEqual([]);
  });

  it('are at most fifty things', async () => {
    const { store } = await opened();
    for (let id = 1; id <= 50; id += 1)
      expect(await store.add(command('approve', id, start + id))).toBe(true);
    expect(await store.add(command('approve', 51, start + 51))).toBe(false);
  });

  it.each([
    ['a change of the document', 'mutation { document: procurement_save(id: 1) { id } }', { id: 1 }],
    ['a confirmed order', 'mutation { document: procurement_confirm_order(id: 1) { id } }', { id: 1 }],
    ['a record', 'mutation { update_supplier_by_pk(pk: 1) { id } }', { id: 1 }],
    ['a new document', 'mutation { document: procurement_comment { id } }', {}],
  ])('is not %s', (_what, mutation, variables) => {
    expect(waitingOf({ key: uniqueKey(), mutation, variables }, () => '', start)).toBeNull();
  });
});
