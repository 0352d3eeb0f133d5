import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice } from '../support/drawn-invoice.ts';
import { thisYear } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test(
  'ARC-02 an administrator sets a legal hold on an invoice with a reason, visible to all its readers, and lifts it',
  deep,
  async ({ browser }) => {
    const accountant = await personPage(browser, 'accountant');
    await accountant.goto('/overview');
    await accountant.getByRole('heading').first().waitFor();
    const buffer = await drawInvoice(1);
    const id = await uploadInvoice(accountant, { name: 'Streit.pdf', mimeType: 'application/pdf', buffer });
    await skipRecognition(accountant, id);

    const admin = await personPage(browser, 'admin');
    await admin.goto(`/invoice/form?id=${id}&tab=documents`);
    const until = t('document.retention.until').replace('{{day}}', `31.12.${thisYear() + 8}`);
    await expect(admin.getByText(until)).toBeVisible();
    const take = async (action: string): Promise<void> => {
      await admin.getByRole('button', { name: t('shell.more_actions') }).click();
      await admin.getByRole('menuitem', { name: t(`invoice.actions.${action}`) }).click();
    };
    await take('hold');
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: t('invoice.actions.hold') }).click();
    await expect(dialog).toContainText(t('error.comment_required'));
    await expectAccessible(admin);
    await dialog.getByRole('textbox').fill('Rechtsstreit mit dem Lieferanten');
    await dialog.getByRole('button', { name: t('invoice.actions.hold') }).click();

    const badge = (page: typeof admin) => page.getByText(t('document.retention.badge'), { exact: true });
    const reason = t('document.retention.held').replace('{{reason}}', 'Rechtsstreit mit dem Lieferanten');
    await expect(badge(admin)).toBeVisible();
    await expect(admin.getByText(reason)).toBeVisible();
    await accountant.setViewportSize({ width: 390, height: 844 });
    await accountant.goto(`/invoice/form?id=${id}&tab=documents`);
    await expect(badge(accountant)).toBeVisible();
    await accountant.getByText(reason).scrollIntoViewIfNeeded();
    await expectAccessible(accountant);

    await take('lift_hold');
    await dialog.getByRole('textbox').fill('Verglichen');
    await dialog.getByRole('button', { name: t('invoice.actions.lift_hold') }).click();
    await expect(badge(admin)).toHaveCount(0);
    await expect(admin.getByText(until)).toBeVisible();
  },
);

test('ARC-02 a retention below the legal one is refused in the settings', deep, async ({ browser }) => {
  const admin = await personPage(browser, 'admin');
  await admin.goto('/admin/configuration');
  const field = admin.getByLabel(t('entity.configuration.field.retention_years_invoice'));
  await expect(field).toHaveValue('8');
  await field.fill('7');
  await admin.getByRole('button', { name: t('entity.save') }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.scrollIntoViewIfNeeded();
});
