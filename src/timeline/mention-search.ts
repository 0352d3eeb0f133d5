import { rankOf } from '../base/search.ts';
import { fitting, searchedFor } from '../graphql/search-where.ts';

export interface FoundPerson {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

const mostOffered = 6;
/** Enough that whoever is called so is among them, and not only those whose address has the text. */
const mostFound = 30;

const whoCanBeAsked =
  'active: { _eq: true }, blocked: { _eq: false }, is_group: { _eq: false }, auditor_ends_on: { _is_null: true }';

/** Whoever can be asked something: active persons, no groups (TASK-23), no auditors (ARC-04). */
export const mentionQuery = `query Colleagues($begin: [lb_user_bool_exp!]!, $have: [lb_user_bool_exp!]!) {
  begin: lb_user(where: { ${whoCanBeAsked}, _and: $begin }, order_by: { name: asc }, limit: ${mostOffered}) { id name email }
  have: lb_user(where: { ${whoCanBeAsked}, _and: $have }, order_by: { name: asc }, limit: ${mostFound}) { id name email }
}`;

/** Of an address only what stands before the `@` is looked at: it tells persons apart, its domain does not. */
export function mentionVariables(typed: string) {
  return { begin: fitting(typed, 'beginning'), have: searchedFor(typed) };
}

/** The answers to `mentionQuery`: whoever is called what was typed, and after them whoever is only written to so. */
export function foundPersons(
  typed: string,
  { begin, have }: Readonly<Record<keyof ReturnType<typeof mentionVariables>, readonly FoundPerson[]>>,
): readonly FoundPerson[] {
  const found = [...new Map([...begin, ...have].map((person) => [person.id, person])).values()];
  const rank = ({ name }: FoundPerson): number => rankOf(typed, [name]);
  return found.toSorted((left, right) => rank(left) - rank(right)).slice(0, mostOffered);
}
