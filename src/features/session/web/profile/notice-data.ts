import { queryOptions } from '@tanstack/react-query';
import { rest } from '../../../../platform/web/api.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { forgetDevice, markDevice, ownMark } from '../../../../platform/web/push-device.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { type PushChoice, pushKinds } from '../../../push/push.ts';

const path = '/api/push';
const key = 'own-notices';

/** Whether this device shows notices, and of what. */
export interface Notices {
  /** Null while they are switched off. */
  readonly choice: PushChoice | null;
  /** The person or the browser forbids them. */
  readonly isDenied: boolean;
}

interface Served {
  readonly public_key: string;
  readonly device: (PushChoice & { readonly device: string }) | null;
}

/** What a device shows first: everything, in usual working hours of its time zone. */
export function usualChoice(): PushChoice {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { kinds: pushKinds, hours: { from: 7, to: 19, days: [1, 2, 3, 4, 5], zone } };
}

/** The notices on this device; null where it cannot show any. */
export function noticesOptions(userId: number) {
  return queryOptions({
    queryKey: [key, userId],
    queryFn: async ({ signal }): Promise<Notices | null> => {
      const registration = await registered();
      if (registration === undefined) return null;
      const isDenied = Notification.permission === 'denied';
      const [{ device }, mark, subscription] = await Promise.all([
        rest<Served>(path, { signal }),
        ownMark(),
        registration.pushManager.getSubscription(),
      ]);
      const isOn = device !== null && device.device === mark?.device && subscription !== null;
      return { choice: isOn && !isDenied ? device : null, isDenied };
    },
  });
}

/** The longest wait for the service worker in milliseconds, which each page registers as it opens. */
const patience = 5_000;

/** Push needs the service worker of the built pages, which the browser may refuse. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isAble || !import.meta.env.PROD) return undefined;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

/** Switches notices on, or changes what they are about. Asks for permission; returns whether it was given. */
export async function saveNotices(choice: PushChoice): Promise<boolean> {
  // Safari takes the question only as the first step after a press.
  const isGranted = (await Notification.requestPermission()) === 'granted';
  const registration = await registered();
  if (isGranted && registration) await subscribe(registration.pushManager, choice);
  await reload();
  return isGranted;
}

export async function endNotices(): Promise<void> {
  await rest(path, { method: 'DELETE' });
  await forgetDevice();
  await reload();
}

async function subscribe(manager: PushManager, choice: PushChoice): Promise<void> {
  const { public_key: applicationServerKey } = await rest<Served>(path);
  const send = async (): Promise<{ readonly device: string }> => {
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint, keys } = subscription.toJSON();
    const { kinds, hours } = choice;
    return await rest(path, { method: 'POST', body: { endpoint, ...keys, kinds, ...hours } });
  };
  // The key of the installation has changed, or another session has left its address here: the browser makes another one.
  const again = async (failure: unknown) => {
    if (!(failure instanceof ApiRefusal) && !(failure instanceof DOMException)) throw failure;
    await (await manager.getSubscription())?.unsubscribe();
    return await send();
  };
  await markDevice((await send().catch(again)).device);
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [key] });
}
