import { readFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { journeyLanguages } from './journey-languages.ts';
import {
  createRequest,
  documentAs,
  type Person,
  personPage,
  runAction,
  texts,
} from './procurement-people.ts';
import { bookMissing, receiptsOf, showHead } from './request-page.ts';

const phone = { width: 390, height: 844 };

/** Nothing may overflow the screen. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { inner, whole } = await page.evaluate(() => ({
    inner: window.innerWidth,
    whole: document.documentElement.scrollWidth,
  }));
  expect(whole).toBeLessThanOrEqual(inner);
}

async function openRequest(browser: Browser, person: Person, id: number, lang = 'de'): Promise<Page> {
  const page = await personPage(browser, person, lang);
  await page.goto(`/procurement/form?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** A field by its label, without the required mark. */
function field(page: Page, label: string): Locator {
  const name = new RegExp(`^${label}( \\*)?$`);
  return page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }));
}

/** Types into a select and takes the first match. */
async function choose(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await expect(field.page().getByRole('option', { name: text }).first()).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue(new RegExp(text));
}

for (const { lang } of journeyLanguages) {
  const t = texts(lang);

  test(`TL-22, PROC-01 a request travels from draft to completed (${lang})`, deep, async ({ browser }) => {
    const id = await test.step('the requester types two lines and submits', async () => {
      const page = await personPage(browser, 'requester', lang);
      await page.goto('/procurement/form');
      const name = field(page, t('field.name'));
      await name.click();
      await page.keyboard.type(`Bohrer und Papier ${lang}`);
      await showHead(page, t);
      await choose(field(page, t('field.ledger_account_id')), '4980');
      await choose(field(page, t('field.consignee_id')), 'Mehmet');
      await field(page, t('field.delivery_date')).fill('+14');

      // PROC-07: Enter adds the first product found, PRICE: amounts change with each key.
      await field(page, t('procurement.product_search')).fill('kopierpapier');
      await page.keyboard.press('Enter');
      await expect(field(page, lineField(t, 'description', 1))).toHaveValue(/Kopierpapier/);
      const quantity = field(page, lineField(t, 'quantity', 1));
      await quantity.fill('10');
      await expect(page.getByRole('heading', { level: 1 }).locator('xpath=../..')).toContainText('42');
      await quantity.press('Enter');
      await expect(field(page, lineField(t, 'description', 2))).toBeFocused();
      await page.keyboard.type('HSS-Bohrer 6 mm');
      await choose(field(page, lineField(t, 'supplier_id', 2)), 'Br');
      await field(page, lineField(t, 'quantity', 2)).fill('4');
      await field(page, lineField(t, 'price_netto', 2)).fill(lang === 'de' ? '12,50' : '12.50');
      await expectAccessible(page);
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
      await expectAccessible(page);
      return Number(new URL(page.url()).searchParams.get('id'));
    });

    await test.step('the approver sees who is next and approves with one click', async () => {
      const page = await openRequest(browser, 'approver1', id, lang);
      const approve = page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
      await expect(approve).toContainText('Ina Berg');
      await expect(approve).toContainText(t('step.send-order'));
      await approve.click();
      await expect(page).toHaveURL(/\/overview/);
    });

    await test.step('the buyer confirms the order and completes it', async () => {
      const page = await openRequest(browser, 'buyer', id, lang);
      const complete = page.getByRole('button', {
        name: new RegExp(`^${t('procurement.actions.complete_order')}`),
      });
      await expect(complete).toBeDisabled();
      await page.getByRole('button', { name: confirmOrderOf(t, 'Brüggemann Bürobedarf GmbH') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('document.irreversible'));
      await dialog.getByLabel(t('field.confirmation_no')).fill('AB-4711');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.actions.confirm_order') }).click();
      await expect(page.getByText('AB-4711')).toBeVisible();
      await complete.click();
      await expect(page).toHaveURL(/\/overview/);
    });

    await test.step('the receiver books a part, then the rest, and finishes', async () => {
      const page = await openRequest(browser, 'receiver', id, lang);
      // ROLE-07: this person sees no prices, neither of the lines nor of the budget.
      await expect(page.getByText(t('shell.price_hidden'))).toHaveCount(2);
      const receive = page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.receive')}`) });
      await receive.click();
      await page
        .getByLabel(t('procurement.receive.quantity_of').replace('{{name}}', 'HSS-Bohrer 6 mm'))
        .fill('3');
      await expectAccessible(page);
      await page.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
      await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(1);
      await bookMissing(page, t, 2);
      const finish = page.getByRole('button', {
        name: new RegExp(`^${t('procurement.actions.finish_delivery')}`),
      });
      await finish.click();
      const question = page.getByRole('dialog');
      await expect(question).toContainText(t('document.irreversible'));
      await question.getByRole('button', { name: t('procurement.actions.finish_delivery') }).click();
      await expect(page).toHaveURL(/\/overview/);
    });

    expect(await documentAs('requester', id)).toMatchObject({ status: 'completed', total_netto: 92.9 });
  });
}

const t = texts('de');

test('VAL-45 all errors are shown below their fields at once, the first one is focused', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await expect(page.getByRole('button', { name: /Nordfeld/ })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.submit')}`) }).click();
  await expect(field(page, t('field.ledger_account_id'))).toBeFocused();
  await expect(field(page, t('field.ledger_account_id'))).toHaveAccessibleDescription(
    /Sachkonto.*erforderlich/,
  );
  await expect(field(page, t('field.delivery_date'))).toHaveAccessibleDescription(
    /Liefertermin.*erforderlich/,
  );
  await expect(page.getByText(t('error.lines_required'))).toBeVisible();
  await expectAccessible(page);
});

test('PROC-15, BUD-05, GER the free budget changes while typing', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  const budget = page.getByRole('region', { name: /^Budget / });
  const free = budget.getByText(/^Verfügbares Budget/).first();
  await expect(free).toBeVisible();
  const before = amountIn(await free.innerText());
  await field(page, lineField(t, 'description', 1)).fill('Messuhr');
  await field(page, lineField(t, 'quantity', 1)).fill('3');
  await field(page, lineField(t, 'price_netto', 1)).fill('100,50');
  await expect(budget.getByText('301,50')).toBeVisible();
  expect(before - amountIn(await free.innerText())).toBeCloseTo(301.5);
  await field(page, lineField(t, 'price_netto', 1)).fill('9999999');
  await expect(free).toHaveText(/^Verfügbares Budget -/);
  await expectAccessible(page);
});

test('PROC-28 the request is saved as a PDF under its number', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Zum Ausdrucken');
  const page = await openRequest(browser, 'approver1', id);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: t('procurement.pdf') }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/PO-.*\.pdf$/);
  expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
});

test('PROC-13 typing survives a crash, NAV-24 leaving needs a confirmation', async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  const name = field(page, t('field.name'));
  await name.fill('Nicht gespeichert');
  await expect(page.getByText(t('document.not_saved'))).toBeVisible();
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('procurement-draft:')),
  );
  // A crashed tab cannot ask or save.
  const again = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await again.goto('/procurement/form');
  const restore = again.getByRole('button', { name: t('document.kept.restore') });
  await expect(restore).toBeVisible();

  await test.step('further typing and a second new request do not change it', async () => {
    const second = await page.context().newPage();
    await second.goto('/procurement/form');
    await expect(second.getByRole('button', { name: t('document.kept.restore') })).toBeVisible();
    await field(second, t('field.name')).fill('Daneben getippt');
    await field(again, t('field.name')).fill('Neu begonnen');
    await again.waitForFunction(
      (texts) => {
        const drafts = Object.keys(localStorage).filter((key) => key.startsWith('procurement-draft:'));
        const kept = drafts.map((key) => localStorage.getItem(key));
        return texts.every((text) => kept.some((one) => one?.includes(text)));
      },
      ['Nicht gespeichert', 'Daneben getippt', 'Neu begonnen'],
    );
    await second.close({ runBeforeUnload: false });
  });
  await restore.click();
  await expect(field(again, t('field.name'))).toHaveValue('Nicht gespeichert');
  // Text typed in between is not lost either.
  await restore.click();
  await expect(field(again, t('field.name'))).toHaveValue('Neu begonnen');
  await restore.click();
  await expect(field(again, t('field.name'))).toHaveValue('Nicht gespeichert');

  await again.getByRole('link', { name: t('shell.to_index') }).click();
  const dialog = again.getByRole('dialog');
  await expect(dialog).toContainText(t('shell.unsaved.title'));
  await dialog.getByRole('button', { name: t('shell.unsaved.stay') }).click();
  await expect(field(again, t('field.name'))).toHaveValue('Nicht gespeichert');
});

test('TASK-06, TASK-07 a declined request is cleared and approved again', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Abgelehnt und geklärt');
  await test.step('the approver declines with a reason', async () => {
    const page = await openRequest(browser, 'approver1', id);
    await page.getByRole('button', { name: t('procurement.actions.decline') }).click();
    const dialog = page.getByRole('dialog');
    const decline = dialog.getByRole('button', { name: t('procurement.actions.decline') });
    await decline.click();
    await expect(dialog.getByText(t('error.comment_required'))).toBeVisible();
    await expect(dialog.getByLabel(t('document.person'))).toHaveValue('Ina Berg');
    await dialog.getByLabel(t('document.comment')).fill('Bitte ein zweites Angebot einholen.');
    await expectAccessible(page);
    await decline.click();
    await expect(page).toHaveURL(/\/overview/);
  });
  await test.step('the buyer lowers a price and sends it to approval again', async () => {
    const page = await openRequest(browser, 'buyer', id);
    await expect(page.getByText('Bitte ein zweites Angebot einholen.')).toBeVisible();
    const price = field(page, lineField(t, 'price_netto', 1));
    await price.fill('80');
    await page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.to_approval')}`) }).click();
    await expect(page).toHaveURL(/\/overview/);
  });
  expect(await documentAs('requester', id)).toMatchObject({ status: 'approval', total_netto: 160 });
});

test(
  'LOCK-08, LOCK-04 of two simultaneous approvals, the second is refused and loses no input',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Zwei Fenster');
    const first = await openRequest(browser, 'approver1', id);
    const second = await openRequest(browser, 'approver1', id);
    const approve = (page: Page) =>
      page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
    await expect(approve(second)).toBeEnabled();
    const comment = second.getByRole('textbox', { name: t('timeline.comment_box.label') });
    await comment.fill('Mein halber Satz');
    // The second window gets no updates before its own click.
    let isDeaf = true;
    await second.route('**/v1/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.startsWith('{"query":"mutation')) isDeaf = false;
      await (isDeaf ? route.abort() : route.continue());
    });
    await approve(first).click();
    await expect(first).toHaveURL(/\/overview/);

    await approve(second).click();
    await expect(second.getByRole('alert')).toContainText('geändert');
    await expect(second.getByText(t('status.procurement.approved'), { exact: true })).toBeVisible();
    await expect(comment).toHaveValue('Mein halber Satz');
    const approvals = (await documentAs('requester', id)).timeline.timeline_entries.filter(
      (entry) => entry.type === 'approval' && entry.status === 'approved',
    );
    expect(approvals).toHaveLength(1);
  },
);

test(
  'LOCK-01 a comment interrupts nobody, a change of substance must be acknowledged by keyboard',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Geändert, während es offen ist');
    const page = await openRequest(browser, 'approver1', id);
    const approve = page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
    await expect(approve).toBeEnabled();

    await runAction('requester', id, 'comment', { comment: 'Bitte bis Freitag.' });
    await expect(page.getByText('Bitte bis Freitag.')).toBeVisible();
    await expect(approve).toBeEnabled();

    await runAction('admin', id, 'save', { head: { notes: 'Nur mit Rahmenvertrag bestellen.' } });
    const note = page.getByRole('region', { name: t('document.changed.label') });
    await expect(note).toContainText('Katrin Voss');
    await expect(note).toContainText('Bemerkungen');
    await expect(approve).toBeDisabled();
    await expectAccessible(page);
    const comment = page.getByRole('textbox', { name: t('timeline.comment_box.label') });
    await comment.focus();
    await note.getByRole('button', { name: t('document.changed.acknowledge') }).press('Enter');
    await expect(comment).toBeFocused();
    await approve.click();
    await expect(page).toHaveURL(/\/overview/);
  },
);

test('TASK-01 an approval on the phone, with a comment', deep, async ({ browser }) => {
  const id = await createRequest(
    browser,
    'Ein Name mit hundertzwanzig Zeichen, der auf dem Telefon umbricht und nichts aus der Seite schiebt, wie lang er auch ist',
  );
  const page = await personPage(browser, 'approver1');
  await page.setViewportSize(phone);
  // There may be more entries of other journeys than the screen holds.
  await page.goto('/overview?sort=-created');
  await page.getByRole('row').filter({ hasText: 'Ein Name mit' }).first().click();
  await expect(page).toHaveURL(new RegExp(`form\\?id=${id}`));
  // Its place in the list and the next person are shown above; the actions are in one row.
  await expect(page.getByText(/^\d+ von \d+$/)).toBeVisible();
  await expect(page.getByText(new RegExp(`^${t('document.your_turn')}`))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const approve = page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
  await expect(approve).toBeInViewport();
  await page.getByRole('textbox', { name: t('timeline.comment_box.label') }).fill('Passt.');
  await expect(page.getByText(t('document.comment_goes_along'))).toBeVisible();
  await approve.click();
  await expect(page).toHaveURL(/\/overview/);
  const { timeline } = await documentAs('requester', id);
  expect(timeline.timeline_entries.find((entry) => entry.type === 'approval')?.comment).toBe('Passt.');
});

test('PROC-18 a goods receipt on the phone', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Ladehof');
  await runAction('approver1', id, 'approve', {});
  await runAction('buyer', id, 'confirm_order', {});
  await runAction('buyer', id, 'complete_order', {});
  const page = await openRequest(browser, 'receiver', id);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.receive')}`) }).click();
  const more = page.getByRole('button', {
    name: t('procurement.receive.more').replace('{{name}}', 'Messuhr'),
  });
  // The dialog grows while it opens.
  await expect
    .poll(async () => {
      const box = await more.boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    })
    .toBeGreaterThanOrEqual(44);
  await more.click();
  await expect(page.getByText('damit vollständig')).toHaveCount(0);
  await more.click();
  await expect(page.getByText('damit vollständig')).toBeVisible();
  await expect(more).toBeDisabled();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.finish_delivery')}`) }),
  ).toBeEnabled();
});

type Translate = (key: string) => string;

/** The number in a German text such as "Verfügbares Budget 1.234,50 €". */
function amountIn(text: string): number {
  return Number(text.replaceAll(/[^\d,-]/g, '').replace(',', '.'));
}

function lineField(translate: Translate, field: string, position: number): string {
  return translate('document.line.field')
    .replace('{{field}}', translate(`field.${field}`))
    .replace('{{position}}', String(position));
}

function confirmOrderOf(translate: Translate, supplier: string): string {
  return translate('procurement.confirm_order_of').replace('{{supplier}}', supplier);
}
