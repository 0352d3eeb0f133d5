import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import {
  type DepartmentDefaults,
  type DepartmentRoleDefault,
  resolveRoleDefault,
} from '../../approval/role-defaults.ts';
import type { Reference } from '../draft/reference.ts';

/** The possible persons for each role, best first (RDEF-04). */
export type RolePersons = Readonly<Record<DepartmentRoleDefault, readonly Reference[]>>;

interface PersonRow extends Reference {
  readonly active: boolean;
  readonly blocked: boolean;
}

const roles = ['user_select_product', 'user_send_order', 'user_clearing', 'user_consignee'] as const;
type Holder = Readonly<Record<(typeof roles)[number], PersonRow | null>>;

const persons = roles.map((role) => `${role} { id name active blocked }`).join(' ');

/** The persons for the roles of a document with this company and department (RDEF-02). */
export function rolePersonsQuery(clientId: number | null, departmentId: number | null, creatorId: number) {
  return queryOptions({
    queryKey: ['role-persons', clientId, departmentId, creatorId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<RolePersons> => {
      const query = `query ($client: bigint!, $department: bigint!, $creator: bigint!) {
        department_by_pk(id: $department) { ${persons} }
        client_by_pk(id: $client) { ${persons} }
        lb_user_by_pk(id: $creator) { department { ${persons} } client { ${persons} } }
        configuration(where: { client_id: { _is_null: true }, key: { _in: ${JSON.stringify(roles.map((role) => `${role}_id`))} } }) {
          key lb_user { id name active blocked }
        }
      }`;
      const answer = await gql<{
        department_by_pk: Holder | null;
        client_by_pk: Holder | null;
        lb_user_by_pk: { readonly department: Holder | null; readonly client: Holder | null } | null;
        configuration: readonly { readonly key: string; readonly lb_user: PersonRow | null }[];
      }>(query, { client: clientId ?? 0, department: departmentId ?? 0, creator: creatorId }, { signal });
      const global = Object.fromEntries(
        answer.configuration.map((row) => [row.key.replace(/_id$/, ''), row.lb_user]),
      );
      const holders = {
        formDepartment: answer.department_by_pk,
        creatorDepartment: answer.lb_user_by_pk?.department ?? null,
        formClient: answer.client_by_pk,
        creatorClient: answer.lb_user_by_pk?.client ?? null,
        global: {
          user_select_product: null,
          user_send_order: null,
          user_clearing: null,
          user_consignee: null,
          ...global,
        },
      };
      return resolved(holders);
    },
  });
}

function resolved(
  holders: Readonly<Record<keyof Parameters<typeof resolveRoleDefault>[1], Holder | null>>,
): RolePersons {
  const known = new Map<number, PersonRow>();
  for (const holder of Object.values(holders)) {
    for (const role of roles) {
      const person = holder?.[role];
      if (person) known.set(person.id, person);
    }
  }
  const isAvailable = (id: number): boolean =>
    known.get(id)?.active === true && known.get(id)?.blocked === false;
  const ids = (holder: Holder | null): DepartmentDefaults | null =>
    holder && Object.fromEntries(roles.map((role) => [`${role}_id`, holder[role]?.id ?? null]));
  const sources = {
    formDepartment: ids(holders.formDepartment),
    creatorDepartment: ids(holders.creatorDepartment),
    formClient: ids(holders.formClient),
    creatorClient: ids(holders.creatorClient),
    global: ids(holders.global),
  };
  const personsOf = (role: DepartmentRoleDefault): readonly Reference[] =>
    resolveRoleDefault(role, sources, isAvailable).flatMap((id) => {
      const person = known.get(id);
      return person === undefined ? [] : [{ id, name: person.name }];
    });
  return {
    user_select_product_id: personsOf('user_select_product_id'),
    user_send_order_id: personsOf('user_send_order_id'),
    user_clearing_id: personsOf('user_clearing_id'),
    user_consignee_id: personsOf('user_consignee_id'),
  };
}
