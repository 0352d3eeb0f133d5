import { browserStore } from './store.ts';

/** Last interaction with any tab of this browser; in milliseconds. */
const usedAtKey = 'usedAt';

/** Minimum time between two writes. */
const pauseMs = 10_000;

/** Records interactions with the page. Called once at start. */
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

/** Seconds since the last interaction with any page of this browser; automatic actions do not count (AUTH-36). */
export function idleSeconds(): number {
  const usedAt = Number(browserStore.get(usedAtKey) ?? Date.now());
  return Math.max(0, Math.floor((Date.now() - usedAt) / 1000));
}
