import { type Browser, expect, type Page } from '@playwright/test';
import { toursRestKey } from '../../src/features/help/tours.ts';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { mailsTo } from './session.ts';

const t = texts('de');
const en = texts('en');

test(
  'ONB-06 ONB-07 the manual: read, searched, beside a page, from the palette, in every language',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/help');
    const search = page.getByRole('searchbox', { name: t('help.manual.search') });
    await expect(page.getByRole('link', { name: t('help.page.requests') })).toBeVisible();
    // This person has no access to the operator area.
    await expect(page.getByRole('link', { name: t('help.page.operator') })).toHaveCount(0);
    await expectAccessible(page);

    await test.step('is searched, and a hit links to its place', async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused();
      await search.fill('lieferschein fotografieren');
      const hit = page.getByRole('link', { name: /Wareneingang buchen/ });
      await expect(hit).toBeVisible();
      await search.fill('gibtesnicht');
      await expect(page.getByText(t('help.manual.nothing'))).toBeVisible();
      await search.fill('lieferschein fotografieren');
      await hit.click();
      await expect(page).toHaveURL(/\/help\/ordering#receipt$/);
      await expect(page.getByRole('heading', { name: 'Wareneingang buchen' })).toBeFocused();
      await expect(page.getByRole('img').first()).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Wareneingang buchen' })).toBeInViewport();
    });

    await test.step('opens beside a form, and typed text stays', async () => {
      await page.goto('/procurement/form');
      const name = page.getByRole('textbox', { name: t('field.name'), exact: true });
      await name.fill('Halb getippt');
      await name.press('?');
      await expect(name).toHaveValue('Halb getippt?');
      await page.getByRole('button', { name: t('shell.help_here') }).click();
      const drawer = page.getByRole('dialog', { name: t('help.drawer.title') });
      await expect(drawer.getByRole('heading', { name: t('help.page.requests') })).toBeVisible();
      await drawer.getByRole('button', { name: 'Bestellung und Wareneingang' }).first().click();
      await expect(drawer.getByRole('heading', { name: t('help.page.ordering') })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(name).toHaveValue('Halb getippt?');
    });

    await test.step('is found from everywhere', async () => {
      await page.goto('/overview?tab=all');
      await expect(page.getByRole('searchbox')).toBeVisible();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: t('shell.search') });
      await palette.getByRole('combobox').fill('auftragsbestätigung');
      await expect(palette.getByText(t('shell.palette.manual'), { exact: true })).toBeVisible();
      await palette
        .getByRole('option', { name: /^Auftragsbestätigung/ })
        .last()
        .click();
      await expect(page).toHaveURL(/\/help\/ordering#confirmation$/);
    });

    await test.step('tells readers of another language that its text is English', async () => {
      const czech = await personPage(browser, 'requester', 'cz');
      await czech.goto('/help/approval');
      await expect(czech.getByText(/je anglický text/)).toBeVisible();
      await expect(czech.getByRole('heading', { level: 1, name: 'Schválení' })).toBeVisible();
      await expect(czech.getByRole('heading', { name: 'Who approves' })).toBeVisible();
      await czech.goto('/help/nowhere');
      await expect(czech.getByRole('heading', { level: 1 })).toBeVisible();
    });

    await test.step('fits on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      for (const address of ['/help', '/help/api', '/help/accounting']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main h2').first()).toBeVisible();
        const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
        expect(whole).toBeLessThanOrEqual(inner ?? 0);
      }
    });
  },
);

test('ONB-06 API-36 the help tests windows and mail, and reports the true result', async ({ browser }) => {
  const page = await personPage(browser, 'receiver');
  await page.goto('/help');
  await test.step('a window that opens and closes again', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: t('help.popup.run') }).click();
    await (await opened).waitForEvent('close');
    await expect(page.getByText(t('help.popup.allowed'))).toBeVisible();
  });
  await test.step('a window blocked by the browser', async () => {
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.getByRole('button', { name: t('help.popup.run') }).click();
    await expect(page.getByText(t('help.popup.blocked'))).toBeVisible();
  });
  await test.step('a mail, which stays here without a mail server', async () => {
    await page.getByRole('button', { name: t('help.mail.run') }).click();
    const message = t('help.mail.state.outbox').replace('{{recipient}}', 'receiver@demo.test');
    await expect(page.getByText(message)).toBeVisible();
    await expect
      .poll(async () => (await mailsTo(page, 'receiver@demo.test')).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Test-E-Mail von /));
  });
});

/** A window in which tours start, as in a new browser. */
async function pageWithTours(browser: Browser, lang: 'de' | 'en' = 'de'): Promise<Page> {
  const page = await personPage(browser, 'selector', lang);
  await page.context().addInitScript((key) => {
    if (location.protocol.startsWith('http')) sessionStorage.removeItem(key);
  }, toursRestKey);
  return page;
}

/** Starts the tour that waits, after a while in which it does not start by itself. */
async function askForTour(page: Page): Promise<void> {
  const waiting = page.getByRole('button', {
    name: `${t('shell.help_here')}, ${t('shell.tour_waits')}`,
    exact: true,
  });
  await expect(waiting).toBeVisible();
  await page.waitForTimeout(2_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await waiting.click();
  await page.getByRole('button', { name: t('help.tour.start'), exact: true }).click();
  await expect(page.getByText(t('help.drawer.title'))).toHaveCount(0);
}

const seen = async (): Promise<readonly string[]> => {
  const { tour } = await ask<{ tour: { page: string }[] }>('selector', '{ tour { page } }');
  return tour.map(({ page }) => page).sort();
};

test(
  'ONB-05 ONB-06 ONB-10 DATA-42 the first tour starts by itself, others wait at the question mark; each once per person',
  deep,
  async ({ browser }) => {
    const page = await pageWithTours(browser);
    const card = page.getByRole('dialog', { name: t('tour.tasks.tabs.title') });

    await test.step('it starts, explains the page and is recorded at its end', async () => {
      await page.goto('/overview');
      await expect(card).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('tour.next'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: t('tour.tasks.list.title') })).toBeVisible();
      await page.getByRole('button', { name: t('tour.back'), exact: true }).click();
      await expect(card).toBeVisible();
      for (const step of ['list', 'search', 'help']) {
        await page.getByRole('button', { name: t('tour.next'), exact: true }).press('Enter');
        await expect(page.getByRole('dialog', { name: t(`tour.tasks.${step}.title`) })).toBeVisible();
      }
      await page.getByRole('button', { name: t('tour.done'), exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(seen).toEqual(['tasks']);
    });

    await test.step('on another page it waits until asked for, and is skipped with Escape permanently', async () => {
      await page.goto('/overview?tab=all');
      await askForTour(page);
      await expect(page.getByRole('dialog', { name: t('tour.overview.find.title') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(seen).toEqual(['overview', 'tasks']);
    });

    await test.step('typing ends the tour without recording it', async () => {
      await page.goto('/procurement/form');
      await askForTour(page);
      const tour = page.getByRole('dialog', { name: t('tour.request.head.title') });
      await expect(tour).toBeVisible();
      const name = page.getByRole('textbox', { name: t('field.name'), exact: true });
      await name.click();
      await page.keyboard.type('Papier');
      await expect(tour).toHaveCount(0);
      await expect(name).toHaveValue('Papier');
      expect(await seen()).toEqual(['overview', 'tasks']);
    });

    await test.step('the help restarts all of them', async () => {
      await page.goto('/help');
      await page.getByRole('button', { name: t('help.tour.restart') }).click();
      await expect(page.getByText(t('help.tour.done'))).toBeVisible();
      expect(await seen()).toEqual([]);
      const other = await pageWithTours(browser, 'en');
      await other.setViewportSize({ width: 390, height: 800 });
      await other.goto('/overview');
      const shown = other.getByRole('dialog', { name: en('tour.tasks.tabs.title') });
      await expect(shown).toBeInViewport();
      const [inner, whole] = await other.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      expect(whole).toBeLessThanOrEqual(inner ?? 0);
      await shown.getByRole('button', { name: en('tour.skip') }).click();
      await expect(other.getByRole('dialog')).toHaveCount(0);
      await expect.poll(seen).toEqual(['tasks']);
    });

    await test.step('not for a person who has switched them off', async () => {
      const me = await ask<{ lb_user: { id: number }[] }>(
        'selector',
        '{ lb_user(where: { email: { _eq: "selector@demo.test" } }) { id } }',
      );
      const id = me.lb_user[0]?.id;
      const set =
        'mutation ($id: bigint!, $on: Boolean!) { update_lb_user_by_pk(pk_columns: { id: $id }, _set: { show_tour: $on }) { id } }';
      await ask('selector', set, { id, on: false });
      const other = await pageWithTours(browser);
      await other.goto('/overview?tab=all');
      await expect(other.getByRole('searchbox')).toBeVisible();
      await other.waitForTimeout(4_000);
      await expect(other.getByRole('dialog')).toHaveCount(0);
      await expect(other.getByRole('button', { name: t('shell.help_here'), exact: true })).toBeVisible();
      await ask('selector', set, { id, on: true });
    });
  },
);
