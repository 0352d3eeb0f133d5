import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { actionButton, choose, field, lineField, showHead } from './request-page.ts';

/** The first question of a new request, and its inferred head. */
const t = texts('de');

test('PROC-41 a known article is submitted by its name and two clicks, and the inferred head is corrected by a click', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  const search = page.getByRole('combobox', { name: t('procurement.product_search') });
  await expect(search).toBeFocused();
  await page.keyboard.type('kopierpapier');
  await page.getByRole('option', { name: /^Kopierpapier/ }).click();
  await actionButton(page, t, 'submit').click();
  await expect(page.getByText(t('status.procurement.approval'), { exact: true }).first()).toBeVisible();

  await page.goto('/procurement/form');
  const head = page.getByRole('region', { name: t('document.head') });
  await expect(head).toContainText(
    'Für Produktion, Nordfeld Antriebstechnik GmbH, Kostenstelle 2000 Produktion',
  );
  await expectAccessible(page);
  await head.getByRole('button', { name: '2000 Produktion' }).click();
  await expect(field(page, t('field.cost_center_id'))).toBeFocused();
});

test(
  'PROC-41 PROC-25 the search of a new request also finds contracts and shops',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    const search = page.getByRole('combobox', { name: t('procurement.product_search') });
    await search.fill('sandbox cxml');
    await expect(page.getByRole('option', { name: 'Sandbox-Shop über cXML' })).toBeVisible();
    await search.fill('Wartung Kran');
    await page.getByRole('option', { name: /^Wartung Krananlagen.*CT-/ }).click();
    await expect(field(page, lineField(t, 'description', 1))).not.toHaveValue('');
    await expect(page.getByText(/CT-\d+ Wartung Krananlagen/).first()).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'PROC-41 an article marked with its star is a favourite on the next request of the person, and one click takes it',
  deep,
  async ({ browser }) => {
    const prefix = t('procurement.favourite_of').split('{{')[0] ?? '';
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    const last = page.getByRole('region', { name: t('procurement.last_requested') });
    const star = last.getByRole('button', { name: new RegExp(`^${prefix}`) }).first();
    const label = (await star.getAttribute('aria-label')) ?? '';
    await star.click();
    const marked = (where: Page) =>
      where
        .getByRole('region', { name: t('procurement.favourites') })
        .getByRole('button', { name: label, pressed: true });
    await expect(marked(page)).toBeVisible();

    const next = await personPage(browser, 'requester');
    await next.goto('/procurement/form');
    await expect(marked(next)).toBeVisible();
    await expectAccessible(next);
    const tiles = next.getByRole('region', { name: t('procurement.favourites') }).getByRole('listitem');
    const ownStar = next.getByRole('button', { name: label });
    await tiles.filter({ has: ownStar }).getByRole('button').first().click();
    await expect(field(next, lineField(t, 'description', 1))).toHaveValue(label.slice(prefix.length));

    const other = await personPage(browser, 'buyer');
    await other.goto('/procurement/form');
    await expect(other.getByRole('combobox', { name: t('procurement.product_search') })).toBeFocused();
    await expect(marked(other)).toHaveCount(0);

    await marked(page).focus();
    await page.keyboard.press('Enter');
    await expect(marked(page)).toHaveCount(0);
  },
);

test('PROC-05 dependent selects wait for their parent field', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await showHead(page, t);
  const company = field(page, t('field.client_id'));
  await expect(company).toHaveValue(/Antriebstechnik/);
  await choose(company, 'Nordfeld Logistik');
  // PROC-04: values unknown to the other company are cleared, its own address is filled in.
  await expect(field(page, t('field.department_id'))).toHaveValue('');
  const costCenter = field(page, t('field.cost_center_id'));
  await expect(costCenter).toBeDisabled();
  await expect(costCenter).toHaveAttribute('placeholder', t('document.needs_department'));
});
