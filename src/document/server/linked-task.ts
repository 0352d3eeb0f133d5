import { defaultTimeZone } from '../../platform/constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Person } from '../../platform/server/person.ts';
import { meansProblem } from '../approval/entitled.ts';
import type { LinkedTask, LinkState } from '../approval/mail-link.ts';
import type { Kind } from '../kind.ts';
import type { LinkAnswer } from '../link-answer.ts';
import { loadBrief } from './brief.ts';
import { loadSituation } from './load-facts.ts';
import type { ServedKind } from './served-kind.ts';
import { loadDocument } from './store.ts';

/** The task of a link with its document. */
export interface FoundTask extends LinkedTask {
  readonly kind: string;
  readonly documentId: number;
  readonly number: string | null;
  readonly decidedBy: string | null;
  /** The task belongs, or belonged, to the person. */
  readonly isHis: boolean;
  readonly completedAt: string | null;
  /** The task waits for a group of the person. */
  readonly isOfGroup: boolean;
}

/** The number of lines that a link page shows; further lines are counted. */
const maxLines = 50;

/** The task of a link; null if the person no longer sees its document. `tx` acts as the person's reader. */
export async function taskOf(tx: Tx, entryId: number): Promise<FoundTask | null> {
  const task = await tx.maybeOne<FoundTask>(
    `select d.kind, d.id as "documentId", d.number, t.content_version as "contentVersion",
            e.status, e.completed_at as "completedAt", u.name as "decidedBy",
            t.current_entry_no = e.entry_no as "isCurrent",
            e.lb_user_id = (select app.user_id()) as "isHis",
            e.lb_user_id = any ((select app.persons())::bigint[]) as "isOwn",
            e.text_type = 'assignment' as "isOfGroup"
     from timeline_entry e
     join timeline t on t.id = e.timeline_id
     join document d on d.timeline_id = t.id
     left join lb_user u on u.id = e.lb_user_id
     where e.id = $1`,
    [entryId],
  );
  return task ?? null;
}

interface Found {
  readonly state: LinkState;
  readonly task: FoundTask | null;
  readonly served: ServedKind | undefined;
}

/** What a link page shows, limited to what the person may see now. `tx` acts as the person's reader. */
export async function answerOf(
  tx: Tx,
  context: Context,
  { name, language, tenantTitle: tenant }: Person,
  { state, task, served }: Found,
): Promise<LinkAnswer> {
  const common = {
    state,
    person: { name, language },
    tenant,
    timeZone: await timeZoneOf(tx.as('writer')),
    document: null,
    decision: null,
    brief: null,
    original: null,
    refusal: null,
  };
  // A link that is switched off, or whose document is invisible, reveals nothing about the document.
  if (task === null || served === undefined) return common;
  const { kind } = served;
  const document = { number: task.number, path: `${kind.route}?id=${task.documentId}` };
  const answer = { ...common, document };
  if (state === 'decided') {
    const { status, decidedBy: by, isHis: isOwn, completedAt: at } = task;
    return { ...answer, decision: { isApproved: status === 'approved', by, isOwn, at } };
  }
  if (state !== 'open') return answer;
  const brief = await loadBrief(tx, context, kind, task.documentId, maxLines);
  const original = await originalOf(tx, kind, task.documentId);
  return { ...answer, brief, original, refusal: await refusalOf(tx, context, served, task.documentId) };
}

/** The document of a task as far as the person sees it; null without one. `tx` acts as the person's reader. */
export async function originalOf(
  tx: Tx,
  { name, original }: Kind,
  documentId: number,
): Promise<LinkAnswer['original']> {
  if (original === undefined) return null;
  const file = await tx.maybeOne<NonNullable<LinkAnswer['original']>>(
    `select f.id, f.name, f.mime from file f where f.id = (select ${original} from ${name} where id = $1)`,
    [documentId],
  );
  return file ?? null;
}

/** Why the person may not approve, by the rules of the document page (API-40). */
async function refusalOf(
  tx: Tx,
  context: Context,
  served: ServedKind,
  id: number,
): Promise<LinkAnswer['refusal']> {
  const writer = tx.as('writer');
  const document = await loadDocument(writer, served, id);
  const situation = await loadSituation(writer, context, served, document, { locksBudgets: false });
  const offers = served.offers(situation);
  const offer = offers.find(({ key }) => key === 'accept') ?? offers.find(({ key }) => key === 'approve');
  // Accepting a group task needs less than approving it, and the link does both.
  const refusal = offer?.refusal ?? meansProblem(situation);
  return refusal ? { code: refusal.code, ...(refusal.values && { values: refusal.values }) } : null;
}

async function timeZoneOf(tx: Tx): Promise<string> {
  const row = await tx.maybeOne<{ value: string | null }>(
    "select value from configuration where key = 'timezone' and client_id is null",
  );
  return row?.value ?? defaultTimeZone;
}
