import { describe, expect, test } from 'vitest';
import { isStoreUrl, storeAddress } from './store-address.ts';

describe('FILES_URL names bucket, region and style (TECH-16)', () => {
  test.each([
    ['https://id:se%2Fcret@s3.example.com/bucket', 'https://s3.example.com/bucket', '', 'us-east-1'],
    ['https://id:x@s3.example.com/bucket/a/b?region=de-1', 'https://s3.example.com/bucket', 'a/b/', 'de-1'],
    ['https://id:x@s3.example.com/bucket/?style=host', 'https://bucket.s3.example.com', '', 'us-east-1'],
    ['http://id:x@127.0.0.1:9000/bucket', 'http://127.0.0.1:9000/bucket', '', 'us-east-1'],
  ])('%s', (url, base, prefix, region) => {
    expect(isStoreUrl(url)).toBe(true);
    expect(storeAddress(url)).toMatchObject({ base, prefix, region, accessKeyId: 'id' });
  });

  test('the secret is decoded', () =>
    expect(storeAddress('https://id:se%2Fcret@s3.example.com/bucket').secretAccessKey).toBe('se/cret'));

  test.each([
    'https://s3.example.com/bucket',
    'https://id@s3.example.com/bucket',
    'https://id:x@s3.example.com/',
    'http://id:x@s3.example.com/bucket',
    'https://id:x@s3.example.com/Bucket',
    'https://id:x@s3.example.com/bucket/sp%20ace',
    'https://id:x@s3.example.com/bucket?style=odd',
    'https://id:x@s3.example.com/bucket?acl=public',
    's3://id:x@bucket',
  ])('%s is refused', (url) => expect(isStoreUrl(url)).toBe(false));
});
