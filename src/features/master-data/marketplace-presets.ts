/** The preset shops (ENUM-32). */
export const marketplaceProviders = ['amazon', 'mercateo', 'raja', 'conrad', 'thgeyer', 'reichelt'] as const;
export type MarketplaceProvider = (typeof marketplaceProviders)[number];

/** The facts that an administrator has to ask the shop for; each has a text in `punchout.ask`. */
export const askedOfShops = [
  'protocol',
  'setup_url',
  'identity',
  'order_url',
  'business_unit',
  'login_fields',
] as const;

export interface MarketplacePreset {
  /** The protocols of the shop according to public pages; empty where unknown (PUN-02). */
  readonly protocols: readonly ('cxml' | 'oci')[];
  /** The initial values of a new record. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly asks: readonly (typeof askedOfShops)[number][];
}

const unknown: MarketplacePreset = {
  protocols: [],
  values: {},
  asks: ['protocol', 'setup_url', 'identity', 'login_fields', 'order_url'],
};

/** The known facts about each shop (PUN-02). */
export const marketplacePresets: Readonly<Record<MarketplaceProvider, MarketplacePreset>> = {
  amazon: {
    protocols: ['cxml'],
    values: { protocol: 'cxml', supplier_identity: 'Amazon', identity_domain: 'NetworkId' },
    asks: ['setup_url', 'identity', 'order_url', 'business_unit'],
  },
  mercateo: {
    protocols: ['cxml', 'oci'],
    values: { protocol: 'oci', url: 'https://www.mercateo.com/basket/oci', start_method: 'get' },
    asks: ['protocol', 'identity', 'order_url'],
  },
  raja: unknown,
  conrad: {
    protocols: ['oci'],
    values: { protocol: 'oci', start_method: 'post' },
    asks: ['setup_url', 'identity', 'login_fields'],
  },
  thgeyer: unknown,
  reichelt: unknown,
};
