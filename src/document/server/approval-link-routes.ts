import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Clock } from '../../platform/server/clock.ts';
import type { Database } from '../../platform/server/database.ts';
import { sendFile } from '../../platform/server/files/files-http.ts';
import type { HttpServer } from '../../platform/server/http/http.ts';
import { createRateLimit } from '../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../platform/server/http/request-body.ts';
import { personContext } from '../../platform/server/jobs/jobs.ts';
import { findPerson, type Person } from '../../platform/server/person.ts';
import { tenantOfHost } from '../../platform/server/tenant-of-host.ts';
import { acceptedLanguage } from '../../platform/server/texts.ts';
import { linkState } from '../approval/mail-link.ts';
import type { LinkAnswer } from '../link-answer.ts';
import { findLink, lockLink, markUsed, mayDecideByMail, type StoredLink } from './approval-links.ts';
import type { DocumentActions } from './commands.ts';
import { comment, confirmable, type sharedInputs } from './inputs.ts';
import { answerOf, originalOf, taskOf } from './linked-task.ts';
import type { ServedKind } from './served-kind.ts';

/** A document kind with the actions on its approvals. */
export interface DecidedKind {
  readonly served: ServedKind;
  readonly actions: Pick<DocumentActions<typeof sharedInputs>, 'take'>;
}

export interface ApprovalLinkParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: readonly DecidedKind[];
}

const token = z.string().regex(/^[\w-]{43}$/);
const previewBody = z.object({ token });
const decisionBody = z.object({
  token,
  decision: z.enum(['approve', 'decline']),
  ...comment,
  ...confirmable,
});
type Decision = Omit<z.output<typeof decisionBody>, 'token'>;

/** As for the login: enough for a large office behind one address, too little for a flood. */
const limit = { burst: 300, perSecond: 5 };

/**
 * `POST /api/approval/preview`, `/api/approval/document` and `/api/approval` (MAIL-06), without login: the state of a
 * mail link, the document that it asks about, and a decision with it. The token is in the body, so that no log contains
 * it. Only a decision uses the link up.
 */
export function registerApprovalLinks(app: HttpServer, parts: ApprovalLinkParts): void {
  const limited = { onRequest: createRateLimit(parts.clock, limit) };

  app.post('/api/approval/preview', limited, async (request): Promise<LinkAnswer> => {
    return await shown(parts, await holderOf(parts, request, bodyOf(request, previewBody).token));
  });

  app.post('/api/approval/document', limited, async (request, reply: FastifyReply) => {
    const holder = await holderOf(parts, request, bodyOf(request, previewBody).token);
    const original = await openOriginal(parts, holder);
    if (original === null) throw new Refused(refuse('not_found'));
    return await sendFile(parts.database, holder.context, reply, original.id);
  });

  app.post('/api/approval', limited, async (request): Promise<LinkAnswer> => {
    const { token: given, ...decision } = bodyOf(request, decisionBody);
    const holder = await holderOf(parts, request, given);
    await decide(parts, holder, decision);
    return await shown(parts, holder);
  });
}

/** The link with its person. */
interface Holder {
  readonly link: StoredLink;
  readonly person: Person;
  readonly context: Context;
}

/**
 * Refuses with `link_expired`: unknown tokens, links of people who must not log in now, and hosts of another tenant.
 * The refusal is the same, so that it does not reveal the reason.
 */
async function holderOf(
  { database }: ApprovalLinkParts,
  request: FastifyRequest,
  given: string,
): Promise<Holder> {
  const [found, host] = await Promise.all([
    database.atGate(async (tx) => {
      const link = await findLink(tx, given);
      return link && { link, person: await findPerson(tx, link.tenantId, link.personId) };
    }),
    tenantOfHost(database, request.headers.host),
  ]);
  const isElsewhere = host !== null && host.id !== found?.link.tenantId;
  if (!found?.person?.mayLogIn || isElsewhere) throw new Refused(refuse('link_expired'));
  const { link, person } = found;
  const language = acceptedLanguage(request.headers['accept-language']) ?? person.language;
  // The token version prevents decisions by a person who is being blocked right now (AUTH-20).
  const context = {
    ...personContext(person, request.id, 'mail_link'),
    tokenVersion: person.tokenVersion,
    language,
  };
  return { link, person, context };
}

async function shown({ database, clock, kinds }: ApprovalLinkParts, holder: Holder): Promise<LinkAnswer> {
  const { link, person, context } = holder;
  return await database.inTenant(context, async (tx) => {
    const isOn = await mayDecideByMail(tx.as('writer'));
    const task = await taskOf(tx, link.entryId);
    const state = linkState(link, task, clock.now(), isOn);
    const served = kinds.map((kind) => kind.served).find(({ kind }) => kind.name === task?.kind);
    return await answerOf(tx, context, person, { state, task, served });
  });
}

/** The document while it waits for the decision of the person. */
async function openOriginal(
  { database, clock, kinds }: ApprovalLinkParts,
  { link, context }: Holder,
): Promise<LinkAnswer['original']> {
  return await database.inTenant(context, async (tx) => {
    const isOn = await mayDecideByMail(tx.as('writer'));
    const task = await taskOf(tx, link.entryId);
    const served = kinds.find((one) => one.served.kind.name === task?.kind)?.served;
    if (!task || !served || linkState(link, task, clock.now(), isOn) !== 'open') return null;
    return await originalOf(tx, served.kind, task.documentId);
  });
}

/**
 * Takes the action as the person, like the command and with its refusals; link and document change in one
 * transaction. Of two simultaneous calls, the second finds the task done and does nothing.
 */
async function decide(
  { database, clock, kinds }: ApprovalLinkParts,
  { link, context }: Holder,
  { decision, ...input }: Decision,
): Promise<void> {
  await database.inTenant(context, async (tx) => {
    const writer = tx.as('writer');
    const [locked, isOn] = [await lockLink(writer, link), await mayDecideByMail(writer)];
    const task = await taskOf(tx, link.entryId);
    const actions = kinds.find(({ served }) => served.kind.name === task?.kind)?.actions;
    if (!task || !actions || linkState(locked, task, clock.now(), isOn) !== 'open') return;
    const target = { id: task.documentId, is_by_mail: true } as const;
    const expected = { expected_version: link.contentVersion };
    // Accepts a group task first; the version is then checked and the lock keeps the document unchanged.
    if (task.isOfGroup) await actions.take(tx, context, 'accept', { ...target, ...expected, ...newKey() });
    const version = task.isOfGroup ? {} : expected;
    await actions.take(tx, context, decision, { ...target, ...version, ...newKey(), ...input });
    markUsed(writer, link, clock.now());
  });
}

/** A fresh key is enough, since a second call finds the link used up. */
function newKey() {
  return { idempotency_key: randomUUID() };
}
