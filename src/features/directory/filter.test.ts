import { describe, expect, test } from 'vitest';
import { Refused } from '../../base/refusal.ts';
import { meets, parseFilter } from './filter.ts';

const person = {
  userName: 'Anna.Berg@firma.example',
  active: true,
  name: { givenName: 'Anna', familyName: 'Berg' },
  emails: [
    { value: 'anna@firma.example', type: 'work', primary: true },
    { value: 'anna@privat.example', type: 'home' },
  ],
  meta: { lastModified: '2026-05-01T00:00:00Z' },
  level: 3,
};

describe('AUTH-33 a filter of SCIM (RFC 7644, 3.4.2.2)', () => {
  test.each([
    ['userName eq "anna.berg@FIRMA.example"', true],
    ['username EQ "anna.berg@firma.example"', true],
    ['userName ne "x"', true],
    ['name.familyName co "er"', true],
    ['name.familyName sw "Be"', true],
    ['name.familyName ew "rg"', true],
    ['name.familyName gt "Adam"', true],
    ['name.familyName lt "Adam"', false],
    ['meta.lastModified ge "2026-05-01T00:00:00Z"', true],
    ['level le 3', true],
    ['level gt 3', false],
    ['title pr', false],
    ['title ne "x"', true],
    ['userName pr and not (title pr)', true],
    ['active eq true', true],
    ['active eq "True"', true],
    ['emails[type eq "work" and value co "firma"]', true],
    ['emails[type eq "home" and value co "firma"]', false],
    ['emails.type eq "home"', true],
    ['title pr or active eq true and level eq 4', false],
    ['(title pr or active eq true) and level eq 3', true],
    ['userName eq "a\\"b"', false],
  ])('%s is %s', (filter, expected) => expect(meets(parseFilter(filter), person)).toBe(expected));

  test.each([
    '',
    'userName',
    'userName is "x"',
    'userName eq',
    'userName eq x',
    'userName eq "x" and',
    'userName eq "x" userName eq "y"',
    '(userName eq "x"',
    'emails[type eq "work"',
    'not userName pr',
    '"userName" eq "x"',
    `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
    `userName eq "${'x'.repeat(3000)}"`,
  ])('%s is refused', (filter) => {
    expect(() => parseFilter(filter)).toThrow(Refused);
  });
});
