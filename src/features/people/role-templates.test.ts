import { expect, test } from 'vitest';
import { choosableChoices } from '../../entity/choosable-choices.ts';
import { problemsOf } from '../../entity/problems.ts';
import { lookup } from '../../entity/sheet/lookup.ts';
import { roleTemplates } from './role-templates.ts';
import { grantableRoles, grantedRoles, user } from './user.ts';

const field = grantedRoles();
const names: Readonly<Record<string, string>> = {
  'entity.rights.template': 'Vorlage',
  'entity.rights.templates.purchasing': 'Einkauf',
  'entity.rights.own_template': 'Eigene Vorlage',
};
const own = [
  { name: 'Lager', roles: ['user-price', 'user-can-insert-product'] },
  { name: 'Ohne', roles: [] },
];
const options = lookup(
  choosableChoices({ table: 'lb_user', name: 'roles', field }, (key) => names[key] ?? key, 'de', own),
);
const read = (text: string) => field.kind.read(text, { language: 'de', today: '2026-11-30', options });

test.each(Object.entries(roleTemplates))(
  'ADM-21 the template %s holds rights that can be granted, valid together, and prices',
  (_, rights: readonly string[]) => {
    expect(rights.filter((role) => !grantableRoles.includes(role))).toEqual([]);
    expect(rights).toContain('user-price');
    const row = { name: 'A', email: 'a@demo.test', lang: 'de', roles: rights };
    expect(problemsOf(user, row).filter((problem) => problem.field === 'roles')).toEqual([]);
  },
);

test('ADM-21 a cell offers the templates, and the name of a template sets its rights', () => {
  expect(options.offered.map(({ name }) => name)).toContain('Einkauf');
  expect(read('einkauf')).toEqual(roleTemplates.purchasing);
  expect(read('Vorlage Einkauf; user-auditor; user-price')).toEqual([
    ...roleTemplates.purchasing,
    'user-auditor',
  ]);
  expect(read('')).toEqual([]);
});

test('ADM-21 a cell offers own templates beside those of the product', () => {
  expect(options.offered.map(({ name }) => name)).toEqual(expect.arrayContaining(['Einkauf', 'Lager']));
  expect(read('Lager')).toEqual(['user-price', 'user-can-insert-product']);
  expect(read('Eigene Vorlage Lager; user-auditor')).toEqual([
    'user-price',
    'user-can-insert-product',
    'user-auditor',
  ]);
  expect(read('Ohne')).toEqual([]);
});
