import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { type JourneysFixture, publishWorlds } from './journeys-fixture.ts';
import { copyData, placeOfData, preparedData } from './prepared-data.ts';
import { launchProduct, temporaryDataDirectory } from './product-process.ts';

/** Playwright's globalSetup: fills the demo once, and gives each process its own product on a copy of it. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const place = placeOfData();
  const demo = await preparedData(place.path, 'demo');
  const looks = mkdtempSync(join(tmpdir(), 'kontor-looks-'));
  const opened = await Promise.all(Array.from({ length: workers }, () => openFixture(demo)));
  publishWorlds(opened.map(({ fixture }) => ({ ...fixture, looks })));
  return async () => {
    await Promise.all(opened.map(({ close }) => close()));
    rmSync(looks, { recursive: true });
    place.remove();
  };
}

async function openFixture(
  demo: string,
): Promise<{ fixture: Omit<JourneysFixture, 'looks'>; close: () => Promise<void> }> {
  const data = temporaryDataDirectory();
  copyData(demo, data.path);
  // The mail server of a journey is on this machine.
  const product = await launchProduct({
    dataDirectory: data.path,
    environment: { PRIVATE_NETWORKS: '127.0.0.0/8,::1' },
  });
  await product.ready();
  return {
    fixture: { url: product.url, data: data.path, demo },
    close: async () => {
      product.signal('SIGTERM');
      await product.ended();
      data.remove();
    },
  };
}
