import fc from 'fast-check';
import { type Caller, callerIn, callerOf, type DemoApi, inPlaceOf } from './demo-api.ts';
import type { Answer } from './playing.ts';

/** The players and their ways to act: as themselves, by an administrator acting as them, or by a token. */

/** With different rights and limits, and one from another company of the same tenant. */
export const players = [
  'requester',
  'selector',
  'approver1',
  'approver2',
  'approver3',
  'buyer',
  'receiver',
  'accountant',
  'admin',
] as const;
export type Player = (typeof players)[number];

/** They are the same in all games, because no game changes their rights. */
export async function peopleOf({ db, graphql }: DemoApi): Promise<ReadonlyMap<string, Caller>> {
  const found = players.map(
    async (login) => [login, await callerOf(db, graphql, `${login}@demo.test`)] as const,
  );
  return new Map(await Promise.all(found));
}

/** The way a person acts; with `acting` and `colleague's token` the administrator is the actor (AUTH-23, AUTH-29). */
export const ways = ['self', 'acting', "colleague's token", 'own token'] as const;
export type Way = (typeof ways)[number];

/** Mostly the person. */
export const way: fc.Arbitrary<Way> = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Way>('self') },
  { weight: 3, arbitrary: fc.constantFrom(...ways) },
);

/** Two-person commands, which are refused while acting as another (AUTH-29). */
const fourEyes = [
  ...['approve', 'decline', 'export', 'withdraw_export', 'send_order'],
  ...['confirm_bank_data', 'supplier_bank_change_confirm', 'supplier_bank_change_reject'],
  ...[
    'sign',
    'take_over',
    'terminate',
    'confirm_ending',
    'correct_receipt',
    'revoke_termination',
    'send_letter',
  ],
];

/** The person as a caller of the API, in one of the ways. */
function callerBy({ graphql }: Pick<DemoApi, 'graphql'>, admin: Caller, person: Caller, by: Way): Caller {
  if (by === 'acting') return inPlaceOf({ graphql }, admin, person);
  if (by === "colleague's token") return inPlaceOf({ graphql }, admin, person, 'token');
  return by === 'self' ? person : callerIn(graphql, { ...person.context, means: 'token' });
}

/** The person of that name; for a group's task, its first member who tries. */
export function callerNamed(
  { demo, callers }: { readonly demo: DemoApi; readonly callers: ReadonlyMap<string, Caller> },
  name: string,
  by: Way,
): Caller {
  const [person, admin] = [callers.get(name) ?? callers.get('approver2'), callers.get('admin')];
  if (!person || !admin) throw new Error(`no player for ${name}`);
  return callerBy(demo, admin, person, by);
}

/**
 * Whether a person may approve at all, and whether the limit covers a value; for substitutes, of the person they
 * stand in for (APPR-10, APPR-15).
 */
export async function approverAs(
  { db }: DemoApi,
  personId: number,
  value: number,
): Promise<{ readonly isEntitled: boolean; readonly reaches: boolean }> {
  const [row] = await db.sql<{ entitled: boolean; reaches: boolean }>(approverSql, [personId, value]);
  return { isEntitled: row?.entitled === true, reaches: row?.reaches === true };
}

const approverSql = `
  select coalesce(u.approval_limit >= $2, true) as reaches,
    exists (select from lb_user o where (o.id = u.id or o.substitute_id = u.id) and (o.approval_limit is not null
      or exists (select from department_approver a where a.lb_user_id = o.id)
      or exists (select from cost_center_approver a where a.lb_user_id = o.id)
      or exists (select from supplier_approver a where a.lb_user_id = o.id))) as entitled
  from lb_user u where u.id = $1`;

/** The command of an answer, if it was accepted. */
export function takenOf(answer: Answer): string | null {
  const [command = '', how] = answer.split(' ');
  return how === 'done' || how === 'confirmed' ? command : null;
}

/** Objections to an answer that was given while acting as another (AUTH-29). */
export function doneForAnother(caller: Caller | null, answer: Answer): readonly string[] {
  const taken = takenOf(answer);
  const isActing = caller !== null && caller.context.actorId !== caller.context.userId;
  return isActing && taken !== null && fourEyes.includes(taken)
    ? [`${taken} was done in the name of somebody else`]
    : [];
}

type Call = (input: Record<string, unknown>) => {
  readonly query: string;
  readonly variables: Record<string, unknown>;
};

/** Codes that no game expects: a fault of the product, or a request of the game for a missing thing. */
const broken = ['unexpected', 'specific_field_not_found'];

/** Sends a command and confirms its questions one by one, where the person confirms. Throws on unexpected results. */
export async function asked(
  caller: Caller,
  command: string,
  call: Call,
  input: Record<string, unknown>,
  confirms: boolean,
): Promise<Answer> {
  const confirmations: string[] = [];
  for (;;) {
    const { query, variables } = call(confirmations.length > 0 ? { ...input, confirmations } : input);
    const { errors } = await caller.ask(query, variables);
    const refusal = errors?.[0]?.extensions;
    if (refusal === undefined) return confirmations.length > 0 ? `${command} confirmed` : `${command} done`;
    const hash = refusal.confirm?.hash;
    if (broken.includes(refusal.code)) throw new Error(`${command}: ${JSON.stringify(errors)}`);
    if (!confirms || hash === undefined || confirmations.includes(hash)) return `${command} ${refusal.code}`;
    confirmations.push(hash);
  }
}
