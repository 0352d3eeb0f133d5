import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { xlsxFile } from '../support/xlsx.ts';
import { Effort, opened } from './effort.ts';
import { test } from './journey.ts';
import { firstLink } from './own-tenant.ts';
import { texts } from './procurement-people.ts';
import { actionButton, field, lineField } from './request-page.ts';
import { newestMail } from './session.ts';

const t = texts('de');

/** A title over all columns, as spreadsheets have it above a list. */
const merged = (columns: string) => ({
  after: `<mergeCells count="1"><mergeCell ref="A1:${columns}1"/></mergeCells>`,
});

/** The lists of a small company, as it has them. */
const lists = {
  departments: () =>
    xlsxFile([
      {
        name: 'Abteilungen',
        rows: [['Organisation', null], [], ['Abteilung', 'Leitung'], ['Werft', 'Frank'], ['Büro', 'Kai']],
        ...merged('B'),
      },
    ]),
  /** A text file from Windows, which names its separator. */
  costCenters: () =>
    Buffer.from(
      'sep=;\r\nKostenstelle;Bezeichnung;Betrag\r\n0100;Büro;5.000,00 €\r\n0200;Rümpfe;1.355,90 €\r\n',
      'latin1',
    ),
  suppliers: () =>
    xlsxFile(
      [
        {
          name: 'Kreditoren',
          rows: [
            ['Kreditorenliste', null, null, null],
            ['Kreditor', 'Bezeichnung', 'PLZ', 'Zahlungsziel'],
            [70_100, 'Tauwerk Nord GmbH', { value: 1067, style: 'postcode' }, 14],
            ['70200', { formula: '"Lack"&" Ost KG"', result: 'Lack Ost KG' }, '04109', '30'],
          ],
          before: '<cols><col min="4" max="4" width="9" hidden="1"/></cols>',
          ...merged('D'),
        },
      ],
      { is1904: true },
    ),
  products: () =>
    Buffer.from(
      'Artikelliste 2026;;;;\r\nArtikel;Art.-Nr.;Lieferant;Warengruppe;EK-Preis\r\n' +
        'Festmacher 12 mm;0815;Tauwerk Nord GmbH;Seile;49,90 €\r\nBootslack weiß;0816;Lack Ost KG;Farben;1.129,00 €\r\n',
      'latin1',
    ),
};

test(
  'SHEET-19 ONB-02 ADM-21 a small company begins with its own lists: the first order is approved by a second person after 60 clicks and fields and ten minutes',
  deep,
  async ({ browser }) => {
    const tag = Date.now().toString(36);
    const mail = (name: string) => `${name}.${tag}@bootsbau.test`;
    const effort = new Effort();
    const page = await opened(browser, effort, await firstLink(`Bootsbau ${tag}`, mail('chefin')));
    const step = (table: string) => page.getByRole('heading', { level: 2, name: t(`entity.${table}.many`) });
    const save = () => effort.click(page.getByRole('button', { name: t('onboarding.step.save') }));
    const next = () =>
      effort.click(page.getByRole('button', { name: t('onboarding.step.next'), exact: true }));
    /** Imports a file into the table of the step, with rows of other lists that it names. */
    const bring = async (name: string, content: Buffer, { isMissing = false } = {}): Promise<void> => {
      await effort.click(page.getByRole('button', { name: t('table.import') }));
      await effort.choose(page, name, content);
      if (isMissing) await effort.click(page.getByRole('checkbox', { name: t('import.missing') }));
      await effort.click(page.getByRole('button', { name: /Zeilen? importieren/ }));
      await expect(page.getByText(/Import fertig: 2 neu/)).toBeVisible();
    };

    await test.step('the company', async () => {
      await effort.click(page.getByRole('button', { name: t('onboarding.mode.custom.action') }));
      const company = { name: 'Bootsbau GmbH', address: 'Kai 1', zipcode: '18055', city: 'Rostock' };
      for (const [name, value] of Object.entries(company))
        await effort.fill(field(page, t(`onboarding.company.${name}`)), value);
      await save();
    });

    await test.step('departments and cost centers from files, with budgets', async () => {
      await expect(step('department')).toBeVisible();
      await effort.choose(page, 'abteilungen.xlsx', await lists.departments());
      await expect(page.getByRole('cell', { name: 'Werft', exact: true })).toBeVisible();
      await save();
      await expect(step('cost_center')).toBeVisible();
      await effort.choose(page, 'kostenstellen.csv', lists.costCenters());
      await expect(page.getByRole('cell', { name: '0200', exact: true })).toBeVisible();
      await save();
    });

    await test.step('a delivered chart and posting keys', async () => {
      await expect(step('ledger_account')).toBeVisible();
      await save();
      await expect(step('posting_key')).toBeVisible();
      await save();
    });

    await test.step('suppliers, and products with groups that are created with them', async () => {
      await expect(step('supplier')).toBeVisible();
      await bring('kreditoren.xlsx', await lists.suppliers());
      await next();
      await expect(step('product_group')).toBeVisible();
      await effort.click(page.getByRole('button', { name: t('onboarding.step.skip'), exact: true }));
      await expect(step('product')).toBeVisible();
      await bring('artikel.csv', lists.products(), { isMissing: true });
      await next();
    });

    await test.step('people with the template of their rights, and an approver', async () => {
      await expect(step('lb_user')).toBeVisible();
      const people = `Name;E-Mail;Rechte;Firma;Abteilung;Kostenstelle\r\n${['rita', 'rolf']
        .map((name) => `${name};${mail(name)};Anfordernde;Bootsbau GmbH;Werft;0200`)
        .join('\r\n')}\r\n`;
      await bring('personen.csv', Buffer.from(people, 'latin1'));
      await effort.fill(field(page, t('entity.lb_user.field.name')), 'Frank Freigabe');
      await effort.fill(field(page, t('entity.lb_user.field.email')), mail('frank'));
      await effort.click(page.getByRole('button', { name: t('onboarding.person.invite') }));
      const missing = page.getByRole('region', { name: t('onboarding.missing.title') });
      await expect(missing).toContainText(t('onboarding.missing.complete'));
      await effort.click(missing.getByRole('link', { name: t('onboarding.missing.order') }));
    });

    const address = await test.step('the first order, from the own catalogue', async () => {
      await effort.click(page.getByRole('button', { name: t('procurement.inferred.all_fields') }));
      await expect(field(page, t('field.client_id'))).toHaveValue(/Bootsbau GmbH/);
      await effort.fill(field(page, t('field.name')), 'Festmacher');
      await effort.fill(field(page, t('field.ledger_account_id')), '4930');
      await effort.click(page.getByRole('option', { name: '4930' }).first());
      await effort.fill(field(page, t('field.delivery_date')), '+14');
      await effort.fill(field(page, t('procurement.product_search')), 'Festmacher');
      await effort.press(page, 'Enter');
      await expect(field(page, lineField(t, 'description', 1))).toHaveValue(/Festmacher/);
      await effort.fill(field(page, lineField(t, 'quantity', 1)), '10');
      await effort.click(actionButton(page, t, 'submit'));
      await expect(page.getByText(t('status.procurement.approval'), { exact: true }).first()).toBeVisible();
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    });

    await test.step('another person approves', async () => {
      const invitation = await newestMail(page, mail('frank'), /\/login\//);
      const frank = await opened(browser, effort, invitation.text);
      await effort.click(frank.getByRole('link', { name: /Festmacher/ }).first());
      const preview = frank.getByRole('complementary', { name: t('overview.preview') });
      await effort.click(
        preview.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) }),
      );
      await expect(frank.getByRole('link', { name: /Festmacher/ })).toHaveCount(0);
    });
    await page.goto(address);
    await expect(page.getByText(t('status.procurement.approved'), { exact: true }).first()).toBeVisible();
    console.log(`first order after ${effort.steps} clicks and fields, ${effort.seconds.toFixed(0)} s`);
    expect(effort.steps).toBeLessThanOrEqual(60);
    expect(effort.seconds).toBeLessThanOrEqual(600);
  },
);
