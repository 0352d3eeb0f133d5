import { describe, expect, test } from 'vitest';
import { Refused } from '../../base/refusal.ts';
import { groupAttributes, type Json, userAttributes, userSchema } from './attributes.ts';
import { patchBody, patched } from './patch.ts';

const person: Json = {
  userName: 'anna@firma.example',
  externalId: 'a1',
  name: { givenName: 'Anna', familyName: 'Berg' },
  emails: [{ value: 'anna@firma.example', type: 'work', primary: true }],
  active: true,
};
const group: Json = { displayName: 'Einkauf', members: [{ value: '1' }, { value: '2' }] };

/** The operations as a client sends them. */
const operationsOf = (...operations: readonly Json[]) =>
  patchBody.parse({ Operations: operations }).Operations;
const ofPerson = (...operations: readonly Json[]) =>
  patched(userAttributes, person, operationsOf(...operations));
const ofGroup = (...operations: readonly Json[]) =>
  patched(groupAttributes, group, operationsOf(...operations));
const membersOf = (result: Json) => (result.members as Json[]).map(({ value }) => value);

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
};

describe('AUTH-33 PATCH of a person (RFC 7644, 3.5.2)', () => {
  test.each([
    ['replaces a value', { op: 'replace', path: 'active', value: false }, { active: false }],
    ['knows operations of Entra ID', { op: 'Replace', path: 'active', value: 'False' }, { active: 'False' }],
    ['takes values without a path', { op: 'replace', value: { active: false } }, { active: false }],
    ['takes names of any case', { op: 'add', path: 'EXTERNALID', value: 'b2' }, { externalId: 'b2' }],
    [
      'takes the name of the schema',
      { op: 'add', path: `${userSchema}:externalId`, value: 'b2' },
      { externalId: 'b2' },
    ],
    [
      'takes a single value in a list',
      { op: 'replace', path: 'externalId', value: [{ value: 'b2' }] },
      { externalId: 'b2' },
    ],
    [
      'replaces a part',
      { op: 'replace', path: 'name.familyName', value: 'Tal' },
      { name: { givenName: 'Anna', familyName: 'Tal' } },
    ],
    [
      'takes parts as keys',
      { op: 'add', value: { 'name.familyName': 'Tal' } },
      { name: { givenName: 'Anna', familyName: 'Tal' } },
    ],
    [
      'joins parts of a value',
      { op: 'add', path: 'name', value: { familyName: 'Tal' } },
      { name: { givenName: 'Anna', familyName: 'Tal' } },
    ],
    ['removes a part', { op: 'remove', path: 'name.givenName' }, { name: { familyName: 'Berg' } }],
    [
      'replaces the value that a filter finds',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'berg@firma.example' },
      { emails: [{ value: 'berg@firma.example', type: 'work', primary: true }] },
    ],
    [
      'adds the value that a filter describes',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'anna@privat.example' },
      { emails: [...(person.emails as Json[]), { type: 'home', value: 'anna@privat.example' }] },
    ],
    [
      'has one primary value',
      { op: 'add', path: 'emails', value: [{ value: 'neu@firma.example', type: 'work', primary: true }] },
      {
        emails: [
          { value: 'anna@firma.example', type: 'work' },
          { value: 'neu@firma.example', type: 'work', primary: true },
        ],
      },
    ],
    [
      'replaces a list',
      { op: 'replace', path: 'emails', value: [{ value: 'x@y.example' }] },
      { emails: [{ value: 'x@y.example' }] },
    ],
    ['removes what a filter finds', { op: 'remove', path: 'emails[primary eq true]' }, { emails: [] }],
    ['leaves out what is not kept', { op: 'replace', path: 'title', value: 'Chefin' }, {}],
    [
      'leaves out extensions',
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Lager',
      },
      {},
    ],
    [
      'leaves out an id without a path',
      { op: 'replace', value: { id: '7', externalId: 'b2' } },
      { externalId: 'b2' },
    ],
  ])('%s', (_what, operation, changed) => expect(ofPerson(operation)).toEqual({ ...person, ...changed }));

  test('a removed value is gone, and operations follow one another', () => {
    expect(ofPerson({ op: 'remove', path: 'externalId' })).not.toHaveProperty('externalId');
    const both = ofPerson(
      { op: 'replace', path: 'externalId', value: 'b' },
      { op: 'replace', path: 'externalId', value: 'c' },
    );
    expect(both.externalId).toBe('c');
  });

  test.each([
    ['scim_path', { op: 'replace', path: 'unknown', value: 1 }],
    ['scim_path', { op: 'replace', path: 'userName.first', value: 1 }],
    ['scim_path', { op: 'replace', path: 'active[value eq 1]', value: 1 }],
    ['scim_path', { op: 'replace', path: 'emails[type eq "work"', value: 1 }],
    ['scim_filter', { op: 'replace', path: 'emails[type is "work"].value', value: 1 }],
    ['scim_no_target', { op: 'replace', path: 'emails[type eq "fax"].value', value: 'x@y.example' }],
    ['scim_no_target', { op: 'remove' }],
    ['scim_read_only', { op: 'replace', path: 'id', value: '7' }],
    ['scim_value', { op: 'add', value: 'text' }],
  ])('%s for %j', (code, operation) => expect(codeOf(() => ofPerson(operation))).toBe(code));
});

describe('AUTH-33 PATCH of the members of a group', () => {
  test.each([
    [
      'adds each once',
      { op: 'Add', path: 'members', value: [{ value: '2' }, { value: '3' }] },
      ['1', '2', '3'],
    ],
    ['removes by a filter', { op: 'remove', path: 'members[value eq "1"]' }, ['2']],
    [
      'removes by a value, as Entra ID does',
      { op: 'Remove', path: 'members', value: [{ value: '2' }] },
      ['1'],
    ],
    ['removes all', { op: 'remove', path: 'members' }, []],
    ['removes nobody unknown', { op: 'remove', path: 'members[value eq "9"]' }, ['1', '2']],
    ['replaces all', { op: 'replace', path: 'members', value: [{ value: '4' }] }, ['4']],
    ['takes members without a path', { op: 'add', value: { members: [{ value: '5' }] } }, ['1', '2', '5']],
  ])('%s', (_what, operation, members) => expect(membersOf(ofGroup(operation))).toEqual(members));
});

describe('AUTH-33 API-48 a PATCH with a thousand operations on a large group', () => {
  const size = 20_000;
  const large = { ...group, members: Array.from({ length: size }, (_, place) => ({ value: String(place) })) };
  const thousand = (make: (place: number) => Json) =>
    operationsOf(...Array.from({ length: 1000 }, (_, place) => make(place)));
  const membersAfter = (make: (place: number) => Json) =>
    new Set(membersOf(patched(groupAttributes, large, thousand(make))));

  test('adds and removes each member that it names', () => {
    const more = membersAfter((place) => ({ op: 'add', path: 'members', value: [{ value: `n${place}` }] }));
    expect([more.size, more.has('n0'), more.has('n999')]).toEqual([size + 1000, true, true]);
    const fewer = membersAfter((place) => ({ op: 'remove', path: `members[value eq "${place * 2}"]` }));
    expect([fewer.size, fewer.has('0'), fewer.has('1'), fewer.has('1998')]).toEqual([
      ...[size - 1000, false, true, false],
    ]);
    const left = membersAfter((place) => ({
      op: 'remove',
      path: 'members',
      value: [{ value: String(place) }],
    }));
    expect([left.size, left.has('999'), left.has('1000')]).toEqual([size - 1000, false, true]);
  });

  test('is refused if each operation looks at all members', () => {
    const wide = (place: number) => ({ op: 'remove', path: `members[value co "x${place}"]` });
    expect(codeOf(() => membersAfter(wide))).toBe('scim_value');
  });
});
