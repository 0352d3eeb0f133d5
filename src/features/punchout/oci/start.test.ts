import { expect, test } from 'vitest';
import { ociStart } from './start.ts';

const hookUrl = 'https://kontor.example/api/punchin/return/token';
const shop = { url: 'https://shop.example/oci?view=b2b', identity: 'kontor', secret: 'geheim' };
const demanded = {
  USERNAME: 'kontor',
  PASSWORD: 'geheim',
  HOOK_URL: hookUrl,
  '~OkCode': 'ADDI',
  '~TARGET': '_top',
  '~CALLER': 'CTLG',
};

test('PUN-05 POST sends the form to the shop’s address', () => {
  const start = ociStart({ ...shop, method: 'post' }, hookUrl);
  expect(start).toMatchObject({ url: shop.url, method: 'post', fields: demanded });
});

test('PUN-05 GET moves the address parameters into the form, which would replace them', () => {
  const start = ociStart({ ...shop, method: 'get' }, hookUrl);
  expect(start).toMatchObject({ url: 'https://shop.example/oci', method: 'get' });
  expect(start.fields).toMatchObject({ ...demanded, view: 'b2b' });
});

test('PUN-05 omits the password if the shop has none', () => {
  expect(ociStart({ ...shop, secret: null, method: 'post' }, hookUrl).fields).not.toHaveProperty('PASSWORD');
});
