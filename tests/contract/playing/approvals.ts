import type { Answer } from '../../support/playing.ts';
import { approverAs, takenOf } from '../../support/playing-people.ts';
import { commitmentOf } from './commitment.ts';
import type { ContractFixture, Memory, SeenApproval } from './fixture.ts';
import type { Seen } from './look.ts';
import type { Move } from './moves.ts';

/** An independent memory of approvals, changes, signatures and endings; it uses no records of the product. */

/** Remembers the effects of a move. A round of approvals begins whenever an approval becomes due again. */
export async function follow(fixture: ContractFixture, move: Move, answer: Answer): Promise<void> {
  const { before, after } = fixture;
  for (const [id, now] of after) {
    const was = before.get(id);
    const memory = memoryOf(fixture, now);
    noteHand(fixture, memory, was, now, answer);
    if (was === undefined || !('on' in move) || was.version === now.version) continue;
    if (takenOf(answer) === 'approve') memory.round.push(await seenApproval(fixture, memory, was, answer));
    if (takenOf(answer) === 'take_over') memory.round = [unneeded(now)];
    const isDue = now.step === 'contract-approval';
    if (isDue && (was.step !== now.step || now.again > was.again)) memory.round = [];
  }
}

/** Remembers signatures and endings, after the invariants were checked. */
export function settle(fixture: ContractFixture, answer: Answer): void {
  const { before, after, memories, caller } = fixture;
  for (const [id, now] of after) {
    const was = before.get(id);
    const memory = memories.get(id);
    if (was === undefined || memory === undefined) continue;
    if (now.signatures > was.signatures) memory.sealed = now;
    const actor = caller?.context.actorId ?? null;
    if (now.terminated_on !== was.terminated_on || takenOf(answer) === 'terminate') memory.endedBy = actor;
    if (takenOf(answer) === 'terminate' && was.version !== now.version) memory.proposedBy = actor;
  }
  for (const amendment of signedAmendments(fixture)) {
    const memory = memories.get(amendment.amends_id ?? 0);
    const now = after.get(amendment.amends_id ?? 0);
    if (!memory || !now) continue;
    memory.sealed = now;
    memory.round = [unneeded(now)];
  }
}

/** Amendments that were signed in this move. */
export function signedAmendments({ before, after }: ContractFixture): readonly Seen[] {
  return [...after.values()].filter(
    ({ id, amends_id, signatures }) => amends_id !== null && signatures > (before.get(id)?.signatures ?? 0),
  );
}

const unneeded = (what: Seen): SeenApproval => ({
  ...{ actor: null, person: null, what, counts: true, reaches: true },
});

function memoryOf({ memories }: ContractFixture, { id, creator_id }: Seen): Memory {
  const there = memories.get(id);
  if (there) return there;
  const made: Memory = {
    ...{ round: [], makers: new Set([creator_id]), changedBy: [creator_id], sealed: null },
    ...{ proposedBy: null, endedBy: null },
  };
  memories.set(id, made);
  return made;
}

/** People acting for others become makers of the contract (APPR-17). */
function noteHand(
  { caller }: ContractFixture,
  memory: Memory,
  was: Seen | undefined,
  now: Seen,
  answer: Answer,
) {
  if (caller === null || was?.version === now.version) return;
  const { userId, actorId } = caller.context;
  if (userId !== actorId) memory.makers.add(actorId);
  if (takenOf(answer) === 'save') memory.changedBy = [userId, actorId];
}

async function seenApproval(
  { demo, caller, settings }: ContractFixture,
  { makers }: Memory,
  what: Seen,
  answer: Answer,
): Promise<SeenApproval> {
  const { userId = 0, actorId: actor = 0 } = caller?.context ?? {};
  const value = Math.round(Math.abs(commitmentOf(what, what.today).net) * 100) / 100;
  const { isEntitled, reaches } = await approverAs(demo, userId, value);
  const isConfirmed = answer.endsWith('confirmed') && settings.whenLimitExceeded === 'confirm';
  return {
    ...{ actor, person: userId, what },
    counts: isEntitled && !makers.has(actor) && !makers.has(userId),
    reaches: reaches || isConfirmed,
  };
}

/** The people who may sign the contract now (CON-39). */
export async function signersOf({ demo, tenantId }: ContractFixture, seen: Seen): Promise<readonly number[]> {
  const rows = await demo.db.sql<{ id: string }>(
    `select id from lb_user where tenant_id = $1 and active and not blocked and not is_group
       and (roles && '{user-change-contract,user-admin}' or id = $2)`,
    [tenantId, seen.responsible_id],
  );
  return rows.map(({ id }) => Number(id));
}
