import { browserStore } from './store.ts';

/** When somebody touched a page of this browser last, for all its tabs; in milliseconds. */
const usedAtKey = 'usedAt';

/** Not more often than this is it written down. */
const pauseMs = 10_000;

/** Notes that somebody sits before the page. Called once at start. */
export function watchUse(): void {
  let notedAt = 0;
  const note = (): void => {
    const now = Date.now();
    if (now - notedAt < pauseMs) return;
    notedAt = now;
    browserStore.set(usedAtKey, String(now));
  };
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(event, note, { passive: true, capture: true });
  note();
}

/** For how many seconds nobody has touched any page of this browser; what the page does by itself is no use (AUTH-36). */
export function idleSeconds(): number {
  const usedAt = Number(browserStore.get(usedAtKey) ?? Date.now());
  return Math.max(0, Math.floor((Date.now() - usedAt) / 1000));
}
