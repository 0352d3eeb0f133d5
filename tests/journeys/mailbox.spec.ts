import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { rawMail } from '../support/raw-mail.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { fill } from './admin-page.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');
const filledIn = (key: string, name: string) => t(key).replace('{{name}}', name);
const label = (name: string) => t(`entity.mailbox.field.${name}`);

let dovecot: Dovecot;
test.beforeAll(async () => {
  dovecot = await startDovecot();
});
test.afterAll(() => dovecot?.stop());

test(
  'SET-07 MBX-02 MBX-03 a mailbox is set up and tested; a mail with XML and PDF becomes one invoice with both',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const number = `RE-${randomUUID().slice(0, 8)}`;
    const account = dovecot.account();
    const name = `Rechnungen ${account}`;
    const status = page.getByRole('status').filter({ hasText: /./ });

    await test.step('an administrator finds it among the settings', async () => {
      await page.goto('/admin/configuration?tab=mailboxes');
      await page.getByRole('link', { name: t('entity.mailbox.new') }).click();
      await expect(page).toHaveURL(/admin\/mailbox\/form/);
    });

    await test.step('a wrong password is reported before saving', async () => {
      await fill(page, 'mailbox', {
        name,
        host: '127.0.0.1',
        port: String(dovecot.ports.imap),
        username: account,
        password: 'falsch',
      });
      await page.getByRole('checkbox', { name: label('tls') }).uncheck();
      await page.getByRole('button', { name: t('mailbox.test') }).click();
      await expect(status.filter({ hasText: t('mailbox.failure.login_refused') })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('with the right one the connection works, and the mailbox is saved', async () => {
      await field(page, label('password')).fill(dovecot.password);
      await page.getByRole('button', { name: t('mailbox.test') }).click();
      await expect(status.filter({ hasText: t('mailbox.connected') })).toBeVisible();
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page).toHaveURL(/id=\d+/);
      await expect(page.getByText(dovecot.password)).toHaveCount(0);
    });

    await test.step('a mail with both files is read, and the list shows it', async () => {
      const text = `Papierhaus GmbH\nRechnung\nRechnungsnummer: ${number}\nGesamtbetrag 119,00 EUR`;
      const files = [
        { name: `${number}.pdf`, bytes: await drawTyped(text) },
        { name: `${number}.xml`, bytes: ublInvoice({ number, seller: 'Papierhaus' }) },
      ];
      dovecot.deliver(account, rawMail({ files }));
      await page.goto('/admin/configuration?tab=mailboxes');
      const row = page.getByRole('listitem').filter({ hasText: name });
      await expect(row).toContainText(t('mailbox.state.never'));
      await row.getByRole('button', { name: filledIn('mailbox.run_of', name) }).click();
      await expect(row).toContainText('Zuletzt abgerufen');
      await expectAccessible(page);
      await row.getByRole('link', { name }).click();
      await page.getByRole('tab', { name: t('entity.mailbox.tab.mails') }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Ihre Rechnung' })).toContainText(
        '1 Rechnung übernommen',
      );
      await expectAccessible(page);
    });

    await test.step('it is one invoice, read from the XML, with the PDF among its documents', async () => {
      const found = async () => {
        const query = `{ invoice(where: { mailbox: { name: { _eq: "${name}" } } }) { id number_printed } }`;
        return (await ask<{ invoice: { id: number; number_printed: string | null }[] }>('admin', query))
          .invoice;
      };
      await expect(async () => {
        expect(await found()).toMatchObject([{ number_printed: number }]);
      }).toPass();
      const [invoice] = await found();
      await page.goto(`/invoice/form?id=${invoice?.id}`);
      await expect(page.getByLabel(t('field.number_printed'))).toHaveValue(number);
      await page.getByRole('tab', { name: t('invoice.tab.documents') }).click();
      await expect(page.getByRole('region', { name: t('document.files.title') })).toContainText(
        `${number}.pdf`,
      );
    });
  },
);
