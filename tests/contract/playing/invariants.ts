import type { Answer } from '../../support/playing.ts';
import { doneForAnother, takenOf } from '../../support/playing-people.ts';
import { follow, settle, signedAmendments, signersOf } from './approvals.ts';
import { commitmentOf, endOn } from './commitment.ts';
import type { ContractFixture, Memory } from './fixture.ts';
import type { Seen } from './look.ts';
import type { Move } from './moves.ts';
import { contractOf } from './taking.ts';

type Invariant = (fixture: ContractFixture, move: Move, answer: Answer) => Promise<readonly string[]>;

/** The tolerance for two roundings. */
const rounding = 0.01;

const termNames = [
  ...['term_type', 'start_date', 'duration', 'duration_unit_type', 'min_duration', 'renewal_type'],
  ...['renewal_duration', 'renewal_duration_unit_type', 'notice_period', 'notice_period_unit_type'],
  ...['notice_workdays', 'termination_to', 'termination_special_right', 'usage_type', 'payment_direction'],
  ...['currency'],
] as const;
const partyNames = ['supplier_id', 'client_id'] as const;

/** The named fields in which two states of a contract differ. */
function differing(names: readonly string[], one: Seen, other: Seen): readonly string[] {
  const read = (seen: Seen, name: string): unknown => Reflect.get(seen, name) ?? null;
  return names.filter((name) => read(one, name) !== read(other, name));
}

const linesOf = ({ lines }: Seen) => JSON.stringify(lines.map(({ id: _id, ...rest }) => rest));

/** The typed end; null if the end moves with each renewal. */
const typedEnd = (seen: Seen) =>
  seen.term_type === 'none' ? seen.end_date : seen.duration === null ? seen.first_end : null;

/** Each existing contract before and after the move. */
function* changed({ before, after }: ContractFixture): Generator<readonly [was: Seen, now: Seen]> {
  for (const [id, now] of after) {
    const was = before.get(id);
    if (was) yield [was, now];
  }
}

/** Whether the move binds, ends or sends anything to the partner. */
function isOutward(was: Seen, now: Seen, answer: Answer): boolean {
  const isTakenOver = takenOf(answer) === 'take_over' && now.signatures > was.signatures;
  return (
    !isTakenOver &&
    (now.signatures > was.signatures ||
      now.letters > was.letters ||
      (was.terminated_on === null && now.terminated_on !== null) ||
      (takenOf(answer) === 'finish_clearing' && was.version !== now.version))
  );
}

/**
 * Nothing is signed, ended or sent to the partner beyond approvals by enough entitled people (APPR-18, APPR-19,
 * CON-38).
 */
const nothingUnapproved: Invariant = async (fixture, move, answer) => {
  await follow(fixture, move, answer);
  const broken: string[] = [];
  for (const [was, now] of changed(fixture)) {
    const memory = fixture.memories.get(now.id);
    if (memory && isOutward(was, now, answer)) broken.push(...unapproved(fixture, was, memory, now));
  }
  return broken.map((reported) => `${answer}: ${reported}`);
};

function unapproved(
  { settings }: ContractFixture,
  was: Seen,
  { round }: Memory,
  now: Seen,
): readonly string[] {
  const reported = round.flatMap(({ what }) => beyond(what, was)).join(', ');
  const covering = round.filter(({ what, counts }) => counts && beyond(what, was).length === 0);
  if (covering.some(({ actor }) => actor === null)) return [];
  const persons = new Set(covering.map(({ actor }) => actor)).size;
  return [
    ...(persons < settings.minApproval
      ? [`contract ${now.id}: ${persons} approved it as it is, of ${round.length} (${reported})`]
      : []),
    ...(covering.some(({ reaches }) => reaches)
      ? []
      : [`contract ${now.id}: no approver has a limit for ${commitmentOf(was, was.today).net}`]),
  ];
}

/** The fields in which a contract exceeds its approval. */
function beyond(what: Seen, now: Seen): readonly string[] {
  const names = [...termNames, ...partyNames, 'department_id', 'cost_center_id'];
  const isOtherAccount = what.ledger_account_id !== null && what.ledger_account_id !== now.ledger_account_id;
  const day = what.today;
  const isDearer =
    now.terminated_on === null && commitmentOf(now, day).net > commitmentOf(what, day).net + rounding;
  return [
    ...differing(names, what, now),
    ...(isOtherAccount ? ['ledger_account_id'] : []),
    ...(isDearer ? [`${commitmentOf(what, day).net} became ${commitmentOf(now, day).net}`] : []),
    ...(typedEnd(what) === typedEnd(now) ? [] : ['end_date']),
    ...what.files.filter((id) => !now.files.includes(id)).map((id) => `file ${id} is missing`),
  ];
}

/** Signers are entitled, and neither the only approver nor the last editor if somebody else may sign (CON-39). */
const signerMaySign: Invariant = async (fixture, _move, answer) => {
  if (takenOf(answer) !== 'sign' || fixture.caller === null) return [];
  const { userId, actorId } = fixture.caller.context;
  const broken: string[] = [];
  for (const [was, now] of changed(fixture)) {
    if (now.signatures === was.signatures) continue;
    const signers = await signersOf(fixture, was);
    const isSubstitute = was.for_user_id !== null && was.for_user_id === was.responsible_id;
    if (!signers.includes(userId) && !isSubstitute) broken.push(`${userId} may not sign ${now.id}`);
    const memory = fixture.memories.get(now.id);
    const isAlone = signers.every((id) => id === userId);
    if (!memory || isAlone || !fixture.settings.separateSignature) continue;
    const given = memory.round.filter(({ counts }) => counts);
    const isOnlyApprover = given.length > 0 && given.every(({ person }) => person === userId);
    const hasChanged = memory.changedBy.includes(userId) || memory.changedBy.includes(actorId);
    if (isOnlyApprover) broken.push(`${userId} alone approved and signed ${now.id}`);
    if (hasChanged) broken.push(`${userId} changed ${now.id} last and signed it`);
  }
  return broken;
};

/** Signed content changes only by a signed amendment, to the content of that amendment (CON-38). */
const sealedStays: Invariant = async (fixture, _move, answer) => {
  const amendments = new Map(signedAmendments(fixture).map((one) => [one.amends_id, one]));
  const broken = [...fixture.after.values()].flatMap((now) => {
    const sealed = amendments.get(now.id) ?? fixture.memories.get(now.id)?.sealed;
    if (!sealed) return [];
    const files = sealed.id === now.id ? sealed.files.filter((id) => !now.files.includes(id)) : [];
    const others = [
      ...differing([...partyNames, ...termNames], sealed, now),
      ...(linesOf(sealed) === linesOf(now) ? [] : ['lines']),
      ...(typedEnd(sealed) === typedEnd(now) ? [] : ['end_date']),
      ...files.map((id) => `file ${id}`),
    ];
    return others.length === 0 ? [] : [`${others.join(', ')} of the signed contract ${now.id} changed`];
  });
  settle(fixture, answer);
  return broken;
};

const endingOf = ({ terminated_on, agreed_end, notice_sent_on }: Seen) =>
  [terminated_on, agreed_end, notice_sent_on].join(' ');

/** Cost, terms and parties of a contract. */
const saidBy = (seen: Seen) =>
  [
    ...[...termNames, ...partyNames, 'exchange_rate'].map((name) => Reflect.get(seen, name)),
    linesOf(seen),
    typedEnd(seen),
  ].join(' ');

/**
 * After the draft, every change of amount, term, partner or ending is recorded with its author, the acting person
 * included (TL-27).
 */
const changesAreReported: Invariant = async ({ demo, caller, ...fixture }) => {
  const broken: string[] = [];
  for (const [was, now] of changed({ demo, caller, ...fixture })) {
    const isSame = saidBy(was) === saidBy(now) && endingOf(was) === endingOf(now);
    if (isSame || was.step === 'contract-start') continue;
    const entries = await demo.db.sql<{ person: string | null; actor: string | null }>(
      `select created_by_id as person, coalesce(actor_id, created_by_id) as actor from timeline_entry
       where contract_id = $1 and id > $2`,
      [now.id, was.last_entry],
    );
    const { userId, actorId } = caller?.context ?? {};
    const isReported = entries.some(
      ({ person, actor }) => Number(person) === userId && Number(actor) === actorId,
    );
    if (!isReported)
      broken.push(
        `a change of contract ${now.id} by ${userId} ${actorId} is recorded as ${JSON.stringify(entries)}`,
      );
  }
  return broken;
};

/** A signed contract ends by notice or by its dates; endings in the past need two people and a reason (CON-36, CON-40). */
const endingsAreRight: Invariant = async (fixture, move, answer) => {
  const broken: string[] = [];
  const actor = fixture.caller?.context.actorId ?? null;
  for (const [was, now] of changed(fixture)) {
    const memory = fixture.memories.get(now.id);
    if (was.signatures > 0 && now.status === 'cancelled' && now.terminated_on === null)
      broken.push(`the signed contract ${now.id} was cancelled without a notice`);
    if (now.terminated_on === null || !memory) continue;
    const isNew = now.terminated_on !== was.terminated_on;
    if (isNew && takenOf(answer) === 'terminate') broken.push(...(await endedAlone(fixture, was)));
    const isPast = [now.terminated_on, now.end_date].some((day) => day !== null && day < now.today);
    const isMoved = was.terminated_on !== null && was.end_date !== now.end_date && isNew;
    if (!isNew || (!isPast && !isMoved)) continue;
    const others = (await signersOf(fixture, was)).filter((id) => id !== actor);
    const former = takenOf(answer) === 'confirm_ending' ? memory.proposedBy : memory.endedBy;
    if (others.length > 0 && (takenOf(answer) === 'terminate' || former === actor))
      broken.push(`contract ${now.id}: ${actor} alone ended it by ${now.terminated_on} to ${now.end_date}`);
    if (move.kind === 'ending' && !move.comment)
      broken.push(`contract ${now.id}: the ending ${now.terminated_on} has no reason`);
  }
  return broken;
};

/** An ending above its author's limit is confirmed by a second person where there is one (CON-36). */
async function endedAlone(fixture: ContractFixture, was: Seen): Promise<readonly string[]> {
  const { userId, actorId } = fixture.caller?.context ?? {};
  const others = (await signersOf(fixture, was)).filter((id) => id !== userId && id !== actorId);
  const [row] = await fixture.demo.db.sql<{ limit: number | null }>(
    'select approval_limit::float8 as limit from lb_user where id = $1',
    [userId],
  );
  const { net, isExact } = commitmentOf(was, was.today);
  const limit = row?.limit ?? null;
  return others.length > 0 && isExact && limit !== null && net > limit + rounding
    ? [`${userId} with a limit of ${limit} alone ended contract ${was.id} of ${net}`]
    : [];
}

/** Records of approvals and versions, and their files, never change (APPR-18, CON-38, PROC-43). */
const decisionsStay: Invariant = async (fixture) =>
  [...changed(fixture)].flatMap(([was, now]) => {
    const isKept = (kept: 'records' | 'versions') =>
      was[kept].every((one, place) => now[kept][place] === one);
    return [
      ...(isKept('records') ? [] : [`records of approvals of contract ${now.id} are others`]),
      ...(isKept('versions') ? [] : [`versions of contract ${now.id} are others`]),
      ...(now.lost === 0 ? [] : [`${now.lost} approvals of contract ${now.id} name a missing file`]),
    ];
  });

/** The value of a record equals the independently computed commitment (CON-39). */
const recordsAreRight: Invariant = async (fixture) =>
  [...changed(fixture)].flatMap(([was, now]) => {
    const { recorded } = now;
    if (now.records.length === was.records.length || recorded?.on !== now.today) return [];
    const { net, isExact } = commitmentOf(now, recorded.on);
    const isRight = recorded.value !== null && Math.abs(Math.abs(net) - Math.abs(recorded.value)) < 0.011;
    return isRight || !isExact
      ? []
      : [`contract ${now.id} commits to ${net}, recorded as ${recorded.value} (${recorded.state})`];
  });

/** The daily job ends exactly the contracts that have reached their end (CON-06). */
const clockIsRight: Invariant = async (fixture, move) => {
  const { broughtTo } = fixture;
  if (move.kind !== 'world' || !move.event.startsWith('clock') || broughtTo === null) return [];
  return [...changed(fixture)].flatMap(([was, now]) => {
    if (was.status !== 'active' && was.status !== 'completed') return [];
    const end = endOn(now, broughtTo);
    const isOver = end !== null && end < broughtTo;
    return (now.status === 'expired') === isOver && (isOver || now.end_date === end)
      ? []
      : [`on ${broughtTo} contract ${now.id} of ${end} is ${now.status} until ${now.end_date}`];
  });
};

const forward = ['to_check', 'to_approval', 'to_signing', 'approve', 'sign', 'finish_clearing', 'take_over'];

/** After a step forward, required fields are filled and no record is inactive (PROC-43). */
const complete: Invariant = async (fixture, move, answer) => {
  if (!forward.includes(takenOf(answer) ?? '') || move.kind !== 'act') return [];
  const { id } = contractOf(fixture, move.on);
  const isSigned = (fixture.before.get(id)?.signatures ?? 0) > 0;
  const [row] = await fixture.demo.db.sql<Record<string, boolean>>(completeSql, [id]);
  // Signed parties cannot be replaced.
  const isSealed = (name: string) => isSigned && ['client', 'supplier'].includes(name);
  const missing = Object.entries(row ?? {}).flatMap(([name, isKept]) =>
    isKept || isSealed(name) ? [] : [name],
  );
  return missing.length === 0 ? [] : [`after ${answer} contract ${id} has no ${missing.join(', ')}`];
};

const completeSql = `
  select exists (select from client c where c.id = k.client_id and c.active) as client,
    exists (select from department d where d.id = k.department_id and d.active) as department,
    exists (select from cost_center n where n.id = k.cost_center_id and n.active) as cost_center,
    exists (select from supplier s where s.id = k.supplier_id and s.active) as supplier,
    exists (select from client c where c.id = k.client_id and (c.currency = k.currency) = (k.exchange_rate is null)) as rate,
    coalesce(trim(k.name), '') <> '' as name
  from contract k where k.id = $1`;

/**
 * An order under a contract that is not in force, or has another partner or company, is approved only after a
 * confirmation (CON-40).
 */
const ordersFit: Invariant = async (fixture, move, answer) => {
  if (move.kind !== 'order' || takenOf(answer) !== 'ordered') return [];
  const contract = contractOf(fixture, move.on);
  const isSigned = contract.signatures > 0 && contract.amends_id === null;
  const isOver = contract.end_date !== null && contract.end_date < contract.today;
  const isBegun = contract.start_date === null || contract.start_date <= contract.today;
  const isAwake = !['inactive', 'expired', 'incorporated'].includes(contract.status);
  const isSame = !move.other && contract.client_id === fixture.ids.own?.[0];
  return isSigned && !isOver && isBegun && isAwake && isSame
    ? []
    : [`an order under contract ${contract.id} (${contract.status}) was approved without a question`];
};

/** The invariants that hold after every move, for any actor and status. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'APPR-18 APPR-19 CON-38 every signature and ending has enough approvals by entitled people':
    nothingUnapproved,
  'CON-39 signers are entitled, and neither the only approver nor the last editor': signerMaySign,
  'CON-36 CON-40 a signed contract ends by notice, and endings above a limit or in the past need two people':
    endingsAreRight,
  'CON-38 signed content changes only by an amendment': sealedStays,
  'TL-27 CON-39 each change of amount, term and partner is recorded with its person and the acting person':
    changesAreReported,
  'APPR-18 approval records and their files are kept': decisionsStay,
  'CON-39 the value of an approval record is the commitment': recordsAreRight,
  'CON-06 the daily job ends contracts at their end': clockIsRight,
  'PROC-43 required fields are filled and active after a step forward': complete,
  'CON-40 an order that does not fit its contract needs a confirmation': ordersFit,
  'AUTH-29 four-eyes actions are never taken as somebody else': async ({ caller }, _move, answer) =>
    doneForAnother(caller, answer),
};
