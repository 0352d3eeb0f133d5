import { expect, type Page, type Worker } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { PushService } from '../support/push-service.ts';
import { test } from './journey.ts';
import { createRequest, giveUp, personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** The browser has neither permission nor a push service here: it subscribes at ours. */
async function subscribesAt(page: Page, service: PushService): Promise<void> {
  await page.exposeFunction('subscribeAtService', (key: string) => service.subscribe(key));
  await page.addInitScript(() => {
    const kept = 'test-subscription';
    const subscription = () => {
      const stored = localStorage.getItem(kept);
      if (stored === null) return null;
      const { endpoint, ...keys } = JSON.parse(stored);
      const unsubscribe = async () => void localStorage.removeItem(kept);
      return { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const made = await Reflect.get(window, 'subscribeAtService')(applicationServerKey);
        localStorage.setItem(kept, JSON.stringify(made));
        return subscription();
      },
    });
  });
}

/** Delivers to the service worker what the browser's push service would have decrypted. */
async function deliver(page: Page, content: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(content),
  });
  await devtools.detach();
}

interface Shown {
  readonly title: string;
  readonly body?: string;
  readonly data?: unknown;
}

/** The running service worker. It may show nothing in a browser without a screen, so that what it shows is noted. */
async function noting(page: Page): Promise<Worker> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const shown: Shown[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body = '', data } = {}) =>
      void shown.push({ title, body, data });
  });
  return worker;
}

test(
  'MOB-03 a phone tells an approver of a task, opens its page, and forgets its subscription with the logout',
  deep,
  async ({ browser, afterwards }) => {
    const service = await PushService.start();
    afterwards(() => service.stop());
    const page = await personPage(browser, 'approver1', 'de', 'allow');
    await page.setViewportSize({ width: 390, height: 844 });
    await subscribesAt(page, service);
    await page.goto('/profile');
    const section = page.getByRole('region', { name: t('push.title') });
    await section.getByRole('button', { name: t('push.switch_on') }).click();
    await expect(section.getByRole('button', { name: t('push.switch_off') })).toBeVisible();
    // At all hours, whatever the time of the test is.
    await section.getByLabel(t('push.from'), { exact: true }).selectOption('0');
    await expect(section.getByLabel(t('push.from'), { exact: true })).toHaveValue('0');
    await section.getByLabel(t('push.to'), { exact: true }).selectOption('24');
    await expect(section.getByLabel(t('push.to'), { exact: true })).toHaveValue('24');
    for (const day of ['Sa', 'So']) {
      // Checked once it is saved.
      await section.getByLabel(day, { exact: true }).click();
      await expect(section.getByLabel(day, { exact: true })).toBeChecked();
      await expect(section.getByLabel(day, { exact: true })).toBeEnabled();
    }

    const id = await createRequest(browser, 'Messuhr für das Telefon');
    afterwards(() => giveUp(browser, id));
    const path = `/procurement/form?id=${id}`;
    await expect.poll(() => service.received.map(({ content }) => content.path)).toContain(path);
    expect(service.refused).toEqual([]);
    const content = service.received.find((one) => one.content.path === path)?.content ?? {};
    const worker = await noting(page);
    await deliver(page, content);
    await expect
      .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown') as Shown[]))
      .toEqual([{ title: 'Kontor', body: t('push.plain.task'), data: path }]);
    await worker.evaluate(async (open) => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll: () => Promise<{ postMessage: (message: object) => void }[]> };
      };
      for (const one of await clients.matchAll()) one.postMessage({ open });
    }, path);
    await expect(page).toHaveURL(new RegExp(`/procurement/form\\?id=${id}`));

    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => page.evaluate(() => caches.has('kontor-device'))).toBe(false);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
  },
);
