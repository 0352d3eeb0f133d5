import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { statusesOf } from '../../src/timeline/kinds.ts';
import { deep, someOf } from '../support/depth.ts';
import { pdf } from '../support/sample-files.ts';
import { test } from './journey.ts';
import { invitedPage, newPersonWithoutPrices } from './people-page.ts';
import {
  ask,
  createDraft,
  createRequest,
  giveUp,
  logIn,
  type Person,
  personPage,
  runAction,
  texts,
} from './procurement-people.ts';
import {
  actionButton,
  choose,
  expectDone,
  field,
  lineField,
  shownText,
  takeFromMenu,
} from './request-page.ts';
import { withEveryModule } from './switch-module.ts';
import { type Walk, walk } from './walk.ts';

const t = texts('de');
withEveryModule();

test(
  'PROC-01 PROC-07 PROC-10 PROC-15 NAV-24 VAL-45 I18N-01 a new request while it is filled in',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'requester'), async ({ page, visit, look }) => {
      await visit('/procurement/form');
      await actionButton(page, t, 'submit').click();
      await expect(page.getByText(t('error.lines_required'))).toBeVisible();
      await look('what is missing in a new request');

      const search = field(page, t('procurement.product_search'));
      await search.fill('papier');
      await expect(page.getByRole('option').nth(1)).toBeVisible();
      await look('the products found');
      await search.press('Enter');
      await expect(field(page, lineField(t, 'description', 1))).toHaveValue(/papier/i);
      await page.getByRole('button', { name: t('document.line.add') }).click();
      await field(page, lineField(t, 'description', 2)).fill('HSS-Bohrer 6 mm');
      await choose(field(page, lineField(t, 'supplier_id', 2)), 'Br');
      await field(page, lineField(t, 'price_netto', 2)).fill('9999999');
      await page.getByRole('switch', { name: t('document.line.all_fields') }).click();
      await look('lines with all their fields, and a budget that is exceeded');
      await page.getByRole('button', { name: t('procurement.add_surcharge') }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await look('surcharges');
      await page.keyboard.press('Escape');
      await page.getByRole('switch', { name: t('document.line.all_fields') }).click();

      const day = page.locator('label', { hasText: t('field.delivery_date') }).first();
      await page
        .locator('div', { has: day })
        .last()
        .getByRole('button', { name: t('shell.field.open_calendar') })
        .click();
      await expect(
        page.getByRole('dialog').getByRole('button', { name: t('calendar.next_month') }),
      ).toBeVisible();
      await look('the calendar of a date');
      await page.keyboard.press('Escape');
      await field(page, t('field.consignee_id')).click();
      await expect(page.getByRole('option').nth(1)).toBeVisible();
      await look('the choices of a field');
      await page.keyboard.type('gibtesnicht');
      await expect(shownText(page, t('shell.field.nothing_found'))).toBeVisible();
      await look('no choice that fits', { only: 'desk' });
      await page.keyboard.press('Escape');

      await page.getByRole('tab', { name: t('procurement.tab.documents') }).click();
      await look('the documents of a new request');
      await takeFromMenuOf(page, t('document.discard'));
      await look('discarding a request');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('link', { name: t('shell.to_index') }).click();
      await expect(page.getByRole('dialog')).toContainText(t('shell.unsaved.title'));
      await look('leaving what is not saved');
    });
  },
);

test('NAV-03 PROC-25 I18N-01 a new order from a contract', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await walk(page, async ({ visit, look }) => {
    await visit('/procurement/form?select-contract');
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.contract.take') })
      .click();
    await look('no contract chosen');
    const contract = field(dialogOf(page), t('field.contract_id'));
    await contract.fill('Hallenbeleuchtung');
    await expect(page.getByRole('option', { name: 'Hallenbeleuchtung' }).first()).toBeVisible();
    await contract.press('Enter');
    await expect(dialogOf(page).getByText('Elektro Wiechmann GmbH')).toBeVisible();
    await look('the contract chosen');
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.contract.take') })
      .click();
    await page.getByRole('button', { name: t('procurement.contract.unlink') }).waitFor();
    await look('a request that a contract fills in');
  });
});

test(
  'PROC-25 ROLE-07 I18N-01 the question about leaving a contract to a person without prices',
  deep,
  async ({ browser }) => {
    const { email } = await newPersonWithoutPrices();
    await walk(await invitedPage(browser, email), async ({ page, look }) => {
      await page.goto('/procurement/form?select-contract');
      await choose(field(dialogOf(page), t('field.contract_id')), 'Hallenbeleuchtung');
      await dialogOf(page)
        .getByRole('button', { name: t('procurement.contract.take') })
        .click();
      await page.getByRole('button', { name: t('procurement.contract.unlink') }).click();
      await expect(page.getByRole('dialog', { name: t('procurement.contract.unlink_title') })).toBeVisible();
      await look('leaving a contract with its prices');
    });
  },
);

test('PROC-01 I18N-01 a request in each state, and its tabs', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  const roots = statusesOf.procurement.map(
    (status) =>
      `${status}: procurement(where: { status: { _eq: "${status}" } }, limit: 1, order_by: { id: desc }) { id }`,
  );
  const found = await ask<Record<string, { id: number }[]>>('buyer', `{ ${roots.join('\n')} }`);
  const ids = statusesOf.procurement.flatMap((status) => found[status]?.map(({ id }) => id) ?? []);
  expect(ids.length).toBeGreaterThan(5);
  await walk(page, async ({ visit, look }) => {
    for (const id of someOf(ids, 2)) await visit(`/procurement/form?id=${id}`);
    for (const tab of ['invoices', 'documents']) await visit(`/procurement/form?id=${ids.at(-1)}&tab=${tab}`);
    const over = page.getByRole('complementary', { name: t('timeline.title') }).getByRole('button');
    await look('what a button of the timeline means', { only: 'desk', over: over.first() });
  });
});

test(
  'TASK-01 TASK-07 TASK-09 LOCK-01 I18N-01 the dialogs of a request in approval',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Wird von allen Seiten angesehen');
    await walk(await personPage(browser, 'approver1'), async (approver) => {
      const { page, look } = approver;
      await page.goto(`/procurement/form?id=${id}`);
      await actionButton(page, t, 'decline').click();
      await dialogOf(page)
        .getByRole('button', { name: t('procurement.actions.decline') })
        .click();
      await expect(dialogOf(page).getByText(t('error.comment_required'))).toBeVisible();
      await look('declining without a reason');
      await closeDialog(page);
      for (const action of ['send_to_clearing', 'reassign']) await lookAtAction(approver, action);

      await runAction('admin', id, 'save', { head: { notes: 'Nur mit Rahmenvertrag bestellen.' } });
      await expect(page.getByRole('region', { name: t('document.changed.label') })).toBeVisible();
      await look('a request that was changed meanwhile');
    });
  },
);

test(
  'RDEF-05 BUD-06 API-41 TASK-03 I18N-01 the questions of submit and approve, and the way back',
  deep,
  async ({ browser, afterwards }) => {
    const id = await createDraft(browser, 'Bearbeitungszentrum mit allen Fragen', 900_000);
    const department = await departmentOf('requester');
    // Another name than the company's, so that there is a choice.
    afterwards(() => setSender(department, null));
    await setSender(department, await idOf('selector'));
    await walk(await personPage(browser, 'requester'), async (requester) => {
      const { page, look } = requester;
      await page.goto(`/procurement/form?id=${id}`);
      await actionButton(page, t, 'submit').click();
      const person = field(dialogOf(page), t('procurement.role.send_order_id'));
      await expect(person).toHaveValue(/./);
      await look('who shall place the order');
      await person.click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await look('the persons who could place the order', { only: 'phone' });
      await page.getByRole('option').first().click();
      await dialogOf(page)
        .getByRole('button', { name: t('procurement.actions.submit') })
        .click();
      await confirmBudget(requester, 'submit');
      // Later journeys have the budget again.
      afterwards(() => giveUp(browser, id));
      await expect(page.getByText(t('status.procurement.approval'), { exact: true }).first()).toBeVisible();
      await openMenu(page, 'withdraw');
      await look('the other actions of who asked for it');
    });
    await walk(await personPage(browser, 'approver1'), async (approver) => {
      await approver.page.goto(`/procurement/form?id=${id}`);
      await actionButton(approver.page, t, 'approve').click();
      await confirmBudget(approver, 'approve');
      await expectDone(approver.page);
    });
    // More approvers are due; an approval itself never goes to people who may not approve (APPR-19).
    await logIn(browser, 'approver2');
    await runAction('approver2', id, 'send_to_clearing', { comment: 'Der Lieferant steht noch nicht fest' });
    await runAction('admin', id, 'reassign', { person_id: await idOf('Einkauf') });
    await runAction('buyer', id, 'accept', {});
    await walk(await personPage(browser, 'buyer'), async (buyer) => {
      const { page, look } = buyer;
      await page.goto(`/procurement/form?id=${id}`);
      await openMenu(page, 'give_back');
      await look('the other actions of who accepted a task');
      await page.keyboard.press('Escape');
      await lookAtAction(buyer, 'to_select_product');
    });
  },
);

test('PROC-16 PROC-17 PROC-36 TASK-08 I18N-01 the dialogs of ordering', deep, async ({ browser }) => {
  const id = await approvedRequest(browser, 'Bestellt, bestätigt und geändert');
  await walk(await personPage(browser, 'buyer'), async (buyer) => {
    const { page, look } = buyer;
    const orders = page.getByRole('region', { name: t('procurement.order.title') });
    const order = (name: string): Locator => orders.getByRole('button', { name: new RegExp(name) });
    await page.goto(`/procurement/form?id=${id}`);
    await order(`^${t('procurement.order.confirm.order')}|bestätigen`)
      .first()
      .click();
    await look('an order placed otherwise');
    await closeDialog(page);
    await order(`^${t('procurement.order.send.order')}`).click();
    await expect(dialogOf(page).getByLabel(t('field.subject'))).toHaveValue(/Bestellung/);
    await look('an order as a mail');
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.order.send.order') })
      .click();
    await expect(orders.getByText(t('procurement.order_state.sent')).first()).toBeVisible();

    await order(`^${t('procurement.actions.record_confirmation')}`).click();
    await dialogOf(page)
      .getByLabel(/^Bestätigte Menge/)
      .fill('1');
    await dialogOf(page).getByLabel(t('document.comment')).click();
    await expect(dialogOf(page).getByText(t('procurement.confirmation.deviates'))).toBeVisible();
    await look('a confirmation that deviates');
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.confirmation.save'), exact: true })
      .click();
    await order(`^${t('procurement.actions.accept_confirmation')}`).click();
    await look('accepting the deviations');
    await closeDialog(page);
    await runAction('buyer', id, 'send_to_clearing', { comment: 'Wird doch nicht gebraucht' });
    await page.goto(`/procurement/form?id=${id}`);
    for (const action of ['to_order', 'to_delivery', 'cancel']) await lookAtAction(buyer, action);
  });
});

test('PROC-18 TASK-12 DATA-30 I18N-01 the dialogs of receiving', deep, async ({ browser }) => {
  const id = await approvedRequest(browser, 'Ladehof mit allen Dialogen');
  await runAction('buyer', id, 'confirm_order', {});
  await runAction('buyer', id, 'complete_order', {});
  await walk(await personPage(browser, 'receiver'), async ({ page, visit, look }) => {
    await visit(`/procurement/form?id=${id}`);
    await actionButton(page, t, 'receive').click();
    const more = t('procurement.receive.more').replace('{{name}}', 'Messuhr');
    await dialogOf(page).getByRole('button', { name: more }).click();
    const note = { name: 'Lieferschein.pdf', mimeType: 'application/pdf', buffer: pdf };
    await dialogOf(page).locator('input[type=file]').first().setInputFiles(note);
    await look('goods that are received');
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.receive.book'), exact: true })
      .click();
    await page.getByRole('button', { name: /^Wareneingang DN-\d+ zurücknehmen/ }).click();
    await dialogOf(page)
      .getByRole('button', { name: t('procurement.receive.counter'), exact: true })
      .click();
    await look('a receipt that is taken back');
    await closeDialog(page);
    await actionButton(page, t, 'finish_delivery').click();
    await expect(dialogOf(page).getByText(t('procurement.dialog.finish_delivery.missing'))).toBeVisible();
    await look('the end of a delivery with goods missing');
  });
});

test('PROC-29 PROC-32 I18N-01 a draft with a document, and their deletion', deep, async ({ browser }) => {
  await walk(await personPage(browser, 'requester'), async ({ page, look }) => {
    await page.goto('/procurement/form');
    await field(page, t('field.name')).fill('Erst das Angebot');
    await page.getByRole('tab', { name: t('procurement.tab.documents') }).click();
    const documents = page.getByRole('region', { name: t('procurement.tab.documents') });
    const offer = { name: 'Angebot.pdf', mimeType: 'application/pdf', buffer: pdf };
    await documents.locator('input[type=file]').setInputFiles(offer);
    const remove = t('document.files.remove').replace('{{name}}', offer.name);
    const cross = documents.getByRole('button', { name: remove });
    await look('what the cross of a document does', { only: 'desk', over: cross });
    await cross.click();
    await look('a document that is taken off');
    await closeDialog(page);
    await takeFromMenuOf(page, t('document.delete_draft'));
    await look('deleting a draft');
    await dialogOf(page)
      .getByRole('button', { name: t('document.delete_draft') })
      .click();
    await expect(page).toHaveURL(/tab=drafts/);
  });
});

async function departmentOf(person: Person): Promise<number> {
  const { lb_user } = await ask<{ lb_user: { department_id: number }[] }>(
    'admin',
    `{ lb_user(where: { email: { _eq: "${person}@demo.test" } }) { department_id } }`,
  );
  return lb_user[0]?.department_id ?? 0;
}

/** The id of a person of the demo, or of a task group by its name. */
async function idOf(who: Person | 'Einkauf'): Promise<number> {
  const { lb_user } = await ask<{ lb_user: { id: number }[] }>(
    'admin',
    `query ($email: String!, $name: String!) {
      lb_user(where: { _or: [{ email: { _eq: $email } }, { is_group: { _eq: true }, name: { _eq: $name } }] }) { id } }`,
    { email: `${who}@demo.test`, name: who },
  );
  return lb_user[0]?.id ?? 0;
}

/** The order sender of a department, if it has its own (RDEF-02). */
async function setSender(department: number, person: number | null): Promise<void> {
  await ask(
    'admin',
    `mutation ($id: bigint!, $person: bigint) {
      update_department_by_pk(pk_columns: { id: $id }, _set: { user_send_order_id: $person }) { id } }`,
    { id: department, person },
  );
}

/** Checks the server's question about the budget, and confirms. */
async function confirmBudget({ page, look }: Walk, action: string): Promise<void> {
  const question = page.getByRole('dialog', { name: t('shell.confirm_title') });
  await expect(question).toContainText(/Budget .* überschritten/);
  await look(`what the server asks about ${action}`);
  await question.getByRole('button', { name: t(`procurement.actions.${action}`) }).click();
  await expect(question).toBeHidden();
}

/** Opens the menu with the action after the buttons. */
async function openMenu(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: t('shell.more_actions') })
    .last()
    .click();
  await expect(page.getByRole('menuitem', { name: t(`procurement.actions.${action}`) })).toBeVisible();
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
}

/** Checks the dialog of an action in the menu. */
async function lookAtAction({ page, look }: Walk, action: string): Promise<void> {
  await takeFromMenu(page, t, action);
  await expect(dialogOf(page)).toBeVisible();
  await look(`the dialog of ${action}`);
  await closeDialog(page);
}

async function takeFromMenuOf(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: t('shell.more_actions') })
    .last()
    .click();
  await page.getByRole('menuitem', { name }).click();
  await expect(dialogOf(page)).toBeVisible();
}

/** An approved request at the person who orders. */
async function approvedRequest(browser: Browser, name: string): Promise<number> {
  const id = await createRequest(browser, name);
  for (const person of ['approver1', 'buyer', 'receiver'] satisfies Person[])
    await (await personPage(browser, person)).context().close();
  await runAction('approver1', id, 'approve', {});
  return id;
}
