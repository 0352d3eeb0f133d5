import { type ShopSandbox, startShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { type DemoWeb, demoWeb } from '../support/demo-web.ts';

/** The demo, a shop, and people who set shops up, request and buy. */
export async function openShopDemo() {
  const [demo, shop] = await Promise.all([demoWeb({ privateNetworks: ['127.0.0.0/8'] }), startShopSandbox()]);
  const [admin, requester, buyer] = await Promise.all([
    demo.person('admin@demo.test'),
    demo.person('requester@demo.test'),
    demo.person('buyer@demo.test'),
  ]);
  return { demo, shop, admin, requester, buyer };
}

/** Ends both; neither is there if the opening failed. */
export async function closeShopDemo(demo: DemoWeb | undefined, shop: ShopSandbox | undefined): Promise<void> {
  await demo?.close();
  await shop?.close();
}
