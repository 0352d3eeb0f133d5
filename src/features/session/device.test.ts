import { expect, test } from 'vitest';
import { deviceName, placeOf } from './device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.5.0', null, null],
  [null, null, null],
])('AUTH-27 names the device in %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});

test.each([
  ['127.0.0.1', 'this_machine'],
  ['::1', 'this_machine'],
  ['::ffff:127.0.0.1', 'this_machine'],
  ['10.1.2.3', 'own_network'],
  ['172.16.0.1', 'own_network'],
  ['172.32.0.1', 'internet'],
  ['192.168.0.9', 'own_network'],
  ['::ffff:192.168.0.9', 'own_network'],
  ['fd12:3456::1', 'own_network'],
  ['fe80::1', 'own_network'],
  ['203.0.113.9', 'internet'],
  ['2001:db8::1', 'internet'],
  ['client.example', null],
  [null, null],
])('AUTH-27 classifies the place of %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
