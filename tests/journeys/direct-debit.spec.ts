import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The worker runs every minute. */
const billed = { timeout: longestWait };

test(
  'OP-09 SET-04 DATA-07 an administrator gives a mandate, and the operator collects by a file for the bank',
  deep,
  async ({ browser }, testInfo) => {
    const admin = await personPage(browser, 'admin');
    let reference = '';

    await test.step('the mandate is given with the account, and the proposed day and reference', async () => {
      await admin.goto('/admin/configuration?tab=bank');
      await expect(admin.getByText(/DE98ZZZ09999999999/).first()).toBeVisible();
      await admin.getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 51');
      await admin.getByLabel(t('entity.configuration.field.holder')).fill('Nordfeld Antriebstechnik GmbH');
      await admin.getByRole('button', { name: t('billing.mandate.give') }).click();
      const field = admin.getByLabel(t('entity.configuration.field.sepa_mandate_reference'));
      await expect(field).toHaveValue(/^KONTOR-\d+-\d{12}$/);
      reference = await field.inputValue();
      await expectAccessible(admin);
      await admin.getByRole('button', { name: t('entity.save') }).click();
      await expect(admin.getByText(t('billing.mandate.give'))).toBeHidden();
      await admin.setViewportSize({ width: 390, height: 844 });
      await testInfo.attach('the mandate on a phone', {
        body: await admin.screenshot({ fullPage: true }),
        contentType: 'image/png',
      });
      await admin.setViewportSize({ width: 1280, height: 720 });
    });

    const operator = await personPage(browser, 'operator');

    await test.step('the operator charges the month', async () => {
      await operator.goto('/operator/tenant');
      await operator.getByRole('link', { name: 'demo', exact: true }).click();
      await operator.getByRole('link', { name: t('billing.title') }).click();
      await operator.getByRole('button', { name: t('billing.create') }).click();
      await expect(operator.getByText(t('billing.state.done')).first()).toBeVisible(billed);
      await expect(operator.getByText(t('billing.debit'))).toBeVisible(billed);
    });

    await test.step('the bill is put into a file, which can be downloaded repeatedly', async () => {
      await operator
        .getByRole('navigation', { name: t('operator.title') })
        .getByRole('link', { name: t('operator.page.direct-debits') })
        .click();
      await expect(operator).toHaveURL(/\/operator\/direct-debits/);
      await expect(operator.getByRole('checkbox', { name: 'demo' })).toBeChecked();
      await expectAccessible(operator);
      await testInfo.attach('the bills', { body: await operator.screenshot(), contentType: 'image/png' });
      const first = operator.waitForEvent('download');
      await operator.getByRole('button', { name: t('billing.debits.make') }).click();
      const made = readFileSync(await (await first).path(), 'utf8');
      expect(made).toContain(`<MndtId>${reference}</MndtId>`);
      expect(made).toContain('<SeqTp>FRST</SeqTp>');
      await expect(operator.getByText(t('billing.debits.state.collected'))).toBeVisible();
      await expect(operator.getByRole('button', { name: t('billing.debits.make') })).toBeDisabled();
      const again = operator.waitForEvent('download');
      await operator.getByRole('button', { name: /Datei vom .* herunterladen/ }).click();
      expect(readFileSync(await (await again).path(), 'utf8')).toBe(made);
      await operator.setViewportSize({ width: 390, height: 844 });
      expect(await operator.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
        true,
      );
      await testInfo.attach('the file on a phone', {
        body: await operator.screenshot(),
        contentType: 'image/png',
      });
      await operator.setViewportSize({ width: 1280, height: 720 });
    });

    await test.step('the tenant sees the day of payment', async () => {
      await admin.goto('/admin/billing');
      await expect(admin.getByText(reference)).toBeVisible();
      await testInfo.attach('what the tenant sees', {
        body: await admin.screenshot(),
        contentType: 'image/png',
      });
    });

    await test.step('a returned debit can be collected again', async () => {
      await operator
        .getByRole('button', { name: t('billing.debits.failed_of').replace('{{name}}', 'demo') })
        .click();
      const dialog = operator.getByRole('dialog');
      await dialog.getByLabel(t('billing.debits.reason')).fill('Konto aufgelöst');
      await expectAccessible(operator);
      await dialog.getByRole('button', { name: t('billing.debits.failed') }).click();
      await expect(operator.getByText('Konto aufgelöst')).toBeVisible();
      await expect(operator.getByRole('checkbox', { name: 'demo' })).toBeChecked();
    });
  },
);
