import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawInvoice, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

interface Pair {
  readonly first: number;
  readonly second: number;
  /** The product's number of the first one. */
  readonly number: string;
  /** The supplier's number of the first one. */
  readonly printed: string;
}

const usualDays = { invoice_date: '2026-10-01', delivery_date: '2026-10-01', due_date: '2026-10-31' };
const daysFarAhead = { invoice_date: '2029-10-01', delivery_date: '2029-10-01', due_date: '2029-10-31' };

/**
 * The accountant has the same invoice twice, by paper and by mail, the second with another amount; with `misread` its
 * number was read wrongly.
 */
async function twice(
  browser: Browser,
  { misread, days = usualDays }: { readonly misread?: string; readonly days?: typeof usualDays } = {},
): Promise<{ readonly page: Page; readonly pair: Pair }> {
  const page = await personPage(browser, 'accountant');
  await page.goto('/overview');
  await page.getByRole('heading').first().waitFor();
  const printed = `RE-${randomUUID().slice(0, 6)}`;
  const come = async (pages: number, gross: string, number = printed): Promise<number> => {
    const buffer = await drawInvoice(pages);
    const id = await uploadInvoice(page, { name: `${printed}.pdf`, mimeType: 'application/pdf', buffer });
    await layReading(id, readFromDrawn, {
      ...(await ownReferences(id)),
      ...{ number_printed: number, total_brutto: gross },
      ...days,
      payment_method: 'ONLINE_PAYMENT',
    });
    await skipRecognition(page, id);
    return id;
  };
  const first = await come(1, '119.00');
  const second = await come(2, '129.00', misread);
  const { rows } = await inDatabase((owner) =>
    owner.query<{ number: string }>('select invoice_number_formatted as number from invoice where id = $1', [
      first,
    ]),
  );
  return { page, pair: { first, second, number: rows[0]?.number ?? '', printed } };
}

/** A company and department with approvers, and a supplier of the same tenant. */
async function ownReferences(id: number): Promise<Readonly<Record<string, string>>> {
  const { rows } = await inDatabase((owner) =>
    owner.query<Record<'client_id' | 'department_id' | 'supplier_id', string>>(
      `select u.client_id, u.department_id, (select min(s.id) from supplier s where s.tenant_id = u.tenant_id) as supplier_id
       from invoice i join lb_user u on u.tenant_id = i.tenant_id and u.email = 'requester@demo.test' where i.id = $1`,
      [id],
    ),
  );
  if (rows[0] === undefined) throw new Error(`there is no invoice ${id}`);
  return rows[0];
}

const note = (page: Page) => page.getByRole('region', { name: t('invoice.duplicate.title') });
const compared = (page: Page) => page.getByRole('dialog', { name: t('invoice.duplicate.compare_title') });
/** The action that ends the check. */
const goOn = (place: Page | ReturnType<Page['getByRole']>) =>
  place.getByRole('button', {
    name: new RegExp(`^(${t('invoice.actions.to_approval')}|${t('invoice.actions.to_accounting')})`),
  });
const named = (key: string, number: string) => t(key).replace('{{number}}', number);

test(
  'INV-20 a possible duplicate is compared side by side, with the differing values marked',
  deep,
  async ({ browser }) => {
    const { page, pair } = await twice(browser);
    await page.goto(`/invoice/form?id=${pair.second}`);
    await expect(note(page)).toContainText(t('invoice.duplicate.number'));
    await note(page)
      .getByRole('button', { name: named('invoice.duplicate.compare_with', pair.number) })
      .click();
    const dialog = compared(page);
    const gross = dialog.getByRole('row', { name: t('invoice.total_brutto') });
    await expect(gross).toContainText(t('invoice.duplicate.differs'));
    await expect(gross).toContainText('129,00');
    await expect(gross).toContainText('119,00');
    const same = dialog.getByRole('row', { name: new RegExp(`^${t('field.supplier_id')} `) });
    await expect(same).not.toContainText(t('invoice.duplicate.differs'));
    const originals = dialog.getByRole('region', { name: named('invoice.duplicate.original_of', '') });
    await expect(originals).toHaveCount(2);
    for (const place of [0, 1]) await expect(originals.nth(place).locator('canvas').first()).toBeVisible();
    const [left, right] = [await originals.nth(0).boundingBox(), await originals.nth(1).boundingBox()];
    expect(left?.y).toBe(right?.y);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(gross).toContainText('129,00');
    const [above, below] = [await originals.nth(0).boundingBox(), await originals.nth(1).boundingBox()];
    expect(above?.x).toBe(below?.x);
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expectAccessible(page);
  },
);

test(
  'INV-20 continuing with a possible duplicate needs a reason, which the timeline keeps',
  deep,
  async ({ browser }) => {
    const { page, pair } = await twice(browser);
    await page.goto(`/invoice/form?id=${pair.second}`);
    await expect(note(page)).toBeVisible();
    await goOn(page).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('error.possible_duplicate'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: named('invoice.duplicate.compare_with', pair.number) }).click();
    await expect(compared(page)).toContainText('119,00');
    await page.keyboard.press('Escape');
    await expect(compared(page)).toHaveCount(0);
    await goOn(dialog).click();
    await expect(dialog).toContainText(t('error.comment_required'));
    await dialog.getByRole('textbox').fill('Zweite Lieferung, mit dem Lieferanten geklärt');
    await goOn(dialog).click();
    await expect(page).toHaveURL(/\/overview/);
    await page.goto(`/invoice/form?id=${pair.second}`);
    await page.getByRole('button', { name: t('document.unfold_timeline') }).click();
    await expect(page.getByText(t('timeline.note.possible_duplicate'))).toBeVisible();
    await expect(page.getByText('Zweite Lieferung, mit dem Lieferanten geklärt')).toHaveCount(1);
  },
);

test(
  'INV-20 API-41 whatever else the step asks stands in the dialog that names the duplicate',
  deep,
  async ({ browser }) => {
    const { page, pair } = await twice(browser, { days: daysFarAhead });
    await page.goto(`/invoice/form?id=${pair.second}`);
    await goOn(page).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Zweite Lieferung, mit dem Lieferanten geklärt');
    await goOn(dialog).click();
    await expect(dialog).toContainText(t('error.date_far_ahead'));
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toContainText(pair.number);
    await expect(dialog.getByRole('textbox')).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('shell.back') }).click();
    await expect(dialog.getByRole('textbox')).toHaveValue(/^Zweite Lieferung/);
    await goOn(dialog).click();
    await expect(dialog).toContainText(t('error.date_far_ahead'));
    await goOn(dialog).click();
    await expect(page).toHaveURL(/\/overview/);
  },
);

test(
  'INV-20 an invoice that becomes a duplicate by typing is asked about at once',
  deep,
  async ({ browser }) => {
    const { page, pair } = await twice(browser, { misread: `RE-${randomUUID().slice(0, 6)}` });
    await page.goto(`/invoice/form?id=${pair.second}`);
    await page.locator('input[name="head.number_printed"]').fill(pair.printed);
    await expect(page.getByText(t('invoice.duplicate.number'))).toHaveCount(0);
    await goOn(page).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('error.possible_duplicate'));
    await expect(dialog).toContainText(pair.number);
  },
);

test(
  'INV-20 INV-17 the second one is discarded from the comparison, with the first as the reason',
  deep,
  async ({ browser }) => {
    const { page, pair } = await twice(browser);
    await page.goto(`/invoice/form?id=${pair.second}`);
    await note(page)
      .getByRole('button', { name: named('invoice.duplicate.compare_with', pair.number) })
      .click();
    await compared(page)
      .getByRole('button', { name: new RegExp(`^${t('invoice.duplicate.end').split('{{')[0]}`) })
      .click();
    const dialog = page.getByRole('dialog').last();
    const reason = named('invoice.duplicate.is_same', pair.number);
    await expect(dialog.getByRole('textbox').last()).toHaveValue(reason);
    await expectAccessible(page);
  },
);
