import { expect, type Page } from '@playwright/test';
import { toursRestKey } from '../../src/features/help/tours.ts';
import { deep, longestWait } from '../support/depth.ts';
import { drawInvoice } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { skipRecognition, uploadInvoice } from './own-invoice.ts';
import { newPerson, openRights } from './people-page.ts';
import { personPage, texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';
import { login } from './session.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const number = `PRUEF-${Date.now().toString(36)}`;

/** An invoice with its original, of the company with this name, and of a day. */
async function invoiceOf(page: Page, company: string, day: string): Promise<number> {
  const file = { name: `${number}.pdf`, mimeType: 'application/pdf', buffer: await drawInvoice(1) };
  const id = await uploadInvoice(page, file);
  await skipRecognition(page, id);
  await inDatabase((owner) =>
    owner.query(
      `update invoice i set invoice_date = $2, number_printed = $3, name = $3,
         client_id = (select id from client c where c.tenant_id = i.tenant_id and c.name ilike $4 order by id limit 1)
       where i.id = $1`,
      [id, day, number, `%${company}%`],
    ),
  );
  return id;
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test(
  'ARC-04 an auditor reads one company and period, changes nothing, and each access is logged',
  deep,
  async ({ browser }, testInfo) => {
    const accountant = await personPage(browser, 'accountant');
    await accountant.goto('/overview');
    const invoice = await invoiceOf(accountant, 'Logistik', '2024-05-14');
    const admin = await personPage(browser, 'admin');
    await admin.goto('/admin/user');
    const { id, email } = await newPerson('Petra Prüferin');

    await test.step('an administrator enters company, period and last day, which are required', async () => {
      await openRights(admin, id);
      await expect(field(admin, t('entity.lb_user.field.auditor_ends_on'))).toHaveCount(0);
      await admin.getByRole('checkbox', { name: t('entity.role.user-auditor') }).check();
      await admin.getByRole('button', { name: t('entity.save') }).click();
      await expect(admin.getByText(t('error.auditor_only'))).toBeVisible();
      await expect(field(admin, t('entity.lb_user.field.auditor_ends_on'))).toHaveAccessibleDescription(
        t('entity.problem.field_required'),
      );
      await admin.getByRole('checkbox', { name: t('entity.role.user-price') }).uncheck();
      await choose(field(admin, t('entity.lb_user.field.auditor_client_id')), 'Logistik');
      await field(admin, t('entity.lb_user.field.auditor_from')).fill('01.01.2024');
      await field(admin, t('entity.lb_user.field.auditor_until')).fill('31.12.2024');
      await field(admin, t('entity.lb_user.field.auditor_ends_on')).fill('31.12.2098');
      await field(admin, t('entity.lb_user.field.auditor_ends_on')).blur();
      await expectAccessible(admin);
      await testInfo.attach('the form', { body: await admin.screenshot(), contentType: 'image/png' });
      await admin.getByRole('button', { name: t('entity.save') }).click();
      await expect(admin.getByText(t('entity.unchanged'))).toBeVisible();
      await expect(admin.getByText(t('auditor.none'))).toBeVisible();
    });

    const page = await (
      await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })
    ).newPage();
    await login(page, email);

    await test.step('she starts at all documents, with a notice of her scope and last day', async () => {
      await expect(page).toHaveURL(/tab=all/);
      const bar = page.getByRole('complementary', { name: t('auditor.access') });
      await expect(bar).toContainText('Prüferzugang bis 31.12.2098');
      await expect(bar).toContainText('01.01.2024 bis 31.12.2024');
      await expect(page.getByRole('tab', { name: t('overview.tab.tasks') })).toHaveCount(0);
      await expect(page.getByRole('button', { name: t('shell.add.button') })).toHaveCount(0);
      await expect(page.getByText(number).first()).toBeVisible();
      await expectAccessible(page);
      await testInfo.attach('her overview', { body: await page.screenshot(), contentType: 'image/png' });
    });

    await test.step('she reads the invoice with its original, and has no button to change it', async () => {
      await page.goto(`/invoice/form?id=${invoice}`);
      await expect(
        page
          .getByRole('region', { name: t('invoice.original.title') })
          .locator('canvas')
          .first(),
      ).toBeVisible();
      await expect(
        page.getByRole('button', { name: /speichern|freigeben|klärung|kommentieren/i }),
      ).toHaveCount(0);
      await testInfo.attach('an invoice', { body: await page.screenshot(), contentType: 'image/png' });
      await expectAccessible(page);
    });

    await test.step('she views master data, only of her own company, and cannot change any', async () => {
      await page.goto('/admin/client');
      const rows = page.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(2);
      await expect(page.getByRole('button', { name: t('entity.client.new') })).toHaveCount(0);
      await rows.last().getByRole('button').click();
      await expect(field(page, t('entity.client.field.name'))).toBeDisabled();
      await expect(page.getByRole('button', { name: t('entity.save') })).toHaveCount(0);
      await testInfo.attach('a company', { body: await page.screenshot(), contentType: 'image/png' });
      await expectAccessible(page);
      await page.goto('/admin/configuration');
      await expect(page.getByText(t('admin.no_permission_title'))).toBeVisible();
    });

    await test.step('no tour starts, and the help offers only permitted actions', async () => {
      await page.addInitScript((key) => sessionStorage.removeItem(key), toursRestKey);
      await page.goto('/overview?tab=all');
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
      await page.waitForTimeout(2_000);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goto('/help');
      await expect(page.getByRole('button', { name: t('help.popup.run') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('help.mail.run') })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: t('help.tour.title') })).toHaveCount(0);
    });

    await test.step('she orders the export and downloads it', async () => {
      await page.getByRole('link', { name: t('auditor.export') }).click();
      await expect(page).toHaveURL(/\/archive$/);
      await page.getByRole('button', { name: t('archive.make') }).click();
      const first = page
        .getByRole('list', { name: t('archive.list') })
        .getByRole('listitem')
        .first();
      await expect(first).toContainText('01.01.2024 bis 31.12.2024');
      await expect(first.getByText(t('archive.state.done'))).toBeVisible({ timeout: longestWait });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: t('archive.download') })
          .first()
          .click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^Archiv_.*\.zip$/);
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
      await testInfo.attach('her export on a phone', {
        body: await page.screenshot(),
        contentType: 'image/png',
      });
    });

    await test.step('the administrator sees her requests', async () => {
      await openRights(admin, id);
      const list = admin.getByRole('list', { name: t('auditor.accesses') });
      await expect(list.getByRole('listitem').first()).toContainText(t('auditor.kind.export'));
      const more = admin.getByRole('button', { name: t('auditor.more') });
      const reading = list.getByText(new RegExp(`${t('overview.kind.invoice')}.*${invoice}`)).first();
      await expect(async () => {
        await more.click();
        await expect(reading).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expectAccessible(admin);
      await testInfo.attach('the accesses', { body: await admin.screenshot(), contentType: 'image/png' });
    });

    await test.step('after her last day she is logged out, with the reason', async () => {
      await inDatabase((owner) =>
        owner.query("update lb_user set auditor_ends_on = '2024-12-31' where id = $1", [id]),
      );
      await page.goto('/overview?tab=all');
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByRole('alert')).toHaveText(/^Ihr Zugang als Prüfer endete am 31\.12\.2024\./);
    });
  },
);
