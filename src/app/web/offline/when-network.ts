import { hasNetwork, onNetwork } from '../../../platform/web/network.ts';
import { onSessionChange } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';

/** How often a connection is tried while something waits, in milliseconds. */
const triedApartMs = 30_000;

/** Sends what waits: now, when the network is back, after a login, and every half minute while something waits. */
export function whenNetwork(send: () => Promise<void>, isWaiting: () => boolean): void {
  const sendSoon = (): void => void send().catch(toastFailure);
  onNetwork(() => {
    if (hasNetwork()) sendSoon();
  });
  onSessionChange(sendSoon);
  setInterval(() => {
    if (isWaiting()) sendSoon();
  }, triedApartMs);
  sendSoon();
}
