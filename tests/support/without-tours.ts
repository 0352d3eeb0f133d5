import { toursRestKey } from '../../src/features/help/tours.ts';

interface Context {
  addInitScript(script: (key: string) => void, key: string): Promise<unknown>;
}

/** Suppresses guided tours in the windows of this context, as if a key had been pressed (ONB-05). */
export async function withoutTours(context: Context): Promise<void> {
  await context.addInitScript((key) => {
    // A window without an address has no storage.
    if (location.protocol.startsWith('http')) sessionStorage.setItem(key, 'yes');
  }, toursRestKey);
}
