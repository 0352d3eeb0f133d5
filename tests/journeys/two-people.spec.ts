import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, createDraft, type Person, personPage, runAction, texts } from './procurement-people.ts';
import { field, lineField } from './request-page.ts';

const t = texts('de');

interface Line {
  readonly id: number;
  readonly description: string;
  readonly quantity: number;
}

/** A draft of the requester with two lines. */
async function draftOfTwo(browser: Parameters<typeof createDraft>[0], name: string): Promise<number> {
  const id = await createDraft(browser, name, 95);
  const [first] = await linesOf(id);
  const second = { ...(await contentOf(id)), description: 'Messschieber', quantity: 2 };
  await runAction('requester', id, 'save', { lines: [{ id: first?.id }, second] });
  return id;
}

async function linesOf(id: number): Promise<readonly Line[]> {
  const { lines } = await ask<{ lines: readonly Line[] }>(
    'requester',
    `query ($id: bigint!) { lines: procurement_line(where: { procurement_id: { _eq: $id } },
      order_by: { sort_no: asc }) { id description quantity } }`,
    { id },
  );
  return lines;
}

/** The time of the document's last change. */
async function stampOf(id: number): Promise<string> {
  const { document } = await ask<{ document: { timeline: { updated_at: string } } }>(
    'requester',
    'query ($id: bigint!) { document: procurement_by_pk(id: $id) { timeline { updated_at } } }',
    { id },
  );
  return document.timeline.updated_at;
}

async function contentOf(id: number): Promise<object> {
  const { lines } = await ask<{ lines: readonly object[] }>(
    'requester',
    `query ($id: bigint!) { lines: procurement_line(where: { procurement_id: { _eq: $id } }) {
      supplier_id price_netto tax unit } }`,
    { id },
  );
  return { ...lines[0] };
}

/** Changes only the second line, outside of the window under test. */
async function changeSecond(person: Person, id: number, change: Partial<Line>): Promise<void> {
  const [first, second] = await linesOf(id);
  await runAction(person, id, 'save', { lines: [{ id: first?.id }, { id: second?.id, ...change }] });
}

const lineText = (page: Page, position: number) => field(page, lineField(t, 'description', position));
const quantity = (page: Page, position: number) => field(page, lineField(t, 'quantity', position));
const save = (page: Page, label = t('document.save_draft')) =>
  page.getByRole('button', { name: label, exact: true }).click();

test(
  'LOCK-01 two windows of one person change two lines of one request, and both changes are kept',
  deep,
  async ({ browser }) => {
    const id = await draftOfTwo(browser, 'Zwei Fenster, zwei Zeilen');
    const page = await personPage(browser, 'requester');
    await page.goto(`/procurement/form?id=${id}`);
    await lineText(page, 1).fill('Messuhr, digital');
    await changeSecond('requester', id, { quantity: 5 });
    await expect(quantity(page, 2)).toHaveValue('5');
    await expect(lineText(page, 1)).toHaveValue('Messuhr, digital');
    await save(page);
    await expect
      .poll(() => linesOf(id))
      .toEqual([
        expect.objectContaining({ description: 'Messuhr, digital', quantity: 2 }),
        expect.objectContaining({ description: 'Messschieber', quantity: 5 }),
      ]);
  },
);

test(
  'LOCK-01 PROC-40 two windows change the first and the last of 300 lines, and both changes are kept',
  deep,
  async ({ browser }) => {
    const last = 300;
    const id = await createDraft(browser, 'Dreihundert Zeilen', 95);
    const [first] = await linesOf(id);
    const further = { ...(await contentOf(id)), description: 'Messschieber', quantity: 2 };
    await runAction('requester', id, 'save', {
      lines: [{ id: first?.id }, ...Array.from({ length: last - 1 }, () => further)],
    });
    const page = await personPage(browser, 'requester');
    await page.goto(`/procurement/form?id=${id}`);
    await lineText(page, 1).fill('Messuhr, digital');
    const stored = (await linesOf(id)).map((line) => ({ id: line.id }));
    await runAction('requester', id, 'save', {
      lines: stored.map((line, place) => (place === last - 1 ? { ...line, quantity: 5 } : line)),
    });
    await lineText(page, 1).blur();
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(quantity(page, last)).toHaveValue('5', { timeout: 500 });
    }).toPass();
    expect(await page.getByRole('textbox').count()).toBeLessThan(last);
    await save(page);
    await expect
      .poll(async () => {
        const lines = await linesOf(id);
        return [lines.length, lines[0]?.description, lines[last - 1]?.quantity];
      })
      .toEqual([last, 'Messuhr, digital', 5]);
  },
);

test('LOCK-01 conflicting changes of two people need a decision before saving', deep, async ({ browser }) => {
  const id = await draftOfTwo(browser, 'Zwei Personen, eine Zeile');
  await runAction('requester', id, 'submit', {});
  const page = await personPage(browser, 'buyer');
  await page.goto(`/procurement/form?id=${id}`);
  await page.getByRole('button', { name: t('document.edit') }).click();
  await lineText(page, 1).fill('Messuhr, digital');
  await quantity(page, 2).fill('3');
  await quantity(page, 2).press('Tab');
  await changeSecond('admin', id, { quantity: 5, description: 'Messschieber 150 mm' });

  const note = page.getByRole('region', { name: t('document.changed.label') });
  await expect(note).toContainText('Katrin Voss');
  await expect(lineText(page, 2)).toHaveValue('Messschieber 150 mm');
  await expect(quantity(page, 2)).toHaveValue('3');
  const choice = page.getByRole('region', { name: t('conflict.label') });
  await expect(choice).toContainText('Messschieber 150 mm');
  await expect(choice).toContainText('hier 3, gespeichert 5');
  await expectAccessible(page);
  await note.getByRole('button', { name: t('document.changed.acknowledge') }).click();
  const keep = choice.getByRole('button', { name: t('conflict.mine') });
  await save(page, t('document.save'));
  await expect(keep).toBeFocused();
  await choice.getByRole('button', { name: t('conflict.theirs') }).click();
  await expect(choice).toBeHidden();
  await expect(quantity(page, 2)).toHaveValue('5');
  await save(page, t('document.save'));
  await expect
    .poll(() => linesOf(id))
    .toEqual([
      expect.objectContaining({ description: 'Messuhr, digital', quantity: 2 }),
      expect.objectContaining({ description: 'Messschieber 150 mm', quantity: 5 }),
    ]);
});

test(
  'LOCK-01 PROC-13 text typed before leaving the page does not undo later changes',
  deep,
  async ({ browser }) => {
    const id = await draftOfTwo(browser, 'Liegen geblieben');
    const page = await personPage(browser, 'requester');
    await page.goto(`/procurement/form?id=${id}`);
    await lineText(page, 1).fill('Messuhr, digital');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('digital'))))
      .toBe(true);
    // The window closes without a question, as when the machine is switched off.
    await page.goto('about:blank');
    await changeSecond('requester', id, { quantity: 5 });
    await page.goto(`/procurement/form?id=${id}`);
    await page.getByRole('button', { name: t('document.kept.restore') }).click();
    await expect(lineText(page, 1)).toHaveValue('Messuhr, digital');
    await expect(quantity(page, 2)).toHaveValue('5');
  },
);

for (const late of ['request', 'answer']) {
  test(
    `LOCK-01 text typed during a save stays, on a new line as well: a late ${late}`,
    deep,
    async ({ browser }) => {
      const id = await draftOfTwo(browser, `Schneller als das Speichern (${late})`);
      const page = await personPage(browser, 'requester');
      await page.goto(`/procurement/form?id=${id}`);
      await page.getByRole('button', { name: t('document.line.add') }).click();
      await lineText(page, 3).fill('Endmaß');
      const underWay = Promise.withResolvers<void>();
      await page.route('**/v1/graphql', async (route) => {
        if (!route.request().postData()?.includes('procurement_save')) return await route.continue();
        if (late === 'request') await underWay.promise;
        const response = await route.fetch();
        await underWay.promise;
        await route.fulfill({ response });
      });
      await save(page);
      await lineText(page, 3).fill('Endmaß, Stahl');
      if (late === 'request') underWay.resolve();
      await expect.poll(() => linesOf(id)).toHaveLength(3);
      await expect(lineText(page, 3)).toHaveValue('Endmaß, Stahl');

      // A line from elsewhere does not replace another one.
      const [first, second, third] = await linesOf(id);
      const lines = [{ id: first?.id }, { description: 'Dazwischen' }, { id: second?.id }, { id: third?.id }];
      const read = page.waitForResponse(
        async (response) =>
          response.url().endsWith('/v1/graphql') &&
          // An aborted request has no answer.
          (await response.text().catch(() => '')).includes('Dazwischen'),
      );
      await runAction('requester', id, 'save', { lines });
      await read;
      underWay.resolve();
      await expect(lineText(page, 2)).toHaveValue('Dazwischen');
      await expect(lineText(page, 4)).toHaveValue('Endmaß, Stahl');
      await save(page);
      await expect
        .poll(async () => (await linesOf(id)).map(({ description }) => description))
        .toEqual(['Messuhr', 'Dazwischen', 'Messschieber', 'Endmaß, Stahl']);
    },
  );
}

test(
  'API-42 a page without live updates that is read between two changes shows the second',
  deep,
  async ({ browser }) => {
    const id = await draftOfTwo(browser, 'Zwei Änderungen kurz nacheinander');
    const page = await personPage(browser, 'requester');
    const late = Promise.withResolvers<void>();
    const isRead = Promise.withResolvers<void>();
    const stamps = new Set<string>();
    await page.route('**/api/live', (route) => route.abort());
    await page.goto(`/procurement/form?id=${id}`);
    await expect(lineText(page, 2)).toHaveValue('Messschieber');
    await page.route('**/v1/graphql', async (route) => {
      const response = await route.fetch();
      const answer = await response.text();
      if (answer.includes('Erste Änderung')) {
        isRead.resolve();
        await late.promise;
      }
      await route.fulfill({ response });
      const stamp = /^\{"data":\{"document":\{"timeline":\{[^{}]*"updated_at":"([^"]+)"\}\}\}\}/.exec(answer);
      if (stamp?.[1]) stamps.add(stamp[1]);
    });
    await changeSecond('requester', id, { description: 'Erste Änderung' });
    await isRead.promise;
    await changeSecond('requester', id, { description: 'Zweite Änderung' });
    const latest = await stampOf(id);
    await expect.poll(() => stamps.has(latest)).toBe(true);
    late.resolve();
    await expect(lineText(page, 2)).toHaveValue('Zweite Änderung');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
