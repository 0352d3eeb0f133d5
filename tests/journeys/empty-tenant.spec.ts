import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { thisYear } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { begin, fill, link, openTab, save } from './admin-page.ts';
import { test } from './journey.ts';
import { firstAdministrator, invitedPerson } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import {
  actionButton,
  bookMissing,
  choose,
  expectDone,
  field,
  lineField,
  showHead,
  timelineOf,
} from './request-page.ts';

const t = texts('de');

test(
  'GEN-01 GEN-04 AUTH-28 GEN-09 ADM-08 ADM-09 SET-08 RDEF-02 an empty tenant reaches its first completed request through the administration pages alone',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const mail = (name: string) => `${name}.${tag}@werft.test`;
    const page = await firstAdministrator(browser, `Werft ${tag}`, mail('chefin'));
    const openAdministration = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Benutzermenü/ }).click();
      await page.getByRole('menuitem', { name: t('admin.title') }).click();
      await expect(page).toHaveURL(/\/admin\/client/);
    };

    const setup = page.getByRole('region', { name: t('setup.title') });
    const missing = setup.getByRole('listitem').getByRole('link');
    await expect(missing).toHaveText([
      t('entity.client.one'),
      t('entity.department.one'),
      t('entity.cost_center.one'),
      t('entity.ledger_account.one'),
      t('setup.people'),
      t('entity.department.tab.approvers'),
      t('entity.configuration.tab.roles'),
    ]);
    await expectAccessible(page);

    await test.step('the company', async () => {
      await openAdministration();
      await begin(page, 'client');
      await fill(page, 'client', { name: 'Werft Bornholm GmbH' });
      await openTab(page, 'client', 'billing_address');
      await fill(page, 'client', {
        billing_name: 'Werft Bornholm GmbH',
        billing_address: 'Kaistraße 1',
        billing_zipcode: '18055',
        billing_city: 'Rostock',
      });
      await openTab(page, 'client', 'shipping_addresses');
      await page.getByRole('button', { name: t('entity.client_address.new') }).click();
      await fill(page, 'client_address', {
        address_name: 'Halle 2',
        address: 'Kaistraße 2',
        zipcode: '18055',
        city: 'Rostock',
      });
      await openTab(page, 'client', 'mandatory_fields');
      const ofRequests = page.getByRole('group', { name: t('entity.client.mandatory.form.procurement') });
      await ofRequests.getByRole('checkbox', { name: t('entity.client.mandatory.field.name') }).check();
      await save(page);
    });

    await test.step('a department, a cost center with a budget, a ledger account', async () => {
      await begin(page, 'department');
      await fill(page, 'department', { name: 'Schiffbau' });
      await openTab(page, 'department', 'clients');
      await link(page, 'client', 'Werft Bornholm GmbH');
      await save(page);

      await begin(page, 'cost_center');
      await fill(page, 'cost_center', { number: '4100', name: 'Rumpf' });
      await openTab(page, 'cost_center', 'budgets');
      await page.getByRole('button', { name: t('entity.budget.new') }).click();
      await page.getByLabel(t('entity.budget.field.name')).fill('Jahr');
      await page.getByLabel(t('entity.budget.field.value')).fill('50.000');
      const year = thisYear();
      await page.getByRole('textbox', { name: t('entity.budget.field.start') }).fill(`1.1.${year}`);
      await page.getByRole('textbox', { name: t('entity.budget.field.end') }).fill(`31.12.${year + 1}`);
      await openTab(page, 'cost_center', 'departments');
      await link(page, 'department', 'Schiffbau');
      await openTab(page, 'cost_center', 'clients');
      await link(page, 'client', 'Werft Bornholm GmbH');
      await save(page);

      await begin(page, 'ledger_account');
      await fill(page, 'ledger_account', { number: '4980', name: 'Betriebsbedarf' });
      await openTab(page, 'ledger_account', 'clients');
      await link(page, 'client', 'Werft Bornholm GmbH');
      await save(page);
    });

    await test.step('a supplier, a product group, a product', async () => {
      await begin(page, 'supplier');
      await fill(page, 'supplier', { name: 'Stahl Nord AG', email: 'bestellung@stahl.test' });
      await save(page);
      await begin(page, 'product_group');
      await fill(page, 'product_group', { name: 'Bleche' });
      await save(page);
      await begin(page, 'product');
      await fill(page, 'product', {
        name: 'Blech 8 mm',
        item_number: 'B-8',
        supplier_id: { choose: 'Stahl Nord AG' },
        product_group_id: { choose: 'Bleche' },
        price_netto: '120',
      });
      await save(page);
    });

    const people = { anna: 'Anna Antrag', frank: 'Frank Freigabe', berta: 'Berta Bestellung' } as const;
    await test.step('the people', async () => {
      for (const [local, name] of Object.entries(people)) {
        await begin(page, 'lb_user');
        await fill(page, 'lb_user', {
          name,
          email: mail(local),
          client_id: { choose: 'Werft Bornholm GmbH' },
          department_id: { choose: 'Schiffbau' },
          cost_center_id: { choose: '4100' },
        });
        if (local === 'frank') await fill(page, 'lb_user', { approval_limit: '10.000' });
        await openTab(page, 'lb_user', 'rights');
        await page.getByRole('checkbox', { name: t('entity.role.user-price') }).check();
        await save(page);
      }
    });

    await test.step('default roles: Anna orders in general, Berta for this department', async () => {
      await missing.filter({ hasText: t('entity.configuration.tab.roles') }).click();
      const defaults = {
        user_select_product_id: people.berta,
        user_send_order_id: people.anna,
        user_clearing_id: people.berta,
        user_consignee_id: people.anna,
        user_invoice_manual_check_id: people.frank,
        user_invoice_clearing_id: people.berta,
      };
      const chosen = Object.entries(defaults).map(([key, name]) => [key, { choose: name }]);
      await fill(page, 'configuration', Object.fromEntries(chosen));
      await save(page);
      await page.reload();
      for (const [key, name] of Object.entries(defaults)) {
        await expect(field(page, t(`entity.configuration.field.${key}`))).toHaveValue(new RegExp(name));
      }
      await expect(missing).toHaveText([t('entity.department.tab.approvers')]);
      await missing.click();
      await page.getByRole('button', { name: t('entity.department_approver.new') }).click();
      await choose(page.locator('tbody').getByRole('combobox').first(), people.frank);
      await openTab(page, 'department', 'role_assignments');
      await fill(page, 'department', { user_send_order_id: { choose: people.berta } });
      await save(page);
      await expect(setup).toHaveCount(0);
    });

    const anna = await invitedPerson(browser, page, mail('anna'));
    const address = await test.step('Anna asks for sheets of the catalogue', async () => {
      await anna.goto('/procurement/form');
      await showHead(anna, t);
      await expect(field(anna, t('field.client_id'))).toHaveValue(/Bornholm/);
      await expect(field(anna, t('field.cost_center_id'))).toHaveValue(/4100/);
      await expect(field(anna, t('field.delivery_address_id'))).toHaveValue(/Halle 2/);
      await choose(field(anna, t('field.ledger_account_id')), '4980');
      await field(anna, t('field.delivery_date')).fill('+14');
      // Neither department nor company names a default: the settings decide.
      await expect(field(anna, t('field.consignee_id'))).toHaveValue(people.anna);
      await field(anna, t('procurement.product_search')).fill('Blech');
      await anna.keyboard.press('Enter');
      await expect(field(anna, lineField(t, 'description', 1))).toHaveValue(/Blech 8 mm/);
      await field(anna, lineField(t, 'quantity', 1)).fill('10');
      await anna.keyboard.press('Control+Enter');
      // The company requires a name.
      const name = field(anna, t('field.name'));
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await name.fill('Bleche für Rumpf 12');
      await anna.keyboard.press('Control+Enter');
      // Department and settings name different persons; the department's is proposed.
      const dialog = anna.getByRole('dialog');
      await dialog.waitFor();
      await expect(dialog.getByRole('combobox')).toHaveValue(people.berta);
      await dialog.getByRole('button', { name: t('procurement.actions.submit') }).click();
      await expect(anna.getByText(t('status.procurement.approval'), { exact: true }).first()).toBeVisible();
      const receives = t('timeline.delivery.future').replace('{{name}}', people.anna);
      await expect(timelineOf(anna, t).getByText(receives)).toBeVisible();
      const { pathname, search } = new URL(anna.url());
      return pathname + search;
    });

    await test.step('Frank approves', async () => {
      const frank = await invitedPerson(browser, page, mail('frank'));
      await frank.goto(address);
      await actionButton(frank, t, 'approve').click();
      await expectDone(frank);
      await frank.context().close();
    });

    await test.step('Berta orders', async () => {
      const berta = await invitedPerson(browser, page, mail('berta'));
      await berta.goto(address);
      const confirm = t('procurement.confirm_order_of').replace('{{supplier}}', 'Stahl Nord AG');
      await berta.getByRole('button', { name: confirm }).click();
      await berta
        .getByRole('dialog')
        .getByRole('button', { name: t('procurement.actions.confirm_order') })
        .click();
      await actionButton(berta, t, 'complete_order').click();
      await expectDone(berta);
      await berta.context().close();
    });

    await test.step('Anna receives, and the request is completed', async () => {
      await anna.goto(address);
      await bookMissing(anna, t, 1);
      await actionButton(anna, t, 'finish_delivery').click();
      await anna
        .getByRole('dialog')
        .getByRole('button', { name: t('procurement.actions.finish_delivery') })
        .click();
      await expectDone(anna);
      await anna.goto(address);
      await expect(anna.getByText(t('status.procurement.completed'), { exact: true }).first()).toBeVisible();
    });
    await anna.context().close();
    await page.context().close();
  },
);
