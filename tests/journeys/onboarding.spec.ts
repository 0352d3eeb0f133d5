import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { Effort, opened } from './effort.ts';
import { test } from './journey.ts';
import { firstAdministrator, firstLink } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { actionButton, field, lineField } from './request-page.ts';
import { newestMail } from './session.ts';

const t = texts('de');

test('ONB-01 ONB-02 ONB-03 NAV-18 APPR-09 from the first link to an order approved by another person: 60 clicks and fields, five minutes', async ({
  browser,
}) => {
  const tag = Date.now().toString(36);
  const mail = (name: string) => `${name}.${tag}@kai.test`;
  const link = await firstLink(`Kai ${tag}`, mail('chefin'));
  const effort = new Effort();
  const page = await opened(browser, effort, link);

  await test.step('she starts with sample data', async () => {
    await expect(page).toHaveURL(/\/onboarding/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('onboarding.title'));
    await expect(page.getByRole('button', { name: /^Benutzermenü/ })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: t('shell.navigation') })).toHaveCount(0);
    await expectAccessible(page);
    await effort.click(page.getByRole('button', { name: t('onboarding.mode.full.action') }));
  });

  const missing = page.getByRole('region', { name: t('onboarding.missing.title') });
  await test.step('she invites an approver', async () => {
    await expect(
      missing.getByRole('listitem').filter({ hasText: t('onboarding.missing.state_open') }),
    ).toHaveCount(2);
    await effort.fill(field(page, t('entity.lb_user.field.name')), 'Frank Freigabe');
    await effort.fill(field(page, t('entity.lb_user.field.email')), mail('frank'));
    await effort.click(page.getByRole('button', { name: t('onboarding.person.invite') }));
    await expect(missing).toContainText(t('onboarding.missing.complete'));
    await expectAccessible(page);
  });

  const address = await test.step('she orders from the catalogue', async () => {
    await effort.click(missing.getByRole('link', { name: t('onboarding.missing.order') }));
    await effort.click(page.getByRole('button', { name: t('procurement.inferred.all_fields') }));
    await expect(field(page, t('field.client_id'))).toHaveValue(/Muster Werke/);
    await expect(field(page, t('field.cost_center_id'))).toHaveValue(/1100/);
    await effort.fill(field(page, t('field.name')), 'Papier');
    await effort.fill(field(page, t('field.ledger_account_id')), '4930');
    await effort.click(page.getByRole('option', { name: '4930' }).first());
    await effort.fill(field(page, t('field.delivery_date')), '+14');
    await effort.fill(field(page, t('procurement.product_search')), 'Kopierpapier');
    await effort.press(page, 'Enter');
    await expect(field(page, lineField(t, 'description', 1))).toHaveValue(/Kopierpapier/);
    await effort.fill(field(page, lineField(t, 'quantity', 1)), '10');
    await effort.click(actionButton(page, t, 'submit'));
    await expect(page.getByText(t('status.procurement.approval'), { exact: true }).first()).toBeVisible();
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  });

  await test.step('another person approves', async () => {
    const invitation = await newestMail(page, mail('frank'), /\/login\//);
    const frank = await opened(browser, effort, invitation.text);
    await expect(frank).toHaveURL(/\/overview/);
    await effort.click(frank.getByRole('link', { name: /Papier/ }).first());
    const preview = frank.getByRole('complementary', { name: t('overview.preview') });
    await effort.click(
      preview.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) }),
    );
    await expect(frank.getByRole('link', { name: /Papier/ })).toHaveCount(0);
    await frank.goto('/onboarding');
    await expect(frank.getByRole('heading', { level: 1 })).toHaveText(t('onboarding.not_admin_title'));
    await expectAccessible(frank);
  });
  await page.goto(address);
  await expect(page.getByText(t('status.procurement.approved'), { exact: true }).first()).toBeVisible();
  console.log(`first order approved after ${effort.steps} clicks and fields, ${effort.seconds.toFixed(0)} s`);
  expect(effort.steps).toBeLessThanOrEqual(60);
  expect(effort.seconds).toBeLessThanOrEqual(300);

  await test.step('ONB-03 the sample data are removed, except for those used by the order', async () => {
    await page.goto('/onboarding');
    const sample = page.getByRole('region', { name: t('onboarding.sample.title') });
    await sample.getByRole('button', { name: t('onboarding.sample.remove') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('onboarding.sample.remove') })
      .click();
    await expect(sample.getByRole('status')).toContainText('Muster Werke GmbH');
    await expectAccessible(page);
  });
});

test(
  'ONB-02 ONB-04 an own selection is interrupted and resumed, and entered step by step',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const page = await firstAdministrator(browser, `Mole ${tag}`, `chefin.${tag}@mole.test`);
    await page.getByRole('link', { name: t('onboarding.open') }).click();
    await page.getByRole('button', { name: t('onboarding.mode.custom.action') }).click();
    const step = (table: string) => page.getByRole('heading', { level: 2, name: t(`entity.${table}.many`) });

    await test.step('the company', async () => {
      await expect(step('client')).toBeVisible();
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
      await expect(page.getByText(t('entity.problem.field_required')).first()).toBeVisible();
      const company = { name: 'Mole GmbH', address: 'Kai 1', zipcode: '18055', city: 'Rostock' };
      for (const [name, value] of Object.entries(company)) {
        await field(page, t(`onboarding.company.${name}`)).fill(value);
      }
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
    });

    await test.step('interrupted, and resumed at the same step', async () => {
      await expect(step('department')).toBeVisible();
      await page.reload();
      await expect(step('department')).toBeVisible();
    });

    await test.step('pasted departments and cost centers, with the error of a line', async () => {
      await page.getByLabel(t('onboarding.step.paste')).fill('Einkauf\nWerft');
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
      await expect(step('cost_center')).toBeVisible();
      await page.getByLabel(t('onboarding.step.paste')).fill('100\tRumpf\t50.000,00\n100\tDeck\tviel');
      await expect(page.getByRole('button', { name: t('onboarding.step.save') })).toBeDisabled();
      await expect(page.getByText('Zeile 2', { exact: false }).first()).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel(t('onboarding.step.paste')).fill('100\tRumpf\t50.000,00\n200\tDeck\t1.000');
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
    });

    await test.step('a delivered chart of accounts', async () => {
      await expect(step('ledger_account')).toBeVisible();
      await page.getByText('SKR04', { exact: true }).click();
      await expect(page.getByRole('checkbox', { name: '6815 Bürobedarf' })).toBeChecked();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
      await expect(step('posting_key')).toBeVisible();
      await page.getByRole('button', { name: t('onboarding.step.save') }).click();
      await expect(step('supplier')).toBeVisible();
      await expectAccessible(page);
    });
    const missing = page.getByRole('region', { name: t('onboarding.missing.title') });
    await expect(
      missing.getByRole('listitem').filter({ hasText: t('onboarding.missing.state_done') }),
    ).toHaveCount(5);
  },
);
