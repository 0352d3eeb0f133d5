/** A way to the other tabs; null where the browser refuses it with all storage (TECH-23). */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
