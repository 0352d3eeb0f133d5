import { toursRestKey } from '../../src/features/help/tours.ts';

interface Context {
  addInitScript(script: (key: string) => void, key: string): Promise<unknown>;
}

/** No guided tour begins in the windows of this context, as after somebody has worked by keyboard (ONB-05). */
export async function withoutTours(context: Context): Promise<void> {
  await context.addInitScript((key) => {
    // A window without an address keeps nothing.
    if (location.protocol.startsWith('http')) sessionStorage.setItem(key, 'yes');
  }, toursRestKey);
}
