import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRow } from '../../../../document/web/document.ts';
import { inCurrency } from '../../../../document/web/head/company-head.ts';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import type { ShownPlaces } from '../../../../document/web/original/PageFrame.tsx';
import { useFocusedField } from '../../../../document/web/original/use-focused-field.ts';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { ReadingFailure } from '../../../recognition/reading.ts';
import {
  fittedValues,
  isPriceOffered,
  type Proposal,
  type ProposalName,
  type ProposalState,
  proposalNames,
  proposalsOf,
  proposedTogether,
  stateOf,
} from '../../proposals.ts';
import { type ContractDraft, isBlankLine, type LineDraft, newLine, typedLines } from '../draft.ts';
import { contractPage } from '../kind.ts';
import type { ContractForm } from '../use-contract-form.ts';
import { type DocumentProposal, type ReadingRow, readingsQuery } from './readings.ts';
import { useProposalLabel, useProposalText } from './use-proposal-text.ts';

export interface ShownProposal extends DocumentProposal {
  readonly state: ProposalState;
}

/** The proposals of the contract documents and the actions on them (CON-01). */
export interface Proposals {
  readonly isReading: boolean;
  /** Why the newest document could not be read. */
  readonly failure: ReadingFailure | null;
  /** Reads that document again (TECH-20). */
  readonly readAgain: () => void;
  /** The document shown beside the fields; null if none was read. */
  readonly file: OriginalFile | null;
  readonly shown: readonly ShownProposal[];
  readonly places: ShownPlaces;
  /** Counts requests to show a place. */
  readonly asked: number;
  readonly take: (proposals: readonly ShownProposal[]) => void;
  readonly dismiss: (proposal: ShownProposal) => void;
  readonly show: (proposal: ShownProposal) => void;
}

export function useProposals(form: ContractForm): Proposals {
  const { document, editor, saving, situation, isEditing, closed } = form;
  const { t } = useTranslation();
  const text = useProposalText();
  const label = useProposalLabel();
  const { data: rows = [] } = useQuery({
    ...readingsQuery(document?.id ?? 0),
    enabled: document !== null && isEditing,
  });
  const [chosen, setChosen] = useState<{ readonly name: ProposalName; readonly count: number } | null>(null);
  const focused = focusedName(useFocusedField(form.container));
  const dismissal = useDocumentCommand(contractPage, 'dismiss_proposals');
  const repeat = useDocumentCommand(contractPage, 'read_again');

  const readings = isEditing ? readingsOf(rows, document?.document_files ?? []) : [];
  const { head } = situation.document;
  const lines = typedLines(editor.draft);
  const shown = proposedTogether(readings.map(openProposals))
    .filter((one) => !closed.has(one.name) && isPriceOffered(one, lines))
    .map((one) => ({ ...one, state: stateOf(one, head, lines) }));
  const of = (name: ProposalName | null) => shown.find((one) => one.name === name);
  const looked = of(focused) ?? of(chosen?.name ?? null);
  const file = looked?.file ?? readings.find(({ row }) => row.state === 'done')?.file ?? null;
  const [newest] = readings;
  return {
    isReading: repeat.isPending || readings.some(({ row }) => row.state === 'queued'),
    failure: newest?.row.failure ?? null,
    readAgain: () => void repeat.run({ id: document?.id ?? 0, recognition_id: newest?.row.id ?? 0 }),
    file,
    shown,
    places: {
      values: shown.filter((one) => one.file.id === file?.id).flatMap(placed),
      focused:
        looked === undefined
          ? null
          : (placed(looked).map((value) => ({
              value,
              label: t('contract.reading.labelled', { field: label(looked.name), value: text(looked) }),
            }))[0] ?? null),
    },
    asked: chosen?.count ?? 0,
    take: (proposals) => {
      editor.change((draft) => ({
        head: proposals.reduce(taken, draft.head),
        lines: proposals.reduce(withPrice, draft.lines),
      }));
      saving.forgetProblems(
        proposals.flatMap(({ values }) => Object.keys(values ?? {}).map((column) => `head.${column}`)),
      );
    },
    dismiss: ({ name }) => void dismissIn(readings, name, document?.id ?? 0, dismissal.run),
    show: ({ name }) => setChosen((before) => ({ name, count: (before?.count ?? 0) + 1 })),
  };
}

interface Reading {
  readonly row: ReadingRow;
  readonly file: OriginalFile;
}

/** Readings whose document is still attached. */
function readingsOf(rows: readonly ReadingRow[], files: readonly FileRow[]): readonly Reading[] {
  return rows.flatMap((row) => {
    const found = files.find(({ file_id, file }) => file_id === row.file_id && file !== null);
    return found ? [{ row, file: { id: found.file_id, name: found.name, mime: found.mime } }] : [];
  });
}

function openProposals({ row, file }: Reading): readonly DocumentProposal[] {
  if (row.raw === null) return [];
  return proposalsOf({ ...row.raw, price: row.price }, row.supplier?.id ?? null)
    .filter(({ name }) => !row.dismissed.includes(name))
    .map((one) => ({ ...one, file, supplier: row.supplier }));
}

function placed({ page, box, sure }: Proposal) {
  return page === null || box === null ? [] : [{ page, box, sure }];
}

type Head = ContractDraft['head'];

/** The head after taking a proposal, as if it was typed. */
function taken(head: Head, proposal: ShownProposal): Head {
  const { supplier } = proposal;
  if (proposal.name === 'supplier_id') return supplier === null ? head : { ...head, supplier };
  const values = fittedValues(proposal, heldIn(head));
  const { currency = head.currency } = values ?? {};
  return { ...head, ...(values as Partial<Head>), ...inCurrency(head, currency) };
}

/** The lines with a line of a printed price, unless there are lines already. */
function withPrice(lines: readonly LineDraft[], { total }: ShownProposal): readonly LineDraft[] {
  if (total === undefined || lines.some((line) => !isBlankLine(line))) return lines;
  return [{ ...newLine(uniqueKey()), quantity: '1', total }];
}

/** The duration fields of the draft, which proposals taken before may have filled. */
function heldIn({ duration, min_duration, duration_unit_type }: Head) {
  return { duration, min_duration, duration_unit_type };
}

/** Columns that belong to the proposal of another field. */
const partOf: Readonly<Record<string, ProposalName>> = {
  duration_unit_type: 'duration',
  renewal_duration: 'renewal_type',
  renewal_duration_unit_type: 'renewal_type',
  notice_period_unit_type: 'notice_period',
};

function focusedName(column: string | null): ProposalName | null {
  return proposalNames.find((name) => name === column) ?? partOf[column ?? ''] ?? null;
}

/** Dismisses a proposal in all readings, so that no older document proposes it again. */
async function dismissIn(
  readings: readonly Reading[],
  name: ProposalName,
  id: number,
  run: (variables: Readonly<Record<string, unknown>>) => Promise<unknown>,
): Promise<void> {
  for (const { row } of readings) {
    const isOpen = row.raw !== null && !row.dismissed.includes(name);
    if (isOpen) await run({ id, recognition_id: row.id, proposals: [name] });
  }
}
