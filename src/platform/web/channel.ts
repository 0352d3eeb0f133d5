/** A channel to the other tabs; null if the browser blocks it together with storage (TECH-23). */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
