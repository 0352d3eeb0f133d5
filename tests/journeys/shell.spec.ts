import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { passTime, stopTime, takeTime } from './page-time.ts';
import { personPage, texts } from './procurement-people.ts';
import { showHead } from './request-page.ts';

const t = texts('de');

const palette = (page: Page) => page.getByRole('dialog', { name: t('shell.search') });

/** Tells the page that the tenant has switched off modules. */
async function withoutModules(page: Page, ...modules: readonly string[]): Promise<void> {
  await page.route('**/v1/graphql', async (route) => {
    const body = route.request().postDataJSON() as { readonly query: string };
    if (!body.query.startsWith('query Profile')) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { configuration: { key: string }[] } };
    const off = modules.map((module) => ({ key: `module_${module}`, value: 'false' }));
    const others = answer.data.configuration.filter(({ key }) => off.every((one) => one.key !== key));
    answer.data.configuration = [...others, ...off];
    return route.fulfill({ response, json: answer });
  });
}

/** The entries of the open menu, without the number of tasks beside the overview. */
async function menuEntries(page: Page): Promise<string[]> {
  const entries = await page.getByRole('menuitem').allTextContents();
  return entries.map((entry) => entry.replace(/\d+\+?$/, ''));
}

test('NAV-01 an unknown address shows a message and a link to the index', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/gibt/es/nicht');
  await expect(page.getByRole('heading', { name: t('shell.not_found.title') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('shell.not_found.to_index'), exact: true }).click();
  await expect(page).toHaveURL(/\/overview$/);
});

test('NAV-02 NAV-04 a document and its tab have an address that survives a reload', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/procurement');
  await expect(page).toHaveURL(/\/overview\?tab=procurement$/);
  const first = page.getByRole('table').locator('tbody tr').first();
  const name = (await first.getByRole('link').textContent()) ?? '';
  await first.getByRole('link').dblclick();
  await expect(page).toHaveURL(/\/procurement\/form\?id=\d+$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(name);

  const documents = page.getByRole('tab', { name: t('procurement.tab.documents') });
  await documents.click();
  await expect(page).toHaveURL(/\?id=\d+&tab=documents$/);
  await page.reload();
  await expect(heading).toContainText(name);
  await expect(documents).toHaveAttribute('aria-selected', 'true');
});

test(
  'NAV-02 NAV-04 without an id the form is empty, and an invalid id leads to no document',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    const name = page.getByPlaceholder(t('procurement.name_placeholder'));
    for (const path of ['/procurement/form', '/procurement/form?id=abc', '/procurement/form?id=-1']) {
      await page.goto(path);
      await expect(name).toHaveValue('');
    }
    await page.goto('/procurement/form?id=999999999');
    await expect(page.getByRole('heading', { name: t('document.not_found.title') })).toBeVisible();
  },
);

test('NAV-12 NAV-14 the logo leads to the index, and with one module the add menu is a button', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await withoutModules(page, 'invoice', 'contract');
  await page.goto('/profile');
  await page.getByRole('link', { name: t('shell.to_index') }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await page.getByRole('link', { name: t('shell.add.order') }).click();
  await expect(page).toHaveURL(/\/procurement\/form/);
});

test('text typed while the search is loading is in it once it is shown', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  let arrive = (): void => {};
  const isAwaited = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/Palette/, async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.goto('/overview?tab=all');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Toner 9');
  await page.keyboard.press('Backspace');
  arrive();
  await expect(palette(page).getByRole('combobox')).toHaveValue('Toner ');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('text typed while the search opens is in it, and is not lost on the page', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=all');
  await page.getByRole('searchbox').focus();
  // Two keys before the dialog can take the focus, as on a slow machine.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role="dialog"]') === null) return;
      observer.disconnect();
      for (const key of ['T', 'o', 'Enter']) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('ner');
  await expect(palette(page).getByRole('combobox')).toHaveValue('Toner');
  await expect(page).toHaveURL(/\/overview\?tab=all$/);
});

test(
  'the palette opens a document by its number, and runs actions of the page',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all');
    const first = page.getByRole('table').locator('tbody tr').first();
    await expect(first.getByRole('link')).toBeVisible();
    const number = (await first.locator('td').first().textContent())?.trim() ?? '';

    const field = palette(page).getByRole('combobox');
    await test.step('a document', async () => {
      await page.keyboard.press('Control+k');
      await field.fill(number);
      await expect(palette(page).getByRole('option').first()).toContainText(number);
      await expect(palette(page).getByRole('option').first().locator('strong')).toHaveText(number);
      await field.press('Enter');
      await expect(page).toHaveURL(/\/procurement\/form\?id=\d+/);
    });

    await test.step('the same document in a new tab', async () => {
      const opened = page.context().waitForEvent('page');
      await page.keyboard.press('Control+k');
      await field.fill(number);
      await expect(palette(page).getByRole('option').first()).toContainText(number);
      await field.press('Shift+Enter');
      const other = await opened;
      await expect(other).toHaveURL(/\/procurement\/form\?id=\d+/);
      await other.close();
    });

    await test.step('an action of the current page', async () => {
      const other = await personPage(browser, 'approver1');
      await other.goto('/overview');
      await expect(other.getByRole('complementary', { name: t('overview.preview') })).toBeVisible();
      await other.keyboard.press('Control+k');
      await expect(palette(other).getByText(t('shell.palette.actions'))).toBeVisible();
      // The next person, and the matching keys.
      const approving = palette(other)
        .getByRole('option')
        .filter({ hasText: t('procurement.actions.approve') });
      await expect(approving.first()).toContainText(/weiter an .+: .+Strg ⏎/);
      await expectAccessible(other);
      await other.context().close();
    });

    await test.step('a setting', async () => {
      const dark = `${t('shell.scheme.label')}: ${t('shell.scheme.dark')}`;
      await page.keyboard.press('Control+k');
      await field.fill(dark);
      await expect(palette(page).getByRole('option').first()).toContainText(dark);
      await field.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await expectAccessible(page);
    });
  },
);

test(
  'ONB-06 ? lists the keys beside the help for the page, and j and k move in the list',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all');
    await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: t('help.drawer.title') });
    await expect(help.getByRole('heading', { name: t('keyboard.title') })).toBeVisible();
    await expect(help.getByRole('heading', { name: t('help.page.overview') })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('j');
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBeNull();
  },
);

test(
  'NAV-15 NAV-16 NAV-17 the user menu: person, links, and closing a second after the mouse leaves',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await takeTime(page);
    await page.goto('/overview');
    const target = page.getByRole('button', {
      name: new RegExp(t('shell.user_menu').replace('{{name}}', '')),
    });
    await target.click();
    await expect(page.getByText('buyer@demo.test')).toBeVisible();
    const entries = await menuEntries(page);
    const known = [t('shell.overview'), t('shell.profile'), t('shell.help'), t('shell.logout')];
    expect(entries.filter((entry) => known.includes(entry))).toEqual(known);
    await page.getByRole('menuitem', { name: t('shell.overview') }).hover();
    await stopTime(page);
    await page.mouse.move(20, 700);
    await passTime(page, 800);
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await passTime(page, 1_700);
    await expect(page.getByRole('menuitem').first()).toBeHidden();
    // Reopened or used by keyboard within that second, it stays.
    await target.click();
    await page.mouse.move(20, 700);
    await page.keyboard.press('Escape');
    await target.press('Enter');
    await passTime(page, 2_000);
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.getByRole('menuitem', { name: t('shell.overview') }).hover();
    await page.mouse.move(20, 700);
    await page.keyboard.press('ArrowDown');
    await passTime(page, 2_000);
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem').first()).toBeHidden();
    await page.clock.resume();
    await target.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem').first()).toBeHidden();
    await target.click();
    await page.getByRole('menuitem', { name: t('shell.profile') }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('menuitem').first()).toBeHidden();
    await target.click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await stopTime(page);
    await page.getByRole('heading', { level: 1 }).click();
    // Sooner than by the mouse alone.
    await passTime(page, 800);
    await expect(page.getByRole('menuitem').first()).toBeHidden();
  },
);

test('I18N-04 calendar weeks start on Monday', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await showHead(page, t);
  await page
    .getByRole('button', { name: t('shell.field.open_calendar') })
    .first()
    .click();
  const days = page.locator('thead').filter({ hasText: 'Di' }).locator('th');
  await expect(days.first()).toHaveText(/^Mo/);
  await expect(days.last()).toHaveText(/^So/);
});

test(
  'NAV-16 administrators have the administration entry between overview and profile',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/overview');
    await page
      .getByRole('button', { name: new RegExp(t('shell.user_menu').replace('{{name}}', '')) })
      .click();
    const known = [
      t('shell.overview'),
      t('admin.title'),
      t('shell.profile'),
      t('shell.help'),
      t('shell.logout'),
    ];
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    const entries = await menuEntries(page);
    expect(entries.filter((entry) => known.includes(entry))).toEqual(known);

    await test.step('NAV-05 and find its records in the palette', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('combobox').fill('lager');
      await palette(page)
        .getByRole('option', { name: /4000 Lager/ })
        .click();
      await expect(page).toHaveURL(/\/admin\/cost-center\/form\?id=\d+/);
      await expect(page.getByRole('region', { name: t('entity.usage') })).toContainText(
        t('overview.tab.procurement'),
      );
    });
  },
);

test('NAV-02 NAV-16 the help names a contact, the keys and the version', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/overview');
  await page.getByRole('button', { name: new RegExp(t('shell.user_menu').replace('{{name}}', '')) }).click();
  await page.getByRole('menuitem', { name: t('shell.help') }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('heading', { level: 1, name: t('shell.help') })).toBeVisible();
  const administrators = page.getByRole('region', { name: t('help.contact.title') });
  await expect(administrators.getByRole('link', { name: 'admin@demo.test' })).toHaveAttribute(
    'href',
    'mailto:admin@demo.test',
  );
  await expect(administrators.getByRole('link', { name: 'requester@demo.test' })).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: t('keyboard.title') }).getByText(t('keyboard.palette')),
  ).toBeVisible();
  await expect(page.getByText(/^Kontor, Version \d+\.\d+\.\d+$/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});

test('NAV-23 a program part that fails to load offers to reload', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.route(/ProfilePage.*\.js/, (route) => route.abort());
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: t('shell.chunk_failed.title') })).toBeVisible();
  await page.unroute(/ProfilePage.*\.js/);
  await page.getByRole('button', { name: t('shell.chunk_failed.reload') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('GEN-15 a badge marks non-production systems', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview');
  await expect(page.getByText(t('shell.environment.dev.name'), { exact: true })).toBeVisible();
});

test('GEN-10 GEN-11 NAV-13 a switched-off module hides its tabs and entries, and its pages redirect', async ({
  browser,
}) => {
  const page = await personPage(browser, 'buyer');
  await withoutModules(page, 'procurement');
  await page.goto('/procurement/form');
  await expect(page.getByText(t('error.module_off'))).toBeVisible();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByRole('tab', { name: t('overview.tab.procurement') })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('shell.add.order') })).toHaveCount(0);
  await page.goto('/overview?tab=drafts');
  await expect(page).toHaveURL(/\/overview$/);
});

test(
  'I18N-02 I18N-05 another language takes effect at once, with its numbers and dates',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all&viewMode=list');
    const firstAmount = () => page.getByText(/\d,\d\d/).first();
    await expect(firstAmount()).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = palette(page).getByRole('combobox');
    await field.fill('English');
    await expect(palette(page).getByRole('option').first()).toContainText('English');
    await field.press('Enter');
    await expect(page.getByRole('tab', { name: texts('en')('overview.tab.all') })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByText(/\d\.\d\d/).first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en');
  },
);
