import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { asUrl, isDatabaseAddress, serversOf } from './address.ts';

const login = 'postgresql://kontor:p%40ss@';

describe('TECH-15 an address with several servers', () => {
  test.each([
    ['one:5433', [{ host: 'one', port: 5433 }]],
    ['one', [{ host: 'one', port: 5432 }]],
    [
      'one:5433,two',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
      ],
    ],
    [
      '[::1]:5433,10.0.0.2:5434,three.example.com',
      [
        { host: '::1', port: 5433 },
        { host: '10.0.0.2', port: 5434 },
        { host: 'three.example.com', port: 5432 },
      ],
    ],
  ])('names the servers of %s in their order', (servers, expected) => {
    const address = `${login}${servers}/kontor?target_session_attrs=read-write`;
    expect(isDatabaseAddress(address)).toBe(true);
    expect(serversOf(asUrl(address))).toEqual(expected);
  });

  test('keeps login, database and parameters, for `pg` as well', () => {
    const url = asUrl(`${login}one:5433,two/kontor?sslmode=verify-full`);
    const changed = Object.assign(new URL(url), { username: 'kontor_web' }).href;
    expect(serversOf(changed)).toEqual(serversOf(url));
    const client = new pg.Client({ connectionString: changed });
    expect(client).toMatchObject({
      host: 'one',
      port: 5433,
      database: 'kontor',
      user: 'kontor_web',
      password: 'p@ss',
    });
    expect(client.ssl).toBeTruthy();
  });

  test.each([
    `${login}one:x,two/kontor`,
    `${login}one,two:x/kontor`,
    `${login},two/kontor`,
    `${login}one,/kontor`,
    `${login}one,two`,
    'postgresql://one,two/kontor',
    'mysql://kontor@one,two/kontor',
    `${login}one,two/kontor?target_session_attrs=standby`,
  ])('refuses %s', (address) => expect(isDatabaseAddress(address)).toBe(false));
});
