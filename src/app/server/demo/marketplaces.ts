import { shopIdentity } from '../../../features/punchout/sandbox/access.ts';
import { sandboxHost } from '../../../features/punchout/server/sandbox-address.ts';
import type { DemoMarketplace } from './demo-tenant.ts';

const shop = `http://${sandboxHost}`;
const groups = { '14*': 'Bürobedarf', '44*': 'Bürobedarf', '31*': 'Werkzeuge und Kleingeräte' };

/** One per protocol; both are connected to the built-in shop (PUN-02). */
export const marketplaces: readonly DemoMarketplace[] = [
  {
    columns: {
      name: 'Sandbox-Shop über cXML',
      provider: 'mercateo',
      protocol: 'cxml',
      country_code: 'DE',
      identity: shopIdentity,
      url: `${shop}/cxml/setup`,
      order_url: `${shop}/cxml/order`,
    },
    supplier: 'Brüggemann Bürobedarf GmbH',
    groups,
  },
  {
    columns: {
      name: 'Sandbox-Shop über OCI',
      provider: 'mercateo',
      protocol: 'oci',
      country_code: 'DE',
      identity: shopIdentity,
      url: `${shop}/oci`,
      email: 'bestellung@sandbox-shop.example',
    },
    supplier: 'Osterkamp Werkzeughandel KG',
    groups,
  },
];
