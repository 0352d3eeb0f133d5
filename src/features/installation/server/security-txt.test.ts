import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../../platform/server/http/http.ts';
import { registerSecurityTxt } from './security-txt.ts';

const settings = {
  publicUrl: 'https://kontor.example',
  allowedHosts: ['kontor.example'],
  trustedProxies: [],
};

/** The answer so many days after the start. */
async function answered(securityContact: string | null, url = '/.well-known/security.txt', laterDays = 0) {
  let now = new Date('2026-11-30T12:00:00Z');
  const app = createHttpServer(settings, pino({ level: 'silent' }));
  registerSecurityTxt(app, { ...settings, securityContact, clock: { now: () => now } });
  now = new Date(now.getTime() + laterDays * 86_400_000);
  return await app.inject({ url, headers: { host: 'kontor.example' } });
}

test('TECH-11 security.txt names the contact of the setting and ends half a year after the start', async () => {
  for (const later of [0, 100]) {
    const { statusCode, headers, body } = await answered('mailto:a@kontor.example', undefined, later);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body.split('\n')).toEqual([
      'Contact: mailto:a@kontor.example',
      'Expires: 2027-05-29T12:00:00.000Z',
      expect.stringMatching(/^Preferred-Languages: de, en, [a-z, ]+$/),
      'Canonical: https://kontor.example/.well-known/security.txt',
      '',
    ]);
  }
});

test('TECH-11 without the setting there is no security.txt, and nothing else below .well-known', async () => {
  expect((await answered(null)).statusCode).toBe(404);
  expect((await answered('mailto:a@kontor.example', '/.well-known/x')).statusCode).toBe(404);
  expect((await answered('mailto:a@kontor.example', '/.env/.well-known/security.txt')).statusCode).toBe(404);
});
