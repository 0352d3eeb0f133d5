import { rankOf } from '../base/search.ts';
import { fitting, searchedFor } from '../graphql/search-where.ts';

export interface FoundPerson {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

const maxOffered = 6;
/** Enough to include persons with a matching name, not only those with a matching address. */
const maxFound = 30;

const whoCanBeAsked =
  'active: { _eq: true }, blocked: { _eq: false }, is_group: { _eq: false }, auditor_ends_on: { _is_null: true }';

/** Persons who can be asked: active, no groups (TASK-23), no auditors (ARC-04). */
export const mentionQuery = `query Colleagues($begin: [lb_user_bool_exp!]!, $have: [lb_user_bool_exp!]!) {
  begin: lb_user(where: { ${whoCanBeAsked}, _and: $begin }, order_by: { name: asc }, limit: ${maxOffered}) { id name email }
  have: lb_user(where: { ${whoCanBeAsked}, _and: $have }, order_by: { name: asc }, limit: ${maxFound}) { id name email }
}`;

/** Of an address only the part before the `@` is searched: the domain does not distinguish persons. */
export function mentionVariables(typed: string) {
  return { begin: fitting(typed, 'beginning'), have: searchedFor(typed) };
}

/** Merges the answers to `mentionQuery`: matches by name first, then by address. */
export function foundPersons(
  typed: string,
  { begin, have }: Readonly<Record<keyof ReturnType<typeof mentionVariables>, readonly FoundPerson[]>>,
): readonly FoundPerson[] {
  const found = [...new Map([...begin, ...have].map((person) => [person.id, person])).values()];
  const rank = ({ name }: FoundPerson): number => rankOf(typed, [name]);
  return found.toSorted((left, right) => rank(left) - rank(right)).slice(0, maxOffered);
}
