import { editRights } from '../../src/features/procurement/editing.ts';
import type { ProcurementSituation } from '../../src/features/procurement/facts.ts';
import { mayCloseInvoicing } from '../../src/features/procurement/invoicing.ts';
import type { Procurement } from '../../src/features/procurement/model.ts';
import { newRecordProblems } from '../../src/features/procurement/new-records.ts';
import { may, procurementActions } from '../../src/features/procurement/steps.ts';
import { type Role, roleNumbers } from '../../src/features/session/roles.ts';
import { isAssignee } from '../../src/timeline/flow.ts';
import { approved, ordered, submitted, unselected, withHead } from '../support/procurement-setups.ts';
import { acted, draft, line, situation } from '../support/procurement-situation.ts';
import { idOf } from '../support/timeline-notation.ts';

type Verdict = (at: ProcurementSituation) => boolean;

const roles = Object.keys(roleNumbers) as readonly Role[];

interface Setup {
  readonly document: Procurement;
  /** The assignee; U, the creator, has the draft. */
  readonly assignee: string;
}

/** A request of U at each of its steps. X is unrelated to it. */
const stages: Readonly<Record<string, Setup>> = {
  draft: { document: draft(), assignee: 'U' },
  'select-product': { document: submitted([unselected]), assignee: 'P' },
  approval: { document: submitted(), assignee: 'A' },
  'send-order': { document: withHead(approved(), { status: 'approved' }), assignee: 'C' },
  delivery: { document: withHead(ordered(), { status: 'ordered' }), assignee: 'D' },
  clearing: {
    document: acted(submitted(), 'A', 'send_to_clearing', { comment: 'Menge?', person_id: idOf('K') }),
    assignee: 'K',
  },
};

/** Actions on a request besides those of its flow. */
const furtherActions: Readonly<Record<string, Verdict>> = {
  'edit everything': (at) => editRights(at).head === 'all',
  'edit all lines': (at) => editRights(at).lines === 'all',
  'close invoicing': (at) => mayCloseInvoicing(at) === true,
  'add a new supplier': (at) =>
    newRecordProblems(at.actor, [
      { ...line(), supplier_id: null, new_supplier: 'Neu', save_to_catalogue: false },
    ]).length === 0,
  'save into the catalogue': (at) =>
    newRecordProblems(at.actor, [{ ...line(), new_supplier: null, save_to_catalogue: true }]).length === 0,
};

const verdicts: Readonly<Record<string, Verdict>> = {
  ...Object.fromEntries(procurementActions.map((action) => [action, (at) => may(action, at) === true])),
  ...furtherActions,
};

/** Every action at every step: allowed for the creator, for the assignee, and for others. */
export function actionLines(): readonly (readonly string[])[] {
  const lines = Object.entries(stages).flatMap(([step, { document, assignee }]) => {
    if (!isAssignee(situation(document, assignee))) throw new Error(`${assignee} has no task at ${step}`);
    return Object.entries(verdicts).map(([action, verdict]) => [
      step,
      action,
      holders(document, 'U', verdict),
      holders(document, assignee, verdict),
      holders(document, assignee, verdict, true),
      holders(document, 'X', verdict),
    ]);
  });
  return [
    ['step', 'action', 'creator', 'assignee', 'as the assignee', 'anybody else'],
    ...lines.filter(([, , ...cells]) => cells.some((cell) => cell !== '-')),
  ];
}

/** The permitted persons: all, none, or the numbers of the roles that each suffice. */
function holders(document: Procurement, name: string, verdict: Verdict, isImpersonated = false): string {
  const allows = (held: readonly string[]) =>
    verdict(situation(document, name, { roles: [...held], isImpersonated }));
  if (allows([])) return 'all';
  return numbersOf(roles.filter((role) => allows([role])));
}

function numbersOf(granted: readonly Role[]): string {
  return granted.map((role) => roleNumbers[role]).join(' ') || '-';
}
