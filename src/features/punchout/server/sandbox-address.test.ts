import { describe, expect, test } from 'vitest';
import { outgoingHosts } from '../../../platform/server/outgoing.ts';
import { startShopSandbox } from '../sandbox/shop.ts';
import { callShop } from './call-shop.ts';
import { reachedAt, sandboxHost } from './sandbox-address.ts';

const demo = `http://${sandboxHost}/cxml/setup?a=1`;

describe('PUN-04 the built-in sandbox shop', () => {
  test('is reached at its address, and no other local server is', async () => {
    const shop = await startShopSandbox();
    const shops = { hosts: outgoingHosts([]), sandboxShop: shop.url };
    expect(await callShop(demo, '<cXML/>', shops)).toMatchObject({ status: 200 });
    await expect(callShop(shop.cxmlUrl, '<cXML/>', shops)).rejects.toMatchObject({ reason: 'host_private' });
    await shop.close();
  });

  test('does not exist in an installation without it', async () => {
    const shops = { hosts: outgoingHosts([]), sandboxShop: null };
    await expect(callShop(demo, '<cXML/>', shops)).rejects.toMatchObject({ reason: 'host_not_found' });
    expect(reachedAt(demo, null).url.href).toBe(demo);
  });

  test('does not answer for other addresses', () => {
    const other = 'https://shop.example/cxml/setup';
    expect(reachedAt(other, 'http://127.0.0.1:4000')).toEqual({ url: new URL(other), isSandbox: false });
  });
});
