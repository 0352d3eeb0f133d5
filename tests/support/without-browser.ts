/** Runs before every test of pages: without a browser, hooks return the values of one. */
import { vi } from 'vitest';

vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});
