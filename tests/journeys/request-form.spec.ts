import { expect, type Page, type Request } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { journeyLanguages } from './journey-languages.ts';
import { addInvoices } from './own-database.ts';
import { ask, createRequest, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { choose, field, lineField, showHead, takeFromMenu } from './request-page.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

async function expectNothingOver(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
}

for (const { lang } of journeyLanguages) {
  const translate = texts(lang);

  test(`PROC-01 on the phone the form does not overflow (${lang})`, deep, async ({ browser }) => {
    const id = await createRequest(browser, 'Am Telefon geändert');
    const page = await personPage(browser, 'admin', lang);
    await page.setViewportSize(phone);
    await page.goto(`/procurement/form?id=${id}`);
    const edit = page.getByRole('button', { name: translate('document.edit') });
    for (const button of [edit, page.getByRole('button', { name: translate('procurement.pdf') })]) {
      await expect(button).toBeVisible();
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    }
    await expectNothingOver(page);
    await edit.click();
    await expect(field(page, translate('field.name'))).toBeVisible();
    await expectNothingOver(page);
    await page.goto('/procurement/form');
    await expectNothingOver(page);
    await showHead(page, translate);
    await expect(field(page, translate('field.ledger_account_id'))).toBeVisible();
    await expectNothingOver(page);
    await expectAccessible(page);
  });
}

test('PROC-23 payment in advance marks the order', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Erst zahlen');
  const page = await personPage(browser, 'approver1');
  await page.goto(`/procurement/form?id=${id}`);
  const title = page.locator('header:has(h1)');
  await expect(title.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
  await expect(title.getByText(t('field.payment_in_advance'))).toHaveCount(0);
  await runAction('admin', id, 'save', { head: { payment_in_advance: true } });
  await page.reload();
  await expect(title.getByText(t('field.payment_in_advance'))).toBeVisible();
  await expectAccessible(page);
  expect((await documentAs('admin', id)).status).toBe('approval');
});

test(
  'PROC-14, APPR-04 with too few approvers, the permitted ones are shown with the message',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.route('**/v1/graphql', async (route) => {
      if (!isPoolQuery(route.request())) return route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.client_by_pk.min_approval = 9;
      await route.fulfill({ response, json: answer });
    });
    const answered = page.waitForResponse((response) => isPoolQuery(response.request()));
    await page.goto('/procurement/form');
    await answered;
    const approvers = page.getByRole('region', { name: t('document.approvers') });
    await expect(approvers.getByText(t('error.needs_min_approval').replace('{{count}}', '9'))).toBeVisible();
    await expect(approvers.getByText('Torsten Lüders')).toBeVisible();
  },
);

test('PROC-14 approvers are added and removed by hand, required ones stay', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  // Makes the automatic approver a required one.
  await page.route('**/v1/graphql', async (route) => {
    if (!isPoolQuery(route.request())) return route.fallback();
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"is_required":false', '"is_required":true');
    await route.fulfill({ response, body: text });
  });
  await page.goto('/procurement/form');
  const approvers = page.getByRole('region', { name: t('document.approvers') });
  const rowOf = (name: string) => approvers.getByRole('listitem').filter({ hasText: name });
  const remove = (name: string) =>
    approvers.getByRole('button', { name: t('document.remove_approver').replace('{{name}}', name) });
  const required = rowOf('Torsten Lüders');
  await expect(required).toContainText(t('document.required_approver'));
  await expect(required).toContainText(t('document.covers'));
  await expect(approvers.getByRole('listitem').getByRole('button')).toHaveCount(0);

  const add = approvers.getByRole('combobox', { name: t('document.add_approver') });
  const choosePerson = async (name: string): Promise<void> => {
    await add.fill(name);
    await page.getByRole('option', { name }).first().click();
  };
  await choosePerson('Ina Berg');
  await expect(rowOf('Ina Berg')).toHaveCount(1);
  await expect(rowOf('Ina Berg')).not.toContainText(t('document.required_approver'));
  await expectAccessible(page);
  await remove('Ina Berg').click();
  await expect(rowOf('Ina Berg')).toHaveCount(0);

  // A required person added by hand still cannot be removed.
  await choosePerson('Torsten Lüders');
  await choosePerson('Ina Berg');
  await expect(remove('Ina Berg')).toBeVisible();
  await expect(required).toHaveCount(1);
  await expect(remove('Torsten Lüders')).toHaveCount(0);
});

function isPoolQuery(request: Request): boolean {
  return request.postData()?.includes('cost_center_approver') ?? false;
}

test(
  'PROC-02 PROC-06 every field of the head is filled in, saved, and shown again',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    const typed = {
      name: 'Alles ausgefüllt',
      delivery_date: '31.12.2099',
      external_order_number: 'EXT-4711',
      notes: 'Bitte an der Pforte melden',
    };
    const chosen = {
      ledger_account_id: '4980',
      consignee_id: 'Mehmet Aydın',
      usage_type: t('procurement.usage.yearly'),
      payment_timing: t('procurement.payment.advance'),
      type: t('procurement.type.recurring_invoice'),
    };
    const checked = ['show_notes_in_pdf', 'payment_in_advance', 'no_product_selection'];
    const prefilled = ['client_id', 'department_id', 'cost_center_id', 'delivery_address_id'];
    const further = page.getByRole('button', { name: t('document.further') });

    await showHead(page, t);
    for (const name of prefilled) await expect(field(page, t(`field.${name}`))).not.toHaveValue('');
    await further.click();
    for (const [name, text] of Object.entries(typed)) await field(page, t(`field.${name}`)).fill(text);
    for (const [name, text] of Object.entries(chosen)) await choose(field(page, t(`field.${name}`)), text);
    for (const name of checked) await page.getByLabel(t(`field.${name}`)).check();
    // PROC-24: only an order from a contract has this type.
    await field(page, t('field.type')).click();
    await expect(page.getByRole('option', { name: t('procurement.type.single_invoice') })).toBeVisible();
    await expect(page.getByRole('option', { name: t('procurement.type.recurring_contract') })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/id=\d+/);

    await page.reload();
    await further.click();
    for (const [name, text] of Object.entries({ ...typed, ...chosen }))
      await expect(field(page, t(`field.${name}`))).toHaveValue(new RegExp(text));
    for (const name of checked) await expect(page.getByLabel(t(`field.${name}`))).toBeChecked();
    const { lb_user } = await ask<{ lb_user: { client: { billing_address: string } }[] }>(
      'requester',
      '{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client { billing_address } } }',
    );
    const address = page.getByText(lb_user[0]?.client.billing_address ?? 'none');
    await expect(address.filter({ hasText: '\n' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'PROC-03 PROC-10 lines are in tabs with count and subtotal; showing all fields is remembered',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    const search = page.getByRole('combobox', { name: t('procurement.product_search') });
    for (const [place, text] of ['kopierpapier', 'headset'].entries()) {
      await search.fill(text);
      await expect(page.getByRole('option').first()).toContainText(new RegExp(text, 'i'));
      await search.press('Enter');
      await expect(field(page, lineField(t, 'description', place + 1))).toHaveValue(new RegExp(text, 'i'));
    }
    const tabs = page.getByRole('tablist', { name: t('document.line.title') }).getByRole('tab');
    await page.getByText(t('procurement.grouping.product_group'), { exact: true }).click();
    await expect(tabs).toHaveCount(3);
    await expect(tabs.first()).toHaveText(new RegExp(`${t('document.line.all')} *2`));
    await expect(tabs.nth(1)).toHaveText(/ 1\d+,\d\d/);
    await tabs.nth(1).click();
    await expect(field(page, lineField(t, 'description', 1))).toBeVisible();
    await expect(field(page, lineField(t, 'description', 2))).toHaveCount(0);
    await tabs.first().click();

    const ofLine = (name: string) => field(page, t(`field.${name}`)).last();
    const offer = ofLine('offer_number');
    await expect(offer).toHaveCount(0);
    const allFields = page.getByRole('switch', { name: t('document.line.all_fields') });
    await allFields.check();
    for (const name of ['offer_number', 'offer_date', 'webshop_url', 'image_url', 'cost_center_id'])
      await expect(ofLine(name)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/procurement/form');
    await expect(offer).toBeVisible();
    await allFields.uncheck();
    await expect(offer).toHaveCount(0);
  },
);

test(
  'PROC-31 a product that cannot be added shows the reason, and its text stays',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    await page.route('**/v1/graphql', (route) =>
      route.request().postData()?.includes('kopierpapier') ? route.abort() : route.fallback(),
    );
    const search = page.getByRole('combobox', { name: t('procurement.product_search') });
    await search.fill('kopierpapier');
    await search.press('Enter');
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: t('shell.toast.error') })
        .first(),
    ).toBeVisible();
    await expect(search).toHaveValue('kopierpapier');
    await expect(field(page, lineField(t, 'description', 2))).toHaveCount(0);
  },
);

for (const [lang, scheme] of [
  ['de', 'dark'],
  ['en', 'light'],
] as const) {
  test(
    `PROC-27 on the phone the dialogs ask for person, comment and confirmation (${lang}, ${scheme})`,
    deep,
    async ({ browser }) => {
      const translate = texts(lang);
      const id = await createRequest(
        browser,
        'Messuhren und Endmaße für die neue Prüfstelle in der Werkhalle drei',
      );
      const page = await personPage(browser, 'approver1', lang);
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(`/procurement/form?id=${id}`);
      const dialog = page.getByRole('dialog');

      for (const [key, asksComment] of [
        ['reassign', false],
        ['send_to_clearing', true],
      ] as const) {
        await takeFromMenu(page, translate, key);
        const label = translate(`procurement.actions.${key}`);
        await expect(
          dialog.getByRole('heading', { name: translate(`procurement.dialog.${key}.title`) }),
        ).toBeVisible();
        await expect(field(dialog, translate('document.person'))).toBeVisible();
        await expectNothingOver(page);
        await dialog.getByRole('button', { name: label, exact: true }).click();
        const missing = translate(asksComment ? 'error.comment_required' : 'error.person_required');
        await expect(dialog.getByText(missing)).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      }

      await takeFromMenu(page, translate, 'send_to_clearing');
      await field(dialog, translate('document.comment')).fill('Bitte prüfen');
      const person = field(dialog, translate('document.person'));
      await choose(person, 'Torsten Lüders');
      await dialog
        .getByRole('button', { name: translate('procurement.actions.send_to_clearing'), exact: true })
        .click();
      await expect(page).toHaveURL(/\/overview/);

      await page.goto(`/procurement/form?id=${id}`);
      await takeFromMenu(page, translate, 'cancel');
      await expect(dialog.getByText(translate('procurement.dialog.cancel.text'))).toBeVisible();
      await expect(dialog.getByText(translate('document.irreversible'))).toBeVisible();
      await expectNothingOver(page);
      await expectAccessible(page);
      await dialog
        .getByRole('button', { name: translate('procurement.actions.cancel'), exact: true })
        .click();
      await expect(page).toHaveURL(/\/overview/);
      expect((await documentAs('approver1', id)).status).toBe('declined');
    },
  );
}

test(
  'TASK-01 on the phone the menu of the other actions is never alone in a row',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Schmale Leiste');
    for (const person of ['approver1', 'requester', 'receiver'] as const) {
      const page = await personPage(browser, person);
      await page.setViewportSize(phone);
      await page.goto(`/procurement/form?id=${id}`);
      const bar = page
        .locator('footer')
        .filter({ has: page.getByRole('button') })
        .last();
      const more = bar.getByRole('button', { name: t('shell.more_actions') });
      await expect(more).toBeVisible();
      const middle = (await more.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const line = middle.y + middle.height / 2;
      const beside = await bar.evaluate(
        (footer, [y, left]) =>
          [...footer.querySelectorAll('button, p, span')].some((other) => {
            const box = other.getBoundingClientRect();
            return (
              box.width > 40 &&
              Math.abs(box.left - (left ?? 0)) > 40 &&
              box.top < (y ?? 0) &&
              (y ?? 0) < box.bottom
            );
          }),
        [line, middle.x] as const,
      );
      expect(beside, `beside the menu of ${person}`).toBe(true);
    }
  },
);

test(
  'PROC-20 PROC-21 PROC-24 the invoices of an order, its open value, and its manual closing',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Mit zwei Rechnungen');
    await runAction('approver1', id, 'approve', {});
    await addInvoices(id, [
      { status: 'completed', number: 'RE-2031', day: '2026-03-02', net: '100.00', gross: '119.00' },
      { status: 'open', number: 'RE-2032', day: '2026-03-09', net: '50.00', gross: '59.50' },
    ]);
    const page = await personPage(browser, 'admin');
    await page.goto(`/procurement/form?id=${id}`);
    await page.getByRole('tab', { name: t('procurement.tab.invoices') }).click();
    await expect(page.getByRole('tab', { name: t('procurement.tab.invoices') })).toContainText('2');
    const invoices = page.getByRole('region', { name: t('procurement.tab.invoices') });
    const [paid, open] = [invoices.getByRole('listitem').nth(0), invoices.getByRole('listitem').nth(1)];
    for (const text of ['RE-2031', '02.03.2026', '119,00', t('status.invoice.completed')])
      await expect(paid).toContainText(text);
    await expect(open).toContainText(t('status.invoice.open'));
    // 190 minus the amounts counted by BUD-04: the open one is not counted yet.
    await expect(invoices).toContainText(/Offener Bestellwert\s+90,00/);
    await expect(invoices).toContainText(t('procurement.completely_invoiced.open'));
    await invoices.getByRole('button', { name: t('procurement.completely_invoiced.mark') }).click();
    await expect(
      invoices.getByText(t('procurement.completely_invoiced.done'), { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await invoices.getByRole('button', { name: t('procurement.completely_invoiced.unmark') }).click();
    await expect(invoices).toContainText(t('procurement.completely_invoiced.open'));

    // The rest is invoiced: an order for one invoice is then completely invoiced automatically.
    await addInvoices(id, [
      { status: 'accounting', number: 'RE-2033', day: '2026-03-16', net: '90.00', gross: '107.10' },
    ]);
    await page.reload();
    await expect(
      invoices.getByText(t('procurement.completely_invoiced.done'), { exact: true }),
    ).toBeVisible();
    await expect(invoices).toContainText(/Offener Bestellwert\s+0,00/);
  },
);
