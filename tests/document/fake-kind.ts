import { isRefusal, type Refusal, refuse } from '../../src/base/refusal.ts';
import { approvalDoubts, chosenApprovers } from '../../src/document/approval/choice.ts';
import { noApprovals, nothingCovered } from '../../src/document/approval/covered.ts';
import type { DocumentFacts, DocumentSituation, TaskInput } from '../../src/document/facts.ts';
import { fieldNames, missing, notes, text } from '../../src/document/fields.ts';
import {
  always,
  asAMatterOfCourse,
  documentFlow,
  type SharedInputs,
  sharedRules,
} from '../../src/document/flow.ts';
import type { Kind } from '../../src/document/kind.ts';
import { formatDocumentNumber } from '../../src/document/number.ts';
import { type Outcome, outcome } from '../../src/document/outcome.ts';
import { forwarded } from '../../src/document/planned-steps.ts';
import { documentActions } from '../../src/document/server/commands.ts';
import { sharedInputs, task } from '../../src/document/server/inputs.ts';
import { saveFieldsCommand } from '../../src/document/server/save-fields.ts';
import type { ServedKind, StoredDocument, StoredHead } from '../../src/document/server/served-kind.ts';
import { isAssignee } from '../../src/timeline/flow.ts';
import { startTimeline } from '../../src/timeline/operations.ts';

/** A minimal kind for tests: two fields, one approval. It uses the contract tables. */
export const fakeKind = {
  name: 'contract',
  module: 'contract',
  entries: { start: 'contract-start', approval: 'contract-approval', clearing: 'contract-clearing' },
  clearer: 'user_clearing_id',
  fallbacks: {},
  numbers: ['contract_number_formatted'],
  hasCurrency: false,
  route: '/fake/form',
} as const satisfies Kind;
export const fakeFields = { name: text({ required: true }), notes: notes() };
type FakeInputs = SharedInputs & { readonly submit: TaskInput };

const decided = { covers: () => nothingCovered, hands: () => [] };
const fakeFlow = documentFlow<FakeInputs, DocumentSituation, Outcome>(
  {
    submit: {
      at: ['contract-start', 'contract-clearing'],
      by: 'assignee',
      isMain: always,
      preview: asAMatterOfCourse,
      decide: submit,
    },
    ...sharedRules(fakeKind, ['contract-approval', 'contract-clearing'], decided),
  },
  (action) => `fake.actions.${action}`,
);

function submit(situation: DocumentSituation, input: TaskInput): Outcome | Refusal {
  const problems = missing(fakeFields, situation.document.head);
  if (problems.length > 0) return refuse('validation_failed', { problems });
  const remarks = approvalDoubts(situation, 'submit', input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const persons = chosenApprovers(situation);
  if (isRefusal(persons)) return persons;
  const steps = persons.map((lbUserId) => ({ type: fakeKind.entries.approval, lbUserId }));
  return outcome(situation, forwarded(situation, steps, { ...input, remarks }));
}

interface StoredFake extends StoredDocument {
  readonly head: StoredHead & { readonly name: string | null; readonly notes: string | null };
}

export const servedFake: ServedKind<StoredFake> = {
  kind: fakeKind,
  filled: { contract: fakeFields },
  settings: [],
  async load(tx, id) {
    const head = await tx.one<StoredFake['head']>(
      `select id, status, creator_id, client_id, department_id, cost_center_id, total_netto, total_netto as total_brutto,
              'EUR' as currency, null as exchange_rate, null as rate_date, legal_hold, ${fieldNames(fakeFields).join(', ')} from contract where id = $1`,
      [id],
    );
    return { kind: fakeKind, id, head, approvals: noApprovals, attachments: [] };
  },
  ownFacts: async () => ({ persons: [], complete: (common) => common }),
  approverSources: () => ({ departmentId: null, costCenterId: null, supplierIds: [] }),
  budgeted: () => null,
  covers: () => nothingCovered,
  offers: fakeFlow.offers,
  touchesContent: ({ head }) => Object.keys(head).length > 0,
  saveNumber: async (_tx, _saving, number) => ({
    contract_number: number,
    contract_number_formatted: formatDocumentNumber('CT', number),
  }),
};

const inputs = { ...sharedInputs, submit: task };
export const fakeActions = documentActions(servedFake, { inputs, flow: fakeFlow });

export const fakeCommands = [
  saveFieldsCommand<StoredFake, DocumentFacts, typeof fakeFields>(servedFake, {
    fields: fakeFields,
    begin: (occasion) => startTimeline({ type: 'contract-start' }, occasion),
    mayEdit: isAssignee,
    restartApproval: (situation) => submit(situation, {}),
    number: 'CT',
  }),
  ...fakeActions.commands,
];
