import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushMessage } from '../../../features/push/push.ts';
import { forgetMark, writeMark } from '../../../platform/web/push-mark.ts';
import { showNotices } from './notices.ts';

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async () => {});
const unsubscribe = vi.fn(async () => true);
const openWindow = vi.fn(async () => {});
const page = { focus: vi.fn(async () => {}), postMessage: vi.fn() };
let windows: (typeof page)[] = [];
const kept = new Map<string, Response>();

vi.stubGlobal('addEventListener', (name: string, listener: Listener) => listeners.set(name, listener));
vi.stubGlobal('registration', {
  showNotification,
  pushManager: { getSubscription: async () => ({ unsubscribe }) },
});
vi.stubGlobal('clients', { matchAll: async () => windows, openWindow });
vi.stubGlobal('caches', {
  open: async () => ({
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, value: Response) => void kept.set(key, value),
  }),
  delete: async () => kept.clear(),
});
showNotices();

/** The service worker gets an event and finishes its work. */
async function on(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(name)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

const message: PushMessage = {
  ...{ device: 'mine', title: 'Kontor', body: 'Neues', tag: 'procurement 7', path: '/procurement/form?id=7' },
};
const push = (content: PushMessage) => on('push', { data: { json: () => content } });
const tap = () => on('notificationclick', { notification: { close: () => {}, data: message.path } });

beforeEach(async () => {
  vi.clearAllMocks();
  windows = [];
  await writeMark({ session: 'session', device: 'mine' });
});

describe('MOB-03 the service worker', () => {
  test('shows a notice of the session that is logged in on the device', async () => {
    await push(message);
    expect(showNotification.mock.calls).toMatchObject([
      ['Kontor', { body: 'Neues', tag: 'procurement 7', data: message.path }],
    ]);
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  test('shows nothing of another session and ends the subscription', async () => {
    await push({ ...message, device: 'of somebody else' });
    expect(showNotification).not.toHaveBeenCalled();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  test('shows nothing after the logout', async () => {
    await forgetMark();
    await push(message);
    expect(showNotification).not.toHaveBeenCalled();
  });

  test('opens the page of a tapped notice', async () => {
    await tap();
    expect(openWindow.mock.calls).toEqual([[message.path]]);
  });

  test('lets an open page go there itself, so that it can ask about unsaved changes', async () => {
    windows = [page];
    await tap();
    expect(openWindow).not.toHaveBeenCalled();
    expect(page.focus).toHaveBeenCalledOnce();
    expect(page.postMessage.mock.calls).toEqual([[{ open: message.path }]]);
  });
});
