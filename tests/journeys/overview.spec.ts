import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { dateFields } from '../../src/features/overview/filter.ts';
import { timeRanges } from '../../src/features/overview/time-range.ts';
import { deep } from '../support/depth.ts';
import { unzipped } from '../support/unzipped.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

function rows(page: Page): Locator {
  return page.getByRole('table').locator('tbody tr');
}

/** The number of hits above the list. */
async function hits(page: Page): Promise<number> {
  const text = await page.getByText(/^\d+ Dokumente?$/).textContent();
  return Number.parseInt(text ?? '', 10);
}

function chip(page: Page, label: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${label} `) });
}

test('OVW-04 a list is filtered, shared as a link, and widened by going back', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=all');
  await expect(rows(page).first()).toBeVisible();
  const all = await hits(page);

  await test.step('by status', async () => {
    await chip(page, t('overview.filter.status')).click();
    await page.getByRole('checkbox', { name: t('status.procurement.approval'), exact: true }).check();
    await expect.poll(() => hits(page)).toBeLessThan(all);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(search(page).get('status')).toBe('approval');
  });
  const inApproval = await hits(page);

  await test.step('and by an added supplier', async () => {
    await page.getByRole('button', { name: t('overview.filter.add'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('overview.filter.supplier') }).click();
    const found = page.getByRole('list', { name: t('overview.filter.supplier') }).getByRole('checkbox');
    await found.first().check();
    await expect.poll(() => search(page).get('supplier')).toMatch(/^\d+$/);
    await expect(page.getByText(/^\d+ Dokumente?$/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the link opens the same view in another window', async () => {
    const other = await personPage(browser, 'buyer');
    await other.goto(page.url());
    await expect(other.getByText(/^\d+ Dokumente?$/)).toBeVisible();
    await expect.poll(() => hits(page)).toBe(await hits(other));
    await expect(chip(other, t('overview.filter.supplier'))).not.toContainText('…');
    await other.context().close();
  });

  await test.step('back, and back again', async () => {
    await page.goBack();
    await expect.poll(() => hits(page)).toBe(inApproval);
    await page.goBack();
    await expect.poll(() => hits(page)).toBe(all);
    await page.goForward();
    await expect.poll(() => hits(page)).toBe(inApproval);
  });

  await test.step('a filter is removed by its cross', async () => {
    const remove = t('overview.filter.remove').replace('{{filter}}', t('overview.filter.status'));
    await page.getByRole('button', { name: remove }).click();
    await expect.poll(() => hits(page)).toBe(all);
  });
});

test('OVW-04 existing kinds of documents can be chosen, and a link keeps them', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=all');
  await expect(rows(page).first()).toBeVisible();
  const all = await hits(page);
  await page.getByRole('button', { name: t('overview.filter.add'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('overview.filter.kind') }).click();
  const kinds = page.getByRole('list', { name: t('overview.filter.kind') }).getByRole('checkbox');
  // All kinds of active modules.
  await expect.poll(() => kinds.count()).toBeGreaterThan(1);
  await page.getByRole('checkbox', { name: t('overview.kind.procurement') }).check();
  await expect.poll(() => search(page).get('kind')).toBe('procurement');
  await page.reload();
  await expect(chip(page, t('overview.filter.kind'))).toContainText(t('overview.kind.procurement'));
  await expect.poll(() => hits(page)).toBeLessThanOrEqual(all);
});

test('NAV-01 OVW-04 meaningless parameters are removed from the address', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=all&farbe=rot&status=lost,approval&supplier=x');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/\/overview\?tab=all&status=approval$/);
});

test(
  'OVW-05 the text is searched with the keyboard alone, and an empty result is explained',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all');
    await expect(rows(page).first()).toBeVisible();
    const all = await hits(page);
    const first = await rows(page).first().getByRole('link').textContent();

    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: t('overview.filter.text') });
    await expect(field).toBeFocused();
    await page.keyboard.type(first ?? '');
    await expect.poll(() => search(page).get('q')).toBe(first);
    await expect(rows(page).first()).toContainText(first ?? '');

    await page.keyboard.press('Control+a');
    await page.keyboard.type('gibt es nicht');
    await expect(page.getByRole('heading', { name: t('overview.no_hits.title') })).toBeVisible();
    await expectAccessible(page);
    await field.press('Escape');
    await expect.poll(() => hits(page)).toBe(all);
  },
);

test(
  'I18N-09 a name of more than 25 characters has a tooltip, a short one does not',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    // "Kopierpapier und Ordner" is short, "Ordner und Papier drittes Quartal" is not.
    await page.goto('/overview?tab=all&viewMode=list&q=Ordner');
    await expect(rows(page).first()).toBeVisible();
    const links = rows(page).getByRole('link');
    await expect(links.nth(1)).toBeVisible();
    const names = await links.allTextContents();
    const tooltip = page.getByRole('tooltip');
    const long = names.findIndex((name) => name.length > 25);
    const short = names.findIndex((name) => name.length <= 25);
    expect(Math.min(long, short)).toBeGreaterThanOrEqual(0);
    await links.nth(long).hover();
    await expect(tooltip).toHaveText(names[long] ?? '');
    await links.nth(short).hover();
    await expect(tooltip).toBeHidden();
    // The keyboard shows it, too.
    await page.keyboard.press('Tab');
    await links.nth(long).focus();
    await expect(tooltip).toHaveText(names[long] ?? '');
  },
);

test('LIST-02 column heads sort up, down and not at all', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=procurement');
  await expect(rows(page).first()).toBeVisible();
  const head = page.getByRole('columnheader', { name: t('overview.column.number') });
  /** The first running number less the last one. */
  const direction = async () => {
    const numbers = await rows(page).locator('td:first-child').allTextContents();
    return Number(numbers.at(0)?.match(/\d+$/)?.[0]) - Number(numbers.at(-1)?.match(/\d+$/)?.[0]);
  };
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(direction).toBeLessThan(0);
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(search(page).get('sort')).toBe('-number');
  await expect.poll(direction).toBeGreaterThan(0);
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort');
});

test('OVW-09 SHEET-14 the result is exported with the chosen columns', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=procurement&sort=number');
  await expect(rows(page).first()).toBeVisible();
  const all = await hits(page);
  const open = page.getByRole('button', { name: t('overview.export.open') });
  await open.click();
  await page.getByRole('checkbox', { name: t('overview.export.column.notes') }).uncheck();
  await page.getByText(t('overview.export.format.csv'), { exact: true }).click();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Dokumente exportieren/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Bestellungen_\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith(`\uFEFF${t('overview.export.column.number')};`)).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toContain(`;${t('overview.export.column.net')};`);
  expect(lines[0]).not.toContain(t('overview.export.column.notes'));
  expect(lines).toHaveLength(all + 1);
  await expect(page.getByText(t('overview.export.done'))).toBeVisible();

  await open.click();
  await expect(page.getByRole('checkbox', { name: t('overview.export.column.notes') })).not.toBeChecked();
});

test(
  'OVW-09 EXP-17 an export as XLSX continues while the person is on another page',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all');
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: t('overview.export.open') }).click();
    const download = page.waitForEvent('download');
    let isUnderWay = true;
    await page.route('**/api/job/*', (route) =>
      isUnderWay
        ? route.fulfill({ json: { state: 'running', progress: 40, result: null, error: null } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: /Dokumente exportieren/ }).click();
    const progress = page.getByRole('region', { name: t('overview.export.under_way') });
    await expect(progress).toContainText('40');
    await expectAccessible(page);
    // Leaving and reloading the page does not interrupt it.
    await page.goto('/profile');
    await expect(progress).toBeVisible();
    isUnderWay = false;
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Alle_Dokumente_\d{4}-\d\d-\d\d\.xlsx$/);
    const parts = unzipped(readFileSync(await file.path()));
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain(t('overview.export.column.number'));
    await expect(page.getByText(t('overview.export.done'))).toBeVisible();
    await expect(progress).toBeHidden();
  },
);

test(
  'OVW-10 tasks are ordered by urgency or by age, and overdue ones are one click away',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'approver1');
    await page.goto('/overview');
    await expect(rows(page).first()).toBeVisible();
    const order = page.getByRole('radiogroup', { name: t('overview.sort.label') });
    await order.getByText(t('overview.sort.age')).click();
    await expect.poll(() => search(page).get('sort')).toBe('age');
    await expect(page.getByRole('columnheader', { name: t('overview.column.age') })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await order.getByText(t('overview.sort.urgency')).click();
    await expect.poll(() => search(page).get('sort')).toBeNull();
    await page.goto('/overview?due=overdue');
    const overdue = page.getByRole('button', { name: new RegExp(`^${t('overview.filter.overdue')} `) });
    await expect(overdue).toHaveAttribute('aria-pressed', 'true');
    await overdue.click();
    await expect.poll(() => search(page).get('due')).toBeNull();
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'OVW-10 the overview entry shows the number of tasks, refreshed every minute',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'approver1');
    await page.clock.install();
    await page.goto('/overview');
    await expect(rows(page).first()).toBeVisible();
    const tasks = await page.getByText(/^\d+ Aufgaben?$/).textContent();
    const count = Number.parseInt(tasks ?? '', 10);
    expect(count).toBeGreaterThan(0);
    const link = page.getByRole('link', { name: t('shell.tasks_of').replace('{{count}}', String(count)) });
    await expect(link).toHaveText(new RegExp(`${count}$`));

    // Meanwhile one of them was finished elsewhere.
    await page.route('**/v1/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as { readonly query: string };
      if (!query.startsWith('query DocumentCount')) return route.fallback();
      return route.fulfill({
        json: { data: { document_aggregate: { aggregate: { count: count - 1 } } } },
      });
    });
    await page.clock.fastForward(59_000);
    await page.clock.fastForward(2_000);
    const fewer = t('shell.tasks_of').replace('{{count}}', String(count - 1));
    await expect(page.getByRole('link', { name: fewer })).toBeVisible();
    await page.getByRole('button', { name: /^Benutzermenü/ }).click();
    await expect(page.getByRole('menuitem', { name: t('shell.overview') })).toHaveText(
      `${t('shell.overview')}${count - 1}`,
    );
  },
);

test('OVW-03 the time ranges are offered with their days, for two dates', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=all');
  await expect(rows(page).first()).toBeVisible();
  const all = await hits(page);
  await chip(page, t('overview.filter.range')).click();
  // The ranges and "any time", and their dates.
  const ranges = page.getByRole('dialog');
  await expect(ranges.getByRole('radio')).toHaveCount(timeRanges.length + 1 + dateFields.length);
  for (const range of timeRanges) {
    await expect(ranges.getByText(t(`overview.range.${range}`))).toContainText(/\d{2}\.\d{2}\.\d{4}/);
  }
  await ranges.getByRole('radio', { name: new RegExp(`^${t('overview.range.past_7_days')}`) }).check();
  await expect.poll(() => search(page).get('range')).toBe('past_7_days');
  await expect.poll(() => hits(page)).toBeLessThan(all);
  await page.getByRole('radio', { name: t('overview.filter.date.delivery') }).check();
  await expect.poll(() => search(page).get('date')).toBe('delivery');
});

test('OVW-02 OVW-06 the selected document shows its timeline and a comment box beside the list', async ({
  browser,
}) => {
  const page = await personPage(browser, 'buyer');
  await page.goto('/overview?tab=procurement');
  await expect(rows(page).first()).toBeVisible();
  const second = await rows(page).nth(1).getByRole('link').textContent();
  await page.keyboard.press('j');
  const preview = page.getByRole('complementary', { name: t('overview.preview') });
  await expect(preview.getByRole('heading', { level: 2 })).toHaveText(second ?? '');
  await expect(preview.getByRole('textbox')).toBeVisible();
  await expect(preview.getByRole('list', { name: t('timeline.title') })).toBeVisible();
  // BUD-05: the remaining budget, on one line.
  await expect(preview.getByText(t('overview.budget_left'))).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(chip(page, t('overview.filter.status'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('overview.export.open') })).toBeEnabled();
  expect(new URL(page.url()).pathname).toBe('/overview');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/procurement\/form\?id=\d+/);
});

test(
  'LIST-01 LIST-04 documents are shown in a read-only table, which is remembered',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all');
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: t('overview.view_mode.table') }).click();
    await expect.poll(() => search(page).get('viewMode')).toBe('table');
    const head = page.getByRole('columnheader', { name: t('overview.export.column.cost_center') });
    await expect(head).toBeVisible();
    await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/overview?tab=procurement');
    await expect(head).toBeVisible();
    await page.getByRole('button', { name: t('overview.view_mode.list') }).click();
    await expect(head).toBeHidden();
  },
);

test(
  'ROLE-07 without prices, filters, sorting and exports by amount are missing',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'receiver');
    await page.goto('/overview?tab=all&amount_from=1000000&sort=amount');
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Netto/ }).getByRole('button')).toHaveCount(0);
    await expect(
      rows(page)
        .first()
        .getByRole('img', { name: t('shell.price_hidden') }),
    ).toBeVisible();
    await page.getByRole('button', { name: t('overview.export.open') }).click();
    await expect(page.getByRole('checkbox', { name: t('overview.export.column.name') })).toBeVisible();
    await expect(
      page.getByRole('checkbox', { name: t('overview.export.column.net'), exact: true }),
    ).toHaveCount(0);
  },
);

test('OVW-04 on a phone the filters are in a drawer', deep, async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  await page.setViewportSize(phone);
  await page.goto('/overview?tab=all');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: t('overview.filter.add'), exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('checkbox', { name: t('status.procurement.approval'), exact: true }).check();
  await drawer.getByRole('combobox', { name: t('overview.sort.label') }).selectOption('name');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: t('overview.filter.show') }).click();
  await expect.poll(() => search(page).get('status')).toBe('approval');
  expect(search(page).get('sort')).toBe('name');
  const { inner, whole } = await page.evaluate(() => ({
    inner: window.innerWidth,
    whole: document.documentElement.scrollWidth,
  }));
  expect(whole).toBeLessThanOrEqual(inner);
});
