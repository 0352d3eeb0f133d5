import { expect } from '@playwright/test';
import { type Cluster, type Node, openCluster } from '../operations/cluster.ts';
import { deep } from '../support/depth.ts';
import { copyData } from '../support/prepared-data.ts';
import { test } from './journey.ts';
import { texts } from './procurement-people.ts';
import { login } from './session.ts';

const t = texts('de');
let cluster: Cluster;
let first: Node;

test.beforeAll(async () => {
  cluster = await openCluster((path) => copyData(process.env.KONTOR_JOURNEYS_DEMO ?? '', path));
  first = await cluster.node();
  await cluster.node();
});
test.afterAll(() => cluster?.close());

test(
  'API-39 API-42 a server dies during a comment: it arrives once, and the page continues',
  deep,
  async ({ browser, afterwards }) => {
    cluster.direct([first]);
    const context = await browser.newContext({ baseURL: cluster.url, locale: 'de-DE' });
    await context.addInitScript(() => localStorage.setItem('lang', 'de'));
    const page = await context.newPage();
    await login(page, 'requester@demo.test');
    const { rows } = await cluster.owner.query<{ id: string }>(
      `select p.id from procurement p join lb_user u on u.id = p.creator_id
     where u.email = 'requester@demo.test' and p.status = 'approval' order by p.id limit 1`,
    );
    await page.goto(`/procurement/form?id=${rows[0]?.id}`);
    const timeline = page.getByRole('complementary', { name: t('timeline.title') });
    await expect(timeline).toBeVisible();

    const held = await cluster.owner.connect();
    afterwards(async () => held.release(true));
    await held.query('begin; lock table timeline_entry in share row exclusive mode');
    await page.getByRole('textbox', { name: t('timeline.comment_box.label') }).fill('Kommt das noch an?');
    const send = page.getByRole('button', { name: t('timeline.comment_box.send') });
    await send.click();
    await expect
      .poll(async () => {
        const { rowCount } = await held.query(
          "select from pg_stat_activity where application_name = 'kontor' and wait_event_type = 'Lock'",
        );
        return rowCount;
      })
      .toBeGreaterThan(0);
    const stream = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.ok());
    cluster.directAll();
    first.process.signal('SIGKILL');
    await first.process.ended();
    await held.query('rollback');

    // A browser that reused a connection repeats the request automatically; otherwise the person does.
    const comment = timeline.getByRole('list').getByText('Kommt das noch an?');
    const failure = page.getByRole('alert').first();
    await expect(comment.or(failure).first()).toBeVisible();
    if (await failure.isVisible()) await send.click();
    await expect(comment).toHaveCount(1);
    await stream;
    await page.reload();
    await expect(comment).toHaveCount(1);
    await context.close();
  },
);
