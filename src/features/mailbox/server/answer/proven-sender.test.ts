import { expect, test } from 'vitest';
import { isProvenSender, type ReceivingServer } from './proven-sender.ts';

const own: ReceivingServer = { authentication_server: 'MX.firma.test', sign_in: 'password' };
const address = 'rechnung@supplier.test';

function mailOf(...results: readonly string[]): Buffer {
  const header = results.map((each) => `Authentication-Results: ${each}`);
  return Buffer.from([...header, `From: ${address}`, '', 'Guten Tag'].join('\r\n'));
}

test.each([
  ['DMARC', 'mx.firma.test; dmarc=pass (p=REJECT; sp=none) header.from=supplier.test'],
  ['DMARC for the domain above', 'mx.firma.test 1; DMARC = Pass header.from=test.supplier.test'],
  ['SPF of the same domain', 'mx.firma.test; spf=pass smtp.mailfrom=bounce@supplier.test'],
  ['DKIM of the same domain', 'mx.firma.test; spf=none; dkim=pass header.d=supplier.test header.s=k1'],
  ['DKIM by its identity', 'mx.firma.test; dkim=pass (1024-bit (old) key) header.i=@mail.supplier.test'],
  [
    'one of two signatures',
    'mx.firma.test; dkim=fail header.d=supplier.test; dkim=pass header.d=supplier.test',
  ],
  [
    'DKIM without a policy of DMARC',
    'mx.firma.test; dmarc=none header.from=supplier.test; dkim=pass header.d=supplier.test',
  ],
  ['folded lines', 'mx.firma.test;\r\n\tspf=pass (ok; really)\r\n\tsmtp.mailfrom=supplier.test'],
])('MBX-08 a sender is proven by %s', (_, result) => {
  expect(isProvenSender(mailOf(result), address, own)).toBe(true);
});

test.each([
  ['without the header', []],
  ['by another server', ['mx.elsewhere.test; dmarc=pass header.from=supplier.test']],
  ['by a server without a name', ['dmarc=pass header.from=supplier.test']],
  [
    'if DMARC failed',
    ['mx.firma.test; dmarc=fail header.from=supplier.test; dkim=pass header.d=supplier.test'],
  ],
  [
    'for another domain',
    ['mx.firma.test; dmarc=pass header.from=other.test; spf=pass smtp.mailfrom=other.test'],
  ],
  ['by SPF of another domain', ['mx.firma.test; spf=pass smtp.mailfrom=a@mailer.test']],
  ['by DKIM of a longer name', ['mx.firma.test; dkim=pass header.d=notsupplier.test']],
  ['by DKIM of a top-level domain', ['mx.firma.test; dkim=pass header.d=test']],
  ['if nothing was checked', ['mx.firma.test; none']],
  ['by a verdict in a comment', ['mx.firma.test; spf=fail (spf=pass smtp.mailfrom=supplier.test)']],
  ['by a verdict in a reason', ['mx.firma.test; dkim=fail reason="x; dkim=pass header.d=supplier.test"']],
  ['by a login', ['mx.firma.test; auth=pass smtp.auth=supplier.test']],
  [
    'by a second field of the server, which the sender may have written',
    [
      'mx.firma.test; spf=fail smtp.mailfrom=supplier.test',
      'mx.firma.test; dmarc=pass header.from=supplier.test',
    ],
  ],
] satisfies [string, string[]][])('MBX-08 a sender is not proven %s', (_, results) => {
  expect(isProvenSender(mailOf(...results), address, own)).toBe(false);
});

test('MBX-08 without the name of the server no sender is proven', () => {
  const mail = mailOf('mx.firma.test; dmarc=pass header.from=supplier.test');
  expect(isProvenSender(mail, address, { authentication_server: null, sign_in: 'password' })).toBe(false);
});

test('MBX-08 Google names its server, and Microsoft writes the topmost field without a name', () => {
  const passed = 'dmarc=pass header.from=supplier.test';
  const at = (sign_in: 'google' | 'microsoft') => ({ authentication_server: null, sign_in });
  expect(isProvenSender(mailOf(`mx.google.com; ${passed}`), address, at('google'))).toBe(true);
  expect(isProvenSender(mailOf(passed), address, at('google'))).toBe(false);
  const microsoft = `spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=supplier.test; ${passed};compauth=pass reason=100`;
  expect(isProvenSender(mailOf(microsoft), address, at('microsoft'))).toBe(true);
  expect(
    isProvenSender(mailOf('dmarc=fail header.from=supplier.test', microsoft), address, at('microsoft')),
  ).toBe(false);
  expect(isProvenSender(mailOf('x.test; none', microsoft), address, at('microsoft'))).toBe(false);
});

test('MBX-08 a field of endless brackets is read in no time', () => {
  const started = performance.now();
  const mail = mailOf(`mx.firma.test; ${'('.repeat(60_000)}`);
  expect(isProvenSender(mail, address, own)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});
