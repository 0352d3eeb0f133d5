import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { begin, fill, link, openTab, save } from './admin-page.ts';
import { test } from './journey.ts';
import { firstAdministrator, invitedPerson } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { field } from './request-page.ts';

const t = texts('de');
const label = (name: string) => t(`entity.configuration.field.${name}`);

let tenants = 0;
/** A separate tenant, so that switched-off modules affect no other journey. */
function freshTenant(browser: Browser): Promise<Page> {
  tenants += 1;
  const name = `Einstellung ${Date.now().toString(36)} ${tenants}`;
  return firstAdministrator(browser, name, `${name.replaceAll(' ', '.').toLowerCase()}@firma.test`);
}

test(
  'SET-01 SET-04 SET-09 VAL-39 general, contact and bank data are checked and kept',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.goto('/admin/configuration');
    await expect(field(page, label('name'))).toBeDisabled();
    await expect(page.getByText(t('entity.configuration.section_hint.requests'))).toBeVisible();
    await field(page, label('initial_order_number')).fill('1.000.000.000');
    await openTab(page, 'configuration', 'bank');
    await expect(page).toHaveURL(/tab=bank/);
    await field(page, label('iban')).fill('DE89 3704 0044 0532 0130 01');
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(field(page, label('initial_order_number'))).toBeFocused();
    await expect(page.getByText('2 Angaben in 2 Reitern stimmen noch nicht')).toBeVisible();
    await expectAccessible(page);

    await field(page, label('initial_order_number')).fill('4.711');
    await openTab(page, 'configuration', 'bank');
    await field(page, label('iban')).fill('de89 3704 0044 0532 0130 00');
    await openTab(page, 'configuration', 'contact');
    await field(page, label('contact_email')).fill(' Einkauf@Firma.test ');
    // The notice is shown only briefly.
    await Promise.all([page.getByText(t('shell.toast.saved'), { exact: true }).waitFor(), save(page)]);
    await page.reload();
    await expect(field(page, label('contact_email'))).toHaveValue('einkauf@firma.test');
    await openTab(page, 'configuration', 'bank');
    await expect(field(page, label('iban'))).toHaveValue(/^DE89 ?3704/);
    await openTab(page, 'configuration', 'general');
    await expect(field(page, label('initial_order_number'))).toHaveValue('4.711');

    await test.step('DATA-26 a location is on the same page', async () => {
      const place = page
        .getByRole('region', { name: t('entity.location.many') })
        .getByRole('textbox', { name: t('entity.location.field.name') });
      await page.getByRole('button', { name: t('entity.location.new') }).click();
      await place.fill('Lager Süd');
      await save(page);
      await page.reload();
      await expect(place).toHaveValue('Lager Süd');
    });

    await test.step('AUD-08 the history names keys, locations and the columns of the tenant', async () => {
      await page.getByRole('button', { name: t('entity.history') }).click();
      const history = page.getByRole('dialog');
      await expect(history).toContainText(label('initial_order_number'));
      await expect(history).toContainText('Lager Süd');
      await expect(history).toContainText(label('contact_email'));
      await expect(history).toContainText('einkauf@firma.test');
      await expect(history).toContainText('DE89370400440532013000');
      await expect(history).not.toContainText(/contact_email|initial_order_number/);
      await expectAccessible(page);
    });
    await page.context().close();
  },
);

test(
  'GEN-10 GEN-11 a module that is switched off disappears at once, and reappears at once',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.goto('/admin/configuration?tab=modules');
    const navigation = page.getByRole('navigation', { name: t('admin.title') });
    await expect(page.getByText(t('entity.configuration.section_hint.modules'))).toBeVisible();
    const toggle = async (module: string, isOn: boolean): Promise<void> => {
      await page.getByRole('checkbox', { name: label(`module_${module}`) }).setChecked(isOn);
      await save(page);
    };

    await toggle('invoice', false);
    await expect(navigation.getByRole('link', { name: t('settings.invoice_title') })).toHaveCount(0);
    await expect(page.getByRole('tab', { name: t('entity.configuration.tab.datev') })).toHaveCount(0);
    await toggle('invoice', true);
    await expect(navigation.getByRole('link', { name: t('settings.invoice_title') })).toBeVisible();

    const groups = navigation.getByRole('link', { name: t('entity.permission.many') });
    await expect(groups).toHaveCount(0);
    await toggle('permissions', true);
    await expect(groups).toBeVisible();

    await toggle('procurement', false);
    await page.goto('/procurement/form');
    // It leads to the start page, which is the dashboard without tasks (NAV-02).
    await expect(page).toHaveURL(/\/(overview|dashboard)/);
    await expect(page.getByText(t('error.module_off'))).toBeVisible();
    await page.goto('/admin/configuration?tab=modules');
    await toggle('procurement', true);
    await page.goto('/procurement/form');
    await expect(field(page, t('field.name'))).toBeVisible();
    await page.context().close();
  },
);

test(
  'ROLE-13 ADM-16 a permission group hides its records from all others, while the module is on',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.goto('/admin/configuration?tab=modules');
    await page.getByRole('checkbox', { name: label('module_permissions') }).check();
    await save(page);

    await begin(page, 'supplier');
    await fill(page, 'supplier', { name: 'Geheim GmbH' });
    await save(page);
    const email = `fremd.${Date.now().toString(36)}@firma.test`;
    await begin(page, 'lb_user');
    await fill(page, 'lb_user', { name: 'Frida Fremd', email });
    await save(page);
    await begin(page, 'permission');
    await fill(page, 'permission', { name: 'Vertraulich' });
    await openTab(page, 'permission', 'suppliers');
    await link(page, 'supplier', 'Geheim GmbH');
    await expectAccessible(page);
    await save(page);

    const stranger = await invitedPerson(browser, page, email);
    const suppliersOfStranger = async (): Promise<unknown> =>
      await stranger.evaluate(async () => {
        const answer = await fetch('/v1/graphql', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('token')}`,
          },
          body: JSON.stringify({ query: '{ supplier { name } }' }),
        });
        return (await answer.json()).data.supplier.map(({ name }: { name: string }) => name);
      });
    expect(await suppliersOfStranger()).toEqual([]);

    await test.step('as a member she sees it', async () => {
      await openTab(page, 'permission', 'members');
      await link(page, 'lb_user', 'Frida Fremd');
      await save(page);
      await expect.poll(suppliersOfStranger).toEqual(['Geheim GmbH']);
      await page.getByRole('button', { name: 'Frida Fremd entfernen' }).click();
      await save(page);
      await expect.poll(suppliersOfStranger).toEqual([]);
    });

    await test.step('ROLE-18 without the module it stays restricted', async () => {
      await page.goto('/admin/configuration?tab=modules');
      await page.getByRole('checkbox', { name: label('module_permissions') }).uncheck();
      await page.getByRole('button', { name: t('entity.save') }).click();
      const question = page.getByRole('dialog', { name: t('entity.configuration.groups_off.title') });
      await expect(question).toContainText('1 Datensatz');
      await expectAccessible(page);
      await question.getByRole('button', { name: t('shell.cancel') }).click();
      expect(await suppliersOfStranger()).toEqual([]);
      await page.getByRole('button', { name: t('entity.save') }).click();
      await question.getByRole('button', { name: t('entity.configuration.groups_off.action') }).click();
      await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
      expect(await suppliersOfStranger()).toEqual([]);
    });
    await stranger.context().close();
    await page.context().close();
  },
);

test(
  'SET-01 ADM-17 on a phone in dark mode all settings are reachable and fit',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/admin/client');
    const pages = page.getByRole('combobox', { name: t('admin.title') });
    await pages.selectOption(t('settings.title'));
    await expect(page).toHaveURL('/admin/configuration');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await pages.selectOption(t('settings.invoice_title'));
    await expect(page).toHaveURL('/admin/invoice');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.invoice_title'));
    await expectAccessible(page);
    await page.context().close();
  },
);

test(
  'ADM-17 SET-02 required fields of invoices and exported columns are chosen and kept',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.goto('/admin/invoice');
    const group = (key: string) => page.getByRole('group', { name: label(key) });
    const option = (key: string, value: string) =>
      group(key).getByRole('checkbox', {
        name: t(`entity.configuration.choice.${key}.${value}`),
        exact: true,
      });
    await expect(option('invoice_export_columns', 'due_date')).toBeChecked();
    await expect(option('invoice_required_fields', 'cost_center_id')).not.toBeChecked();
    await option('invoice_required_fields', 'cost_center_id').check();
    await option('invoice_export_columns', 'due_date').uncheck();
    await page.getByRole('checkbox', { name: label('procurement_or_contract_required') }).check();
    await expectAccessible(page);
    await save(page);
    await page.reload();
    await expect(option('invoice_required_fields', 'cost_center_id')).toBeChecked();
    await expect(option('invoice_export_columns', 'due_date')).not.toBeChecked();
    await expect(option('invoice_export_columns', 'number')).toBeChecked();
    await expect(
      page.getByRole('checkbox', { name: label('procurement_or_contract_required') }),
    ).toBeChecked();
    await page.context().close();
  },
);

test(
  'GEN-10 with requests switched off the overview is empty and sends no refused query',
  deep,
  async ({ browser }) => {
    const page = await freshTenant(browser);
    await page.goto('/admin/configuration?tab=modules');
    await page.getByRole('checkbox', { name: label('module_procurement') }).uncheck();
    await save(page);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/v1/graphql')) return;
      const body = await response.text().catch(() => '');
      if (body.includes('"errors"')) refused.push(`${response.request().postData()?.slice(0, 80)}: ${body}`);
    });
    await page.goto('/overview?tab=all');
    await expect(page.getByText(t('overview.empty.all.title'))).toBeVisible();
    await expect(page.getByRole('region', { name: t('setup.title') })).toHaveCount(0);
    await expect(page.getByRole('tab', { name: t('overview.tab.procurement') })).toHaveCount(0);
    await page.goto('/admin/client');
    await expect(page.getByText(t('entity.nothing_yet'), { exact: true })).toBeVisible();
    expect(refused).toEqual([]);
    await page.context().close();
  },
);
