import { describe, expect, test } from 'vitest';
import { draftProblems, newDraft, normalDraft } from '../../entity/draft.ts';
import { marketplace } from './marketplace.ts';
import { marketplacePresets, marketplaceProviders } from './marketplace-presets.ts';

const typed = {
  ...{ name: 'Einkauf', provider: 'conrad', country_code: 'AT', supplier_id: 7 },
  ...{ url: 'https://shop.example/oci', identity: 'kontor', secret: 'geheim' },
  ...{ order_url: 'https://shop.example/order', email: 'order@shop.example' },
};
const problemsOf = (change: object) => {
  const draft = newDraft(marketplace);
  const values = { ...draft.values, ...typed, ...change };
  return draftProblems(marketplace, normalDraft(marketplace, { ...draft, values })).map(
    ({ field, code }) => `${field} ${code}`,
  );
};

describe('PUN-01 a marketplace', () => {
  test('is one of six providers', () => {
    expect(marketplace.fields.provider?.choices).toEqual([
      ...['amazon', 'mercateo', 'raja', 'conrad', 'thgeyer', 'reichelt'],
    ]);
  });

  test.each(marketplaceProviders)('%s has a name, a country, an order URL and an e-mail', (provider) => {
    expect(problemsOf({ provider })).toEqual([]);
    expect(problemsOf({ provider, order_url: null, email: null, country_code: null })).toEqual([]);
  });

  test.each(['name', 'provider', 'url', 'identity', 'supplier_id'])('requires %s', (name) => {
    expect(problemsOf({ [name]: null })).toEqual([`${name} field_required`]);
  });

  test('VAL-44 requires a secret unless it is inactive', () => {
    const check = (row: object) => marketplace.checkStored?.({ ...typed, active: true, ...row });
    expect(check({})).toEqual([]);
    expect(check({ secret: null })).toEqual([{ field: 'secret', code: 'field_required' }]);
    expect(check({ secret: null, active: false })).toEqual([]);
  });
});

describe('PUN-02 the protocol of each shop, as far as known', () => {
  test.each([
    ['amazon', ['cxml'], 'cxml'],
    ['mercateo', ['cxml', 'oci'], 'oci'],
    ['conrad', ['oci'], 'oci'],
    ['raja', [], undefined],
    ['thgeyer', [], undefined],
    ['reichelt', [], undefined],
  ] as const)('%s', (provider, protocols, begun) => {
    const { values, asks, ...preset } = marketplacePresets[provider];
    expect(preset.protocols).toEqual(protocols);
    expect(values.protocol).toBe(begun);
    // With several protocols or none known, the administrator asks the shop.
    expect(asks.includes('protocol')).toBe(protocols.length !== 1);
  });

  test('Amazon needs its own order URL, which the administrator asks for', () => {
    expect(marketplacePresets.amazon.asks).toContain('order_url');
  });

  test('every shop accepts either protocol, and known facts are preset', () => {
    expect(marketplace.fields.protocol?.choices).toEqual(['cxml', 'oci']);
    for (const provider of marketplaceProviders)
      for (const protocol of ['cxml', 'oci']) expect(problemsOf({ provider, protocol })).toEqual([]);
    const known = marketplace.derive({ provider: 'conrad', protocol: 'cxml' }, 'provider', { decimals: 2 });
    expect(known).toMatchObject({ protocol: 'oci' });
    expect(marketplace.derive({ provider: 'raja', protocol: 'cxml' }, 'provider', { decimals: 2 })).toEqual(
      {},
    );
  });
});
