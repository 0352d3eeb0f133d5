import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep, isDeep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { journeyLanguages } from './journey-languages.ts';
import { endAbsence, newApprovingGroup } from './people-page.ts';
import {
  createRequest,
  documentAs,
  type Person,
  personPage,
  runAction,
  texts,
} from './procurement-people.ts';
import {
  actionButton,
  bookMissing,
  choose,
  expectDone,
  field,
  lineField,
  receiptsOf,
  showHead,
  takeFromMenu,
  timelineOf,
} from './request-page.ts';

const names: Readonly<Record<Person, string>> = {
  admin: 'Katrin Voss',
  requester: 'Jonas Petersen',
  selector: 'Miriam Brandt',
  approver1: 'Torsten Lüders',
  approver2: 'Dr. Sabine Krüger',
  buyer: 'Ina Berg',
  receiver: 'Mehmet Aydın',
  accountant: 'Renate Schulz',
};
const phone = { width: 390, height: 844 };

let opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened) await page.context().close();
  opened = [];
});

async function open(browser: Browser, person: Person, address: string, lang = 'de'): Promise<Page> {
  const page = await personPage(browser, person, lang);
  opened.push(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  return page;
}

const openRequest = (browser: Browser, person: Person, id: number, lang = 'de') =>
  open(browser, person, `/procurement/form?id=${id}`, lang);

for (const { lang, form } of journeyLanguages) {
  const t = texts(lang);

  test(
    `GEN-03 GEN-05 TL-22 a request from draft to completed with six people, including decline and clearing (${lang})`,
    form,
    async ({ browser }) => {
      const id = await test.step('the requester submits a request without supplier and price', async () => {
        const page = await open(browser, 'requester', '/procurement/form', lang);
        await field(page, t('field.name')).fill(`Prüfstand ${lang}`);
        await showHead(page, t);
        await choose(field(page, t('field.ledger_account_id')), '4980');
        await choose(field(page, t('field.consignee_id')), 'Mehmet');
        await field(page, t('field.delivery_date')).fill('+14');
        await field(page, lineField(t, 'description', 1)).fill('Messuhr mit Stativ');
        await field(page, lineField(t, 'quantity', 1)).fill('4');
        await page.keyboard.press('Control+Enter');
        await expect(page.getByText(t('status.procurement.open'), { exact: true }).first()).toBeVisible();
        return Number(new URL(page.url()).searchParams.get('id'));
      });

      await test.step('P selects supplier and price', async () => {
        const page = await openRequest(browser, 'selector', id, lang);
        await choose(field(page, lineField(t, 'supplier_id', 1)), 'Br');
        await field(page, lineField(t, 'price_netto', 1)).fill('500');
        await expectAccessible(page);
        await actionButton(page, t, 'to_approval').click();
        await expectDone(page);
      });

      await test.step('A approves, B declines with a reason to K', async () => {
        const first = await openRequest(browser, 'approver1', id, lang);
        await expect(actionButton(first, t, 'approve')).toContainText(names.approver2);
        await actionButton(first, t, 'approve').click();
        await expectDone(first);
        const second = await openRequest(browser, 'approver2', id, lang);
        await actionButton(second, t, 'decline').click();
        const dialog = second.getByRole('dialog');
        await choose(field(dialog, t('document.person')), 'Katrin');
        await field(dialog, t('document.comment')).fill('Zwei genügen.');
        await expectAccessible(second);
        await dialog.getByRole('button', { name: t('procurement.actions.decline') }).click();
        await expectDone(second);
      });

      await test.step('K changes the quantity and forwards to approval again', async () => {
        const page = await openRequest(browser, 'admin', id, lang);
        await expect(timelineOf(page, t).getByText('Zwei genügen.')).toBeVisible();
        await field(page, lineField(t, 'quantity', 1)).fill('3');
        await actionButton(page, t, 'to_approval').click();
        await expectDone(page);
        expect(await documentAs('requester', id)).toMatchObject({ status: 'approval', total_netto: 1500 });
      });

      await test.step('A and B approve', async () => {
        for (const approver of ['approver1', 'approver2'] as const) {
          if (!isDeep) {
            await runAction(approver, id, 'approve', {});
            continue;
          }
          const page = await openRequest(browser, approver, id, lang);
          await actionButton(page, t, 'approve').click();
          await expectDone(page);
        }
      });

      await test.step('C confirms the order and completes it', async () => {
        const page = await openRequest(browser, 'buyer', id, lang);
        await expect(actionButton(page, t, 'complete_order')).toBeDisabled();
        await runAction('buyer', id, 'confirm_order', {});
        await expect(actionButton(page, t, 'complete_order')).toBeEnabled();
        await expectAccessible(page);
        await actionButton(page, t, 'complete_order').click();
        await expectDone(page);
      });

      await test.step('D books a part, then the rest, and finishes', async () => {
        const page = await openRequest(browser, 'receiver', id, lang);
        const receive = actionButton(page, t, 'receive');
        await receive.click();
        await page
          .getByLabel(t('procurement.receive.quantity_of').replace('{{name}}', 'Messuhr mit Stativ'))
          .fill('1');
        await page.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
        await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(1);
        await bookMissing(page, t, 2);
        await actionButton(page, t, 'finish_delivery').click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('procurement.actions.finish_delivery') })
          .click();
        await expectDone(page);
      });

      const { status, timeline } = await documentAs('requester', id);
      expect(status).toBe('completed');
      const steps = timeline.timeline_entries.filter(({ status: state }) =>
        ['approved', 'declined'].includes(state ?? ''),
      );
      expect(steps.map(({ type, status: state }) => `${type} ${state}`)).toEqual([
        'start approved',
        'select-product approved',
        'approval approved',
        'approval declined',
        'clearing approved',
        'approval approved',
        'approval approved',
        'send-order approved',
        'delivery approved',
      ]);
    },
  );

  test(
    `TASK-23 a question asked by keyboard is mailed, is listed in My tasks and is answered there (${lang})`,
    deep,
    async ({ browser }) => {
      const name = `Gefragt ${lang} ${Date.now()}`;
      const id = await createRequest(browser, name);
      const asking = await openRequest(browser, 'requester', id, lang);
      const box = field(asking, t('timeline.comment_box.label'));
      await box.click();
      await asking.keyboard.type('@miriam');
      await expect(asking.getByRole('option', { name: names.selector })).toBeVisible();
      await expectAccessible(asking);
      await asking.keyboard.press('Enter');
      await asking.keyboard.type('welche Größe?');
      await expect(box).toHaveValue(`@${names.selector} welche Größe?`);
      await asking.keyboard.press('Control+Enter');
      const question = t('timeline.question.open').replace('{{name}}', names.selector);
      await expect(timelineOf(asking, t).getByText(question)).toBeVisible();

      const asked = await open(browser, 'selector', '/overview', lang);
      await expect(asked.getByText(t('overview.group.questions'))).toBeVisible();
      await asked.getByRole('link', { name }).click();
      const preview = asked.getByRole('complementary', { name: t('overview.preview') });
      await expect(preview.getByText('welche Größe?')).toBeVisible();
      await expectAccessible(asked);
      await field(preview, t('timeline.comment_box.label')).fill('Größe 42.');
      await asked.keyboard.press('Control+Enter');
      await expect(asked.getByRole('link', { name })).toHaveCount(0);
      const answered = t('timeline.question.answered').replace('{{name}}', names.selector);
      await expect(timelineOf(asking, t).getByText(answered)).toBeVisible();
      expect((await documentAs('requester', id)).status).toBe('approval');
    },
  );
}

const t = texts('de');

test(
  'APPR-15 a substitute, set on the profile, has the tasks until the person returns',
  deep,
  async ({ browser, afterwards }) => {
    const name = `Vertreten ${Date.now()}`;
    afterwards(() => endAbsence('approver1'));
    const id = await createRequest(browser, name);
    const own = await open(browser, 'approver1', '/profile');
    const section = own.getByRole('region', { name: t('profile.substitute.title') });
    await choose(field(section, t('profile.substitute.person')), 'Sabine');
    await section.getByRole('button', { name: t('profile.substitute.save') }).click();
    await expect(section.getByText(t('profile.substitute.needs_day'))).toBeVisible();
    await field(section, t('profile.substitute.from')).fill('+0');
    await field(section, t('profile.substitute.to')).fill('+7');
    await expectAccessible(own);
    await section.getByRole('button', { name: t('profile.substitute.save') }).click();
    await expect(section.getByRole('status')).toContainText(names.approver2);

    const substitute = await open(browser, 'approver2', '/overview');
    const row = substitute.getByRole('row').filter({ has: substitute.getByRole('link', { name }) });
    await expect(row).toContainText(`für ${names.approver1}`);
    await substitute.goto(`/procurement/form?id=${id}`);
    const acting = `${names.approver2} für ${names.approver1}`;
    await expect(timelineOf(substitute, t).getByText(acting).first()).toBeVisible();
    await expectAccessible(substitute);

    await section.getByRole('button', { name: t('profile.substitute.clear') }).click();
    await expect(section.getByRole('status')).toHaveCount(0);
    await expect(timelineOf(substitute, t).getByText(`${names.approver1} gibt frei`)).toBeVisible();
  },
);

test(
  'TASK-25 several approvals at once, selected by keyboard; each has its own result',
  deep,
  async ({ browser }) => {
    const stamp = Date.now();
    const first = await createRequest(browser, `Erste ${stamp}`);
    const second = await createRequest(browser, `Zweite ${stamp}`);
    const third = await createRequest(browser, `Dritte ${stamp}`);
    const page = await open(browser, 'approver1', '/overview');
    await page.getByRole('searchbox', { name: t('overview.filter.text') }).fill(String(stamp));
    // The three are in the unfiltered list as well; filtering clears the selection.
    await expect(page).toHaveURL(new RegExp(`q=.*${stamp}`));
    await expect(page.getByRole('link', { name: String(stamp) })).toHaveCount(3);
    const link = page.getByRole('link', { name: `Erste ${stamp}` });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('x');
    await expect(page.getByText('1 ausgewählt')).toBeVisible();
    await page.getByRole('button', { name: t('overview.several.all') }).click();
    await expectAccessible(page);
    // While the list is shown, another person changes one of them.
    await page.route('**/v1/graphql', async (route) => {
      if (route.request().postData()?.includes('procurement_approve')) await beforeFirst;
      await route.continue();
    });
    const beforeFirst = runAction('admin', third, 'save', { head: { notes: 'Anders als gesehen.' } });
    await page.getByRole('button', { name: '3 freigeben' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('2 freigegeben');
    await expect(dialog).toContainText(`Dritte ${stamp}`);
    await expect(dialog.getByRole('heading', { name: t('overview.several.refused') })).toBeVisible();
    await expectAccessible(page);
    expect((await documentAs('requester', first)).status).toBe('approved');
    expect((await documentAs('requester', second)).status).toBe('approved');
    expect((await documentAs('requester', third)).status).toBe('approval');
  },
);

/** The number of rows of controls on the page above an element; controls less than 20 pixels apart share a row. */
async function controlRowsAbove(page: Page, below: Locator): Promise<number> {
  const top = (await below.boundingBox())?.y ?? 0;
  const boxes = await Promise.all(
    (await page.getByRole('main').locator('button, input, a, [role=tab]').all()).map((one) =>
      one.boundingBox(),
    ),
  );
  const middles = boxes
    .flatMap((box) => (box === null || box.y + box.height > top ? [] : [box.y + box.height / 2]))
    .toSorted((one, other) => one - other);
  return middles.filter((middle, place) => place === 0 || middle - (middles[place - 1] ?? 0) > 20).length;
}

test('TASK-01 an approval on the phone in two taps', async ({ browser }) => {
  const name = `Zwei Tipper ${Date.now()}`;
  const id = await createRequest(browser, name);
  const page = await open(browser, 'approver1', '/overview');
  await page.setViewportSize(phone);
  // There may be more tasks of other journeys than the screen holds.
  await page.getByRole('searchbox').fill(name);
  await expect(page).toHaveURL(/q=/);
  await test.step('OVW-01 at most two rows of controls stand above the first task', async () => {
    await expect.poll(() => controlRowsAbove(page, page.getByRole('link', { name }))).toBeLessThanOrEqual(2);
  });
  await page.getByRole('link', { name }).click();
  const approve = actionButton(page, t, 'approve');
  await expect(approve).toBeInViewport();
  await approve.click();
  await expectDone(page);
  expect((await documentAs('requester', id)).status).toBe('approved');
});

test(
  'TASK-03, TASK-04, TASK-05, TASK-08, TASK-22, PROC-33 all other paths of a request, on the page',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Alle Wege');
    const requester = await openRequest(browser, 'requester', id);
    await takeFromMenu(requester, t, 'withdraw');
    await expect(requester.getByText(t('status.procurement.draft'), { exact: true }).first()).toBeVisible();
    await test.step('TASK-18 a withdrawn request can be given up and copied', async () => {
      await requester
        .getByRole('button', { name: t('shell.more_actions') })
        .last()
        .click();
      for (const label of ['document.delete_draft', 'procurement.actions.cancel', 'procurement.actions.copy'])
        await expect(requester.getByRole('menuitem', { name: t(label) })).toBeEnabled();
      await requester.keyboard.press('Escape');
    });
    await actionButton(requester, t, 'submit').click();
    await expect(
      requester.getByText(t('status.procurement.approval'), { exact: true }).first(),
    ).toBeVisible();

    await test.step('reassigned to a group, accepted, given back', async () => {
      const group = `Freigabe der Messuhr ${Date.now().toString(36)}`;
      await newApprovingGroup(group, 'buyer');
      const approver = await openRequest(browser, 'approver1', id);
      await takeFromMenu(approver, t, 'reassign');
      const dialog = approver.getByRole('dialog');
      await choose(field(dialog, t('document.person')), group);
      await expectAccessible(approver);
      await dialog.getByRole('button', { name: t('procurement.actions.reassign') }).click();
      await expectDone(approver);
      const member = await openRequest(browser, 'buyer', id);
      await actionButton(member, t, 'accept').click();
      await expect(actionButton(member, t, 'approve')).toBeVisible();
      await takeFromMenu(member, t, 'give_back');
      await expectDone(member);
      await member.goto(`/procurement/form?id=${id}`);
      await actionButton(member, t, 'accept').click();
      await expect(actionButton(member, t, 'approve')).toBeVisible();
      await takeFromMenu(member, t, 'send_to_clearing');
      const clearing = member.getByRole('dialog');
      await field(clearing, t('document.comment')).fill('Bitte klären.');
      await expectAccessible(member);
      await clearing.getByRole('button', { name: t('procurement.actions.send_to_clearing') }).click();
      await expectDone(member);
    });

    await test.step('cancelled in clearing', async () => {
      const member = await openRequest(browser, 'buyer', id);
      await takeFromMenu(member, t, 'cancel');
      await expectAccessible(member);
      await member
        .getByRole('dialog')
        .getByRole('button', { name: t('procurement.actions.cancel') })
        .click();
      await expectDone(member);
      expect((await documentAs('requester', id)).status).toBe('declined');
    });

    await test.step('copied into a new draft', async () => {
      await requester.goto(`/procurement/form?id=${id}`);
      await takeFromMenu(requester, t, 'copy');
      await expect(requester).not.toHaveURL(new RegExp(`id=${id}$`));
      await expect(requester.getByText(t('status.procurement.draft'), { exact: true }).first()).toBeVisible();
      await expect(field(requester, lineField(t, 'description', 1))).toHaveValue('Messuhr');
    });
  },
);
