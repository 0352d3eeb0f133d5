import { type DeviceMark, forgetMark, readMark, writeMark } from './push-mark.ts';
import { ownSession } from './session.ts';

const ownSessionId = (): string | null => ownSession()?.sessionId ?? null;

/** Lets the device show notices of the session that is logged in. */
export async function markDevice(device: string): Promise<void> {
  const session = ownSessionId();
  if (session !== null) await writeMark({ session, device });
}

/** The subscription of the session that is logged in, as this device knows it. */
export async function ownMark(): Promise<DeviceMark | null> {
  const mark = await readMark();
  return mark?.session === ownSessionId() ? mark : null;
}

/** Ends the notices on this device and removes those that are shown. */
export async function forgetDevice(): Promise<void> {
  await forgetMark();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Ends the notices of a session that is no longer logged in on this device: nobody reads those of another (MOB-03). */
export async function forgetOtherDevice(): Promise<void> {
  const mark = await readMark();
  if (mark !== null && mark.session !== ownSessionId()) await forgetDevice();
}
