import { entityLabelKey } from '../../entity/labels.ts';
import { type Facts, maxRows, type Names } from './facts.ts';
import type { Block } from './model.ts';
import type { Words } from './words.ts';

/** Chapters about rights and limits. */
export const rightsBlocks = {
  roles: (facts: Facts, words: Words): readonly Block[] => [
    {
      kind: 'table',
      head: [words.of('word.role'), words.of('word.count'), words.of('word.people')],
      rows: facts.roles.map((role) => [
        words.label(`entity.role.${role.role}`),
        words.amount(String(role.count)),
        namesOf(role, words),
      ]),
      shares: [4, 1, 6],
    },
    ...table(facts.groups, words.of('word.groups'), [5, 6, 6], {
      head: [words.of('word.group'), words.of('word.roles'), words.of('word.members')],
      row: (group) => [
        group.name,
        group.roles.map((role) => words.label(`entity.role.${role}`)).join(', '),
        namesOf(group, words),
      ],
    }),
    ...(facts.settings.module_permissions === true
      ? table(facts.permissions, words.of('word.permissions'), [5, 12], {
          head: [words.of('word.permission'), words.of('word.members')],
          row: (permission) => [permission.name, namesOf(permission, words)],
        })
      : []),
  ],

  limits: (facts: Facts, words: Words): readonly Block[] => [
    ...table(facts.limits, undefined, [3, 2], {
      head: [words.of('word.approver'), words.of('word.limit')],
      row: ({ name, limit }) => [name, limit === null ? words.of('word.unlimited') : words.money(limit)],
    }),
    ...table(facts.approvers, words.of('word.approvers'), [2, 4, 6], {
      head: [words.of('word.of'), words.of('word.name'), words.of('word.approvers')],
      row: (place) => [words.label(entityLabelKey(place.of, 'one')), place.name, namesOf(place, words)],
    }),
  ],
} as const;

/** The names that fit, and the number of others. */
export function namesOf({ count, names }: Names, words: Words): string {
  const rest = count - names.length;
  const listed = names.join(', ');
  return rest > 0 ? words.of('word.and_more', { names: listed, count: rest }) : listed;
}

/** A table, or nothing without rows. */
export function table<Row>(
  rows: readonly Row[],
  title: string | undefined,
  shares: readonly number[],
  { head, row }: { readonly head: readonly string[]; readonly row: (row: Row) => readonly string[] },
): Extract<Block, { kind: 'table' }>[] {
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      ...(title === undefined ? {} : { title }),
      head,
      rows: rows.map(row),
      shares,
      isCut: rows.length >= maxRows,
    },
  ];
}
