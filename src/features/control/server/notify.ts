import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { entityLabelKey } from '../../../entity/labels.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { MailBlock } from '../../../platform/server/mail/mail-blocks.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { controlLabelKey } from '../register.ts';
import { languageOf, mail, mailOperators, type Person } from './mails.ts';
import { notifyOfLoneAccounts } from './notify-of-accounts.ts';

const payloadSchema = z.object({ tenant_id: z.number() });

interface Change {
  readonly id: number;
  readonly table_name: string;
  readonly control: string;
  readonly act: string;
  readonly of_table: string;
  readonly of_id: number | null;
  readonly of_name: string;
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'void';
  readonly at_once: boolean;
  readonly proposed_by_id: number | null;
  readonly decided_by_id: number | null;
  readonly proposed_by: string | null;
  readonly decided_by: string | null;
  /** The old and new address of a changed e-mail address. */
  readonly email_before: string | null;
  readonly email_after: string | null;
  /**
   * The people whose rights, limits or place change: the person, the members of the group, or a new or former
   * approver or member.
   */
  readonly concerned: readonly number[];
  /** The change belongs to a new person, whom the invitation informs. */
  readonly is_of_new: boolean;
  /** The administrators who may confirm the change, or who are informed that it applies. */
  readonly administrators: readonly number[];
}

/** Takes each change at most twice: while it waits, and after its decision. */
const takeUnreported = `
  with unreported as (
    select * from control_change c where c.told <> 'all' and (c.told = 'nothing' or c.state <> 'pending')
    order by c.id for no key update
  ), marked as (
    update control_change c set told = case when u.state = 'pending' then 'waiting' else 'all' end
    from unreported u where c.tenant_id = u.tenant_id and c.id = u.id
  )
  select u.id, u.table_name, u.control, u.act, u.of_table, u.of_id, u.of_name, u.state, u.at_once, u.proposed_by_id,
    u.decided_by_id, p.name as proposed_by, d.name as decided_by,
    case when u.control = 'email' then u.before ->> 'email' end as email_before,
    case when u.control = 'email' then u.after ->> 'email' end as email_after,
    case when u.table_name = 'lb_user' and u.of_table = 'task_group'
      then array(select m.lb_user_id from task_group_user m where m.task_group_id = u.of_id)
      when u.table_name = 'lb_user' then array[u.of_id]
      else array_remove(array[(u.before ->> 'lb_user_id')::bigint, (u.after ->> 'lb_user_id')::bigint], null) end as concerned,
    exists (select from lb_user n where n.tenant_id = u.tenant_id and u.of_table = 'lb_user' and n.id = u.of_id
      and n.made_at = u.proposed_at) as is_of_new,
    array(select a.id from lb_user a where not a.is_group and app.administers(a.tenant_id, a.id)
      and (u.state <> 'pending' or app.may_confirm(a.tenant_id, a.id, u.proposed_by_id))) as administrators
  from unreported u left join lb_user p on p.tenant_id = u.tenant_id and p.id = u.proposed_by_id
    left join lb_user d on d.tenant_id = u.tenant_id and d.id = u.decided_by_id
  order by u.id`;

const selectPersons = `
  select u.id, u.email, u.name, u.lang, ${tenantTitleSql} as sender from lb_user u join tenant t on t.id = u.tenant_id
  where u.id = any ($1::bigint[]) and u.active and not u.blocked and not u.is_group and u.email is not null order by u.id`;

interface Parts {
  readonly database: Pick<Database, 'inTenant'>;
  readonly publicUrl: string;
}

/**
 * Sends mails about changes of controls (AUTH-31): to administrators about waiting and applied changes, to the
 * proposer about the outcome, to the person whose rights or limits change, and to both addresses of a changed one.
 * Operators are informed about changes by a sole administrator (AUTH-37) and accounts that one person confirmed alone
 * (INV-33).
 */
export async function notifyOfControls({ database, publicUrl }: Parts, payload: unknown): Promise<void> {
  const { tenant_id: tenantId } = payloadSchema.parse(payload);
  await asWriter(database, systemContext(tenantId), async (tx) => {
    const changes = await tx.query<Change>(takeUnreported);
    const changesOf = new Map<number, Change[]>();
    for (const change of changes) {
      for (const id of audience(change)) changesOf.set(id, [...(changesOf.get(id) ?? []), change]);
    }
    const persons = await tx.query<Person>(selectPersons, [[...changesOf.keys()]]);
    for (const person of persons) {
      const language = languageOf(person);
      const changes = changesOf.get(person.id) ?? [];
      const isAdministrator = changes.some(({ administrators }) => administrators.includes(person.id));
      const content = contentFor(changes, language, isAdministrator ? `${publicUrl}/admin/waiting` : null);
      await mail(tx, { tenantId, publicUrl, person, recipient: person.email, personId: person.id }, content);
    }
    for (const change of changes) await notifyBothAddresses(tx, tenantId, publicUrl, change);
    await notifyOperators(tx, tenantId, publicUrl, changes);
    await notifyOfLoneAccounts(tx, tenantId, publicUrl);
  });
}

/** People get no mail about their own action. */
function audience(change: Change): readonly number[] {
  const { state, control, proposed_by_id: proposer, decided_by_id: decider } = change;
  if (state === 'void') return [];
  if (state === 'pending') return change.administrators;
  const isReported = state === 'confirmed' && control !== 'email' && !change.is_of_new;
  const concerned = isReported ? change.concerned : [];
  const others = state === 'confirmed' ? change.administrators : [];
  const all = [proposer, ...concerned, ...others].filter((id) => id !== null);
  return [...new Set(all)].filter((id) => id !== decider);
}

/** `url` is the page of these changes, for people who may open it. */
function contentFor(changes: readonly Change[], language: Language, url: string | null) {
  const blocks = (['pending', 'confirmed', 'rejected'] as const).flatMap((state): MailBlock[] => {
    const lines = changes
      .filter((change) => change.state === state)
      .map((change) => lineOf(change, language));
    return lines.length === 0 ? [] : [text(language, `mail.control_change.${state}`), lines.join('\n')];
  });
  const isWaiting = changes.some(({ state }) => state === 'pending');
  return {
    subject: text(language, `mail.control_change.${isWaiting ? 'subject_waiting' : 'subject_changed'}`),
    blocks: url === null ? blocks : [...blocks, { label: text(language, 'mail.control_change.open'), url }],
  };
}

function lineOf(change: Change, language: Language): string {
  const { table_name, of_table, of_name, state, at_once } = change;
  const record =
    table_name === 'configuration'
      ? text(language, 'control_change.settings')
      : `${text(language, entityLabelKey(of_table, 'one'))} ${of_name}`;
  const how = state === 'pending' ? 'line' : at_once ? 'line_at_once' : 'line_decided';
  return text(language, `mail.control_change.${how}`, {
    record,
    what: text(language, controlLabelKey(change)),
    name: change.proposed_by ?? '–',
    decided: change.decided_by ?? '–',
  });
}

/** The old address is informed too: its owner may be the one who should have been asked. */
async function notifyBothAddresses(
  tx: Tx,
  tenantId: number,
  publicUrl: string,
  change: Change,
): Promise<void> {
  const { state, of_id, email_before: before, email_after: after } = change;
  if (state !== 'confirmed' || after === null) return;
  const person = await tx.maybeOne<Person>(
    `select u.id, u.email, u.name, u.lang, ${tenantTitleSql} as sender from lb_user u join tenant t on t.id = u.tenant_id
     where u.id = $1`,
    [of_id],
  );
  if (person === undefined) return;
  const language = languageOf(person);
  const values = { before: before ?? '–', after, name: change.proposed_by ?? '–', tenant: person.sender };
  const content = {
    subject: text(language, 'mail.control_change.address_subject', values),
    blocks: [text(language, 'mail.control_change.address', values)],
  };
  for (const recipient of [before, after].filter((address) => address !== null))
    await mail(tx, { tenantId, publicUrl, person, recipient }, content);
}

/**
 * Operators get the kind of control and the person who changed it alone, but neither the person concerned nor the
 * values.
 */
async function notifyOperators(
  tx: Tx,
  tenantId: number,
  publicUrl: string,
  changes: readonly Change[],
): Promise<void> {
  const alone = changes.filter(({ state, at_once }) => state === 'confirmed' && at_once);
  if (alone.length === 0) return;
  await mailOperators(tx, tenantId, publicUrl, ({ id, tenant_id, language, title }) => {
    // Operators get no mail about their own changes.
    const theirs = alone.filter(({ proposed_by_id: by }) => tenant_id !== tenantId || id !== by);
    const lines = new Set(
      theirs.map((change) =>
        text(language, 'mail.control_change.line_operator', {
          what: text(language, controlLabelKey(change)),
          name: change.proposed_by ?? '–',
        }),
      ),
    );
    return lines.size === 0
      ? null
      : {
          subject: text(language, 'mail.control_change.operator_subject', { tenant: title }),
          blocks: [text(language, 'mail.control_change.operator', { tenant: title }), [...lines].join('\n')],
        };
  });
}
