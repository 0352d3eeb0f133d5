import { remembered } from '../../../base/remembered.ts';
import { type DraftRow, draftRow, emptyRow, rowInput } from '../../../document/web/draft/draft-fields.ts';
import { type DraftKind, isSameInput, namedDraft } from '../../../document/web/draft/draft-kind.ts';
import { areDaysTyped, isEndTyped } from '../contract-dates.ts';
import { contractFields, contractLineFields } from '../fields.ts';
import type { ContractLineFields } from '../model.ts';
import { type ContractCompanyReference, contractCompany } from './company.ts';
import type { ReadContract } from './kind.ts';

/** A line while editing. `key` identifies lines that have no id yet. */
export interface LineDraft extends DraftRow<typeof contractLineFields> {
  readonly key: string;
  readonly id: number | null;
}

/** A contract while editing; computed days keep their stored values. */
export interface ContractDraft {
  readonly head: Omit<DraftRow<typeof contractFields>, 'client'> & {
    readonly client: ContractCompanyReference | null;
    /** Whether the reminder day was typed (CON-25). */
    readonly is_reminder_typed: boolean;
  };
  readonly lines: readonly LineDraft[];
}

export const emptyDraft: ContractDraft = {
  head: { ...emptyRow(contractFields), is_reminder_typed: false },
  lines: [],
};

/** An empty line. */
export function newLine(key: string): LineDraft {
  return { ...emptyRow(contractLineFields), key, id: null };
}

/** The draft of a loaded contract. */
export function draftOf(contract: ReadContract): ContractDraft {
  return {
    head: {
      ...draftRow(contractFields, contract),
      client: contract.client && contractCompany(contract.client),
      is_reminder_typed: contract.is_reminder_typed,
    },
    lines: contract.contract_lines.map((line) => ({
      ...draftRow(contractLineFields, line),
      key: `line-${line.id}`,
      id: line.id,
    })),
  };
}

/** Whether a line is still empty, so that it can be dropped silently. */
export function isBlankLine(line: LineDraft): boolean {
  return line.id === null && line.total === null && `${line.name}${line.item_number}`.trim() === '';
}

/** The lines to validate, without blank ones. */
export function typedLines({ lines }: ContractDraft): readonly ContractLineFields[] {
  return lines.filter((line) => !isBlankLine(line)).map((line) => rowInput(contractLineFields, line));
}

/** The contract draft for the shared form. */
export const contractDraft: DraftKind<ContractDraft> = {
  fields: { head: contractFields, lines: contractLineFields },
  units: {
    head: [
      ['reminder_date', 'is_reminder_typed'],
      ['currency', 'exchange_rate', 'rate_date'],
    ],
  },
  isSame: (one, other) => isSameInput(saveInput(one), saveInput(other)),
  input: saveInput,
  lineKeys: ({ lines }) => lines.filter((line) => !isBlankLine(line)).map(({ key }) => key),
  named: namedDraft,
  restored: (kept) => (isDraft(kept) ? completed(kept) : null),
};

/** Omits computed days, because the server computes them (CON-13, CON-25). */
function saveInput(draft: ContractDraft) {
  const { end_date, termination_deadline, next_possible_contract_end, ...head } = rowInput(
    contractFields,
    draft.head,
  );
  return {
    head: {
      ...head,
      ...(isEndTyped(draft.head) ? { end_date } : {}),
      ...(areDaysTyped(draft.head) ? { termination_deadline, next_possible_contract_end } : {}),
      reminder_date: draft.head.is_reminder_typed ? head.reminder_date : null,
    },
    lines: draft.lines.filter((line) => !isBlankLine(line)).map((line) => lineInput(line)),
  };
}

const lineInput = remembered((line: LineDraft) => ({
  ...(line.id === null ? {} : { id: line.id }),
  ...rowInput(contractLineFields, line),
}));

/** Adds missing fields to a draft stored by an earlier version. */
function completed({
  head,
  lines = [],
}: Pick<ContractDraft, 'head'> & Partial<ContractDraft>): ContractDraft {
  return {
    head: { ...emptyDraft.head, ...head },
    lines: lines.map((line) => ({ ...newLine(line.key), ...line })),
  };
}

function isDraft(value: unknown): value is Pick<ContractDraft, 'head'> {
  return typeof value === 'object' && value !== null && 'head' in value;
}
