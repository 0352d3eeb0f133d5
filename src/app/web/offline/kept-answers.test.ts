import { describe, expect, it } from 'vitest';
import { memoryRows } from '../../../../tests/support/offline-rows.ts';
import { keptAnswers, largestAnswer } from './kept-answers.ts';
import { type Owner, openOwnedStore, weekMs } from './owned-store.ts';
import type { Rows } from './rows.ts';

const anna: Owner = { tenantId: 1, userId: 7, sessionId: 'a' };
const start = Date.parse('2026-11-30T12:00:00Z');
const hour = 60 * 60_000;

/** The answers of a person, on a device with this clock. */
async function answersOf(owner: Owner, rows: Rows, clock: { at: number }) {
  return keptAnswers(await openOwnedStore(rows, owner, () => clock.at));
}

/** Everything that somebody finds in the rows without the key. */
function everyByte(rows: ReturnType<typeof memoryRows>): string {
  const texts = [...rows.tables.values()].flatMap((table) => [...table.values()]).map((row) => readable(row));
  return texts.join(' ');
}

function readable(value: unknown): string {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
  if (typeof value === 'object' && value !== null && !(value instanceof CryptoKey))
    return Object.values(value).map(readable).join(' ');
  return String(value);
}

describe('MOB-04 kept answers', () => {
  it('are readable with the hour of their state, also after the page was closed', async () => {
    const rows = memoryRows();
    const clock = { at: start };
    const data = { name: 'Messuhr', total: 12.5 };
    await (await answersOf(anna, rows, clock)).keep('["procurement",12]', 'document', { data, at: start });
    clock.at += 5 * hour;
    const later = await answersOf(anna, rows, clock);
    expect(await later.find('["procurement",12]')).toEqual({ data, at: start });
    expect(await later.find('["procurement",13]')).toBeNull();
  });

  it('are encrypted: rows tell neither the content nor what was read', async () => {
    const rows = memoryRows();
    const answers = await answersOf(anna, rows, { at: start });
    await answers.keep('["procurement",4711]', 'document', { data: 'Messuhr', at: start });
    expect(everyByte(rows)).not.toMatch(/Messuhr|procurement|4711/);
    const [owner] = rows.tables.get('owner')?.values() ?? [];
    const key: unknown = Reflect.get(owner ?? {}, 'key');
    expect(key).toMatchObject({ extractable: false, algorithm: { name: 'AES-GCM', length: 256 } });
  });

  it('are not readable under the name of another answer', async () => {
    const rows = memoryRows();
    const answers = await answersOf(anna, rows, { at: start });
    await answers.keep('one', 'document', { data: 'Messuhr', at: start });
    await answers.keep('two', 'document', { data: 'Schieblehre', at: start });
    const [first, second] = [...(rows.tables.get('contents')?.values() ?? [])];
    await rows.put({ contents: { ...first, id: second?.id ?? '' } });
    await expect(answers.find('two')).rejects.toThrow();
  });

  it.each([
    ['another person', { ...anna, userId: 8 }],
    ['a person of another tenant', { ...anna, tenantId: 2 }],
    ['a later session of the same person', { ...anna, sessionId: 'b' }],
  ])('are gone for %s', async (_who, other) => {
    const rows = memoryRows();
    const clock = { at: start };
    await (await answersOf(anna, rows, clock)).keep('one', 'document', { data: 'Messuhr', at: start });
    expect(await (await answersOf(other, rows, clock)).find('one')).toBeNull();
    expect(rows.tables.get('contents') ?? new Map()).toEqual(new Map());
    // Nor does the first person get them back.
    expect(await (await answersOf(anna, rows, clock)).find('one')).toBeNull();
  });

  it.each([
    ['seven days without a contact', weekMs, true],
    ['a little less', weekMs - 1, false],
    ['a clock that was set back by a day', -24 * hour, true],
  ])('after %s, on an open page', async (_when, passed, isGone) => {
    const rows = memoryRows();
    const clock = { at: start };
    const answers = await answersOf(anna, rows, clock);
    await answers.keep('one', 'document', { data: 'Messuhr', at: start });
    clock.at += passed;
    expect((await answers.find('one')) === null).toBe(isGone);
    expect([...rows.tables.keys()]).toEqual(isGone ? [] : expect.arrayContaining(['owner', 'contents']));
  });

  it('after seven days without a contact, when the pages are opened again', async () => {
    const rows = memoryRows();
    const clock = { at: start };
    await (await answersOf(anna, rows, clock)).keep('one', 'document', { data: 'Messuhr', at: start });
    clock.at += weekMs;
    await answersOf(anna, rows, clock);
    expect([...rows.tables.keys()]).toEqual(['owner']);
  });

  it('an answer of seven days ago is gone although others are newer', async () => {
    const rows = memoryRows();
    const clock = { at: start };
    const answers = await answersOf(anna, rows, clock);
    await answers.keep('old', 'document', { data: 'Messuhr', at: start });
    clock.at += 6 * 24 * hour;
    await answers.keep('new', 'document', { data: 'Schieblehre', at: clock.at });
    clock.at += 2 * 24 * hour;
    expect(await answers.find('old')).toBeNull();
    expect(await answers.find('new')).not.toBeNull();
  });

  it('are the last 50 documents', async () => {
    const rows = memoryRows();
    const answers = await answersOf(anna, rows, { at: start + 100 });
    for (let id = 1; id <= 53; id += 1)
      await answers.keep(`["invoice",${id}]`, 'document', { data: { id }, at: start + id });
    const found = await Promise.all([3, 4, 53].map((id) => answers.find(`["invoice",${id}]`)));
    expect(found.map((answer) => answer?.data ?? null)).toEqual([null, { id: 4 }, { id: 53 }]);
    expect(rows.tables.get('contents')?.size).toBe(50);
  });

  it('are none of more than a megabyte, and a former answer goes', async () => {
    const rows = memoryRows();
    const answers = await answersOf(anna, rows, { at: start });
    await answers.keep('one', 'document', { data: 'Messuhr', at: start });
    await answers.keep('one', 'document', { data: 'x'.repeat(largestAnswer), at: start });
    expect(await answers.find('one')).toBeNull();
  });

  it('end with the document: what the person may no longer see is removed', async () => {
    const rows = memoryRows();
    const answers = await answersOf(anna, rows, { at: start });
    await answers.keep('one', 'document', { data: 'Messuhr', at: start });
    await answers.keep('one', 'document', { data: null, at: start });
    expect(await answers.find('one')).toBeNull();
    expect(rows.tables.get('contents')?.size).toBe(0);
  });
});
