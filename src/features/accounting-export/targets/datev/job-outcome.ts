import { type Refusal, refuse } from '../../../../base/refusal.ts';

/** An entry of DATEV's protocol of a job, unchanged. */
export interface ProtocolEntry {
  readonly time?: string | undefined;
  readonly text: string;
  readonly context?: string | undefined;
  readonly type: string;
  readonly filename?: string | undefined;
}

/** The states of a job of accounting:dxso-jobs. */
export const jobStates = {
  open: 0,
  running: 1,
  processed: 2,
  failed: 3,
  partly: 4,
  cancelled: 5,
  notCancelled: 6,
} as const;

/** Whether DATEV still processes the job. */
export function isUnderWay(status: number): boolean {
  return status === jobStates.open || status === jobStates.running;
}

export type InvoiceEnd =
  | { readonly state: 'exported' }
  | { readonly state: 'failed' | 'uncertain'; readonly problem: Refusal };

/** The file name of an entry in a job, by which protocol entries are assigned to invoices. */
export function jobFileName(entryId: number, name: string): string {
  return `${entryId}-${name}`;
}

function entryOf(filename: string | undefined): number | null {
  const id = /^(\d{1,15})-/.exec(filename ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * The outcome of each invoice of a job (EXP-08, EXP-09): exported where DATEV has processed it without an error,
 * failed where DATEV reports that nothing was processed. All others may be booked and need manual confirmation.
 *
 * @param entries the ids of entries without an outcome
 */
export function invoiceEnds(
  status: number,
  protocol: readonly ProtocolEntry[],
  entries: readonly number[],
): ReadonlyMap<number, InvoiceEnd> {
  const errors = protocol.filter(({ type }) => type === 'error');
  const ofAll = errors.find(({ filename }) => entryOf(filename) === null);
  return new Map(
    entries.map((id) => {
      const own = errors.find(({ filename }) => entryOf(filename) === id) ?? ofAll;
      return [id, invoiceEnd(status, own, errors[0])];
    }),
  );
}

function invoiceEnd(
  status: number,
  own: ProtocolEntry | undefined,
  first: ProtocolEntry | undefined,
): InvoiceEnd {
  if (status === jobStates.failed) {
    const entry = own ?? first;
    return {
      state: 'failed',
      problem: entry
        ? protocolProblem(entry)
        : refuse('export_refused_by_datev', { values: { reason: '3' } }),
    };
  }
  if (own) return { state: 'uncertain', problem: protocolProblem(own) };
  if (status === jobStates.processed) return { state: 'exported' };
  return { state: 'uncertain', problem: refuse('export_uncertain') };
}

const longestText = 500;

function protocolProblem({ filename, text }: ProtocolEntry): Refusal {
  const message = [filename, text].filter(Boolean).join(': ').slice(0, longestText);
  return refuse('export_protocol', { values: { text: message } });
}
