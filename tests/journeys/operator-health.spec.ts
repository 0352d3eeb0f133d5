import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { personPage, texts } from './procurement-people.ts';
import { walk } from './walk.ts';

const t = texts('de');
const named = (key: string, request: string): string => t(key).replace('{{request}}', request);
/** Contained in failed work, and must be on no page. */
const secret = 'Vertrauliche Beratung 4711';

/** Failed work of the demo: jobs, and a mail refused by the mail server. Returns the ids of the jobs. */
async function addFailures(): Promise<readonly number[]> {
  return await inDatabase(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into job (tenant_id, kind, state, input, error, failure, attempts, finished_at)
       select t.id, k.kind, 'failed', jsonb_build_object('text', $1::text),
         jsonb_build_object('code', 'unexpected', 'values', jsonb_build_object('text', $1::text)), 'TypeError', 6, now()
       from tenant t, unnest(array['remind_of_contracts', 'settle_tasks', 'overview_export', 'import_mailbox']) as k (kind)
       where t.name = 'demo' returning id`,
      [secret],
    );
    await owner.query(
      `insert into mail (tenant_id, message_id, kind, recipient, subject, text_body, html_body, state, attempts, error)
       select id, '<health@kontor.test>', 'test', 'marta.muster@firma.example', $1, $1, $1, 'failed', 6,
         'Message failed: 550 5.1.1 ' || $1 from tenant where name = 'demo'`,
      [secret],
    );
    await owner.query(
      `insert into node (id, roles, version, runtime, heartbeat_at)
       values ('00000000-0000-4000-8000-000000000001', '{worker}', '0.0.1', 'v20.0.0', now() - interval '10 minutes')`,
    );
    await owner.query('select app.count_storage(id) from tenant');
    return rows.map(({ id }) => Number(id));
  });
}

test(
  'JOB-05 MAIL-04 TECH-04 OP-12 I18N-01 an operator sees the state of the installation, and restarts failed work',
  deep,
  async ({ browser, afterwards }, testInfo) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = await addFailures();
    afterwards(() =>
      inDatabase(async (owner) => {
        await owner.query("delete from mail where message_id = '<health@kontor.test>'");
        await owner.query('delete from job where id = any ($1)', [[first, second, third, fourth]]);
        await owner.query("delete from node where version = '0.0.1'");
      }),
    );
    const page = await personPage(browser, 'operator');
    const job = (id: number) => page.getByRole('row').filter({ hasText: `job ${id}` });
    const picture = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

    await test.step('the page shows processes, queues, failures, storage and versions', async () => {
      await page.goto('/operator/tenant');
      await page
        .getByRole('navigation', { name: t('operator.title') })
        .getByRole('link', { name: t('operator.page.health') })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('operator.page.health'));
      const nodes = page.getByRole('table', { name: t('health.nodes') });
      await expect(nodes.getByRole('row').filter({ hasText: t('health.node.alive') })).toHaveCount(1);
      await expect(nodes.getByRole('row').filter({ hasText: t('health.node.silent') })).toContainText(
        '0.0.1',
      );
      await expect(page.getByText(t('health.note.silent_text'))).toBeVisible();
      await expect(page.getByRole('table', { name: t('health.queues') })).toContainText(
        t('health.kind.remind_of_contracts'),
      );
      await expect(job(first)).toContainText('unexpected · TypeError');
      await expect(job(first)).toContainText('demo');
      await expect(page.getByRole('table', { name: t('health.failed_mails') })).toContainText('550 5.1.1');
      await expect(page.getByRole('table', { name: t('health.failed_mails') })).toContainText(
        'm***@firma.example',
      );
      await expect(page.getByRole('table', { name: t('health.storage') })).toContainText('demo');
      await expect(page.locator('main')).toContainText(t('health.fact.postgres'));
      await expect(page.locator('main')).not.toContainText(secret);
      await expectAccessible(page);
      await picture('the health of the installation');
    });

    await test.step('a failed job is restarted by keyboard, runs, and disappears', async () => {
      await page.getByRole('button', { name: named('health.retry_of', `job ${first}`) }).press('Enter');
      await expect(job(first)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: t('health.failed_jobs') })).toBeFocused();
      await expect
        .poll(() =>
          inDatabase(async (owner) => {
            const { rows } = await owner.query<{ state: string }>('select state from job where id = $1', [
              first,
            ]);
            return rows[0]?.state;
          }),
        )
        .toBe('done');
    });

    await test.step('all of a kind are restarted', async () => {
      await page.getByRole('combobox', { name: t('health.column.kind') }).selectOption('settle_tasks');
      await page.getByRole('button', { name: t('health.retry_all') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('health.retry_all') })
        .click();
      await expect(job(second)).toHaveCount(0);
      await page.getByRole('combobox', { name: t('health.column.kind') }).selectOption('');
    });

    await test.step('one is discarded with a reason', async () => {
      await page.getByRole('button', { name: named('health.discard_of', `job ${third}`) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('health.discard') }).click();
      await expect(dialog.getByText(t('error.field_required'))).toBeVisible();
      await dialog.getByRole('textbox', { name: t('health.reason') }).fill('Die Person hat es neu begonnen');
      await dialog.getByRole('button', { name: t('health.discard') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(job(third)).toHaveCount(0);
    });

    await test.step('a mail is sent again', async () => {
      const mails = page.getByRole('table', { name: t('health.failed_mails') });
      await mails
        .getByRole('row', { name: /firma\.example/ })
        .getByRole('button')
        .click();
      await expect(page.getByText('m***@firma.example')).toHaveCount(0);
    });

    for (const [name, scheme, width] of [
      ['dark', 'dark', 1440],
      ['phone', 'light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/operator/health');
      await expect(page.getByRole('table', { name: t('health.nodes') })).toBeVisible();
      await picture(name);
    }

    await test.step('the page works in every language, on the phone and in dark mode', async () => {
      await walk(page, async ({ visit, look }) => {
        await visit('/operator/health');
        await page.getByRole('button', { name: named('health.discard_of', `job ${fourth}`) }).click();
        await look('discarding');
        await page.keyboard.press('Escape');
      });
    });
  },
);
