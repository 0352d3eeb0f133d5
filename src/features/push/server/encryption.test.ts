import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { areDeviceKeys, encryptForDevice, longestText } from './encryption.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('MOB-03 a message for a device', () => {
  test('is encrypted as in the example of RFC 8291', () => {
    const { text, keys, privateKey, salt, encrypted } = example;
    expect(encryptForDevice(text, keys, { privateKey, salt }).toString('base64url')).toBe(encrypted);
  });

  test('is different each time and within 4096 bytes', () => {
    const text = 'x'.repeat(longestText);
    const [one, other] = [encryptForDevice(text, example.keys), encryptForDevice(text, example.keys)];
    expect(one.length).toBe(4096);
    expect(one.equals(other)).toBe(false);
    expect(one.includes('xxxx')).toBe(false);
  });

  test.each([
    [
      'a point that is not on the curve',
      Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]),
      randomBytes(16),
    ],
    ['a short point', Buffer.alloc(33, 2), randomBytes(16)],
    ['no point', Buffer.alloc(0), randomBytes(16)],
    ['a short secret', createECDH('prime256v1').generateKeys(), randomBytes(15)],
  ])('needs keys of a browser: %s is refused', (_, point, auth) => {
    const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
    expect(areDeviceKeys(keys)).toBe(false);
  });

  test('takes the keys of a browser', () => expect(areDeviceKeys(example.keys)).toBe(true));
});
