import { launchProduct, temporaryDataDirectory } from './product-process.ts';

/** Playwright's globalSetup: the product with fresh data on a free port; every test process inherits its address and place. */
export default async function setup(): Promise<() => Promise<void>> {
  const data = temporaryDataDirectory();
  const product = await launchProduct({ dataDirectory: data.path });
  await product.ready();
  process.env.KONTOR_JOURNEYS_URL = product.url;
  process.env.KONTOR_JOURNEYS_DATA = data.path;
  return async () => {
    product.signal('SIGTERM');
    await product.ended();
    data.remove();
  };
}
