import type pg from 'pg';
import { systemClock } from '../../src/platform/server/clock.ts';
import { readConfiguration } from '../../src/platform/server/configuration.ts';
import type { Person } from '../../src/platform/server/person.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { accessTokenLifetime, createTokens, type TokenSubject } from '../../src/platform/server/tokens.ts';
import type { Chance } from './chance.ts';

/** One of the acting people. */
export interface Actor extends Person {
  /** An access token with some remaining validity. */
  token(): Promise<string>;
}

/** The people of the demo tenant, with access tokens as issued by the login. */
export interface Cast {
  readonly tenantId: number;
  readonly people: readonly Actor[];
  /** Sees every request. */
  readonly admin: Actor;
  /** Ids of all possible assignees, including task groups. */
  readonly assignable: readonly number[];
  readonly byId: ReadonlyMap<number, Actor>;
  /** The members of a task group. */
  membersOf(groupId: number): readonly Actor[];
}

interface HeldDocument {
  readonly creator_id: number;
  readonly timeline: {
    readonly current_entry_no: number;
    readonly timeline_entries: readonly { readonly lb_user_id: number | null }[];
  };
}

/** The assignee; null when nothing is to be done, or everyone may act. */
export function assigneeOf({ timeline }: Pick<HeldDocument, 'timeline'>): number | null {
  return timeline.timeline_entries[timeline.current_entry_no]?.lb_user_id ?? null;
}

/** A person to act on a document: usually the assignee. */
export function chooseHolder(cast: Cast, chance: Chance, document: HeldDocument): Actor {
  const anybody = chance.pick(cast.people) ?? cast.admin;
  if (chance.share(0.15)) return anybody;
  const assignee = assigneeOf(document) ?? document.creator_id;
  return cast.byId.get(assignee) ?? chance.pick(cast.membersOf(assignee)) ?? anybody;
}

export async function castOf(owner: pg.ClientBase, dataDirectory: string): Promise<Cast> {
  const { secretKey } = readConfiguration({ DATA_DIR: dataDirectory });
  const tokens = createTokens(deriveSecrets(secretKey), systemClock);
  const { rows } = await owner.query<Person & { isGroup: boolean }>(
    `select u.tenant_id::int as "tenantId", t.name as "tenantName", u.id::int, u.email, u.name, u.lang as language,
       u.token_version as "tokenVersion", u.is_group as "isGroup", u.active as "mayLogIn",
       array(select unnest(u.roles) union select unnest(g.roles) from task_group_user m
             join lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
             where m.tenant_id = u.tenant_id and m.lb_user_id = u.id order by 1) as roles
     from lb_user u join tenant t on t.id = u.tenant_id
     where u.tenant_id = (select tenant_id from lb_user where email = 'admin@demo.test') and u.active and not u.blocked
     order by u.id`,
  );
  const people = rows
    .filter((row) => !row.isGroup)
    .map((person) => ({ ...person, token: keptToken(() => tokens.issueAccess(subjectOf(person))) }));
  const byId = new Map(people.map((person) => [person.id, person]));
  const admin = people.find(({ email }) => email === 'admin@demo.test');
  if (!admin) throw new Error('the demo has no administrator');
  const { rows: members } = await owner.query<{ group: number; person: number }>(
    'select task_group_id::int as "group", lb_user_id::int as person from task_group_user where tenant_id = $1',
    [admin.tenantId],
  );
  return {
    tenantId: admin.tenantId,
    people,
    admin,
    assignable: rows.map(({ id }) => id),
    byId,
    membersOf: (groupId) =>
      members.flatMap(({ group, person }) => (group === groupId ? (byId.get(person) ?? []) : [])),
  };
}

function subjectOf(person: Person): TokenSubject {
  const { tenantId, tenantName, id, tokenVersion, email, language, roles } = person;
  const who = { tenantId, tenantName, userId: id, actorId: id, means: 'link' } as const;
  return { ...who, tokenVersion, email, language, roles, permissions: '' };
}

function keptToken(issue: () => Promise<string>): () => Promise<string> {
  let kept: Promise<string> | undefined;
  let issuedAt = 0;
  return () => {
    if (!kept || Date.now() - issuedAt > accessTokenLifetime / 2) {
      kept = issue();
      issuedAt = Date.now();
    }
    return kept;
  };
}
