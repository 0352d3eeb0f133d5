import { createHash } from 'node:crypto';
import { orRefuse, Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { inTurns } from '../../../../platform/server/fairness/in-turns.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import type { ExtfRecord } from '../../extf/records.ts';
import type {
  ChangedEntry,
  FileRow,
  MasterDataPlan,
  MasterDataSubject,
  MissingEntry,
  NewEntry,
} from '../../master-data/model.ts';
import { openMasterData } from '../../master-data/open-file.ts';
import { masterDataPlan } from '../../master-data/plan.ts';
import { RowReader } from '../../master-data/read-rows.ts';
import { type LoadedCompany, loadCompany } from '../content/load-company.ts';
import { presentRows } from './present.ts';

/** The number of rows of up to a thousand cells that are read before yielding. */
const rowsInOneGo = 50;

/** A completely read file. */
export interface ReadFile {
  readonly subject: MasterDataSubject;
  readonly consultant: string;
  readonly client: string;
  readonly accountLength: number;
  readonly reader: RowReader;
}

/** Reads a file in pieces, yielding in between; refuses like `openMasterData` and `RowReader`. */
export async function readMasterData(bytes: Buffer): Promise<ReadFile> {
  const file = orRefuse(openMasterData(bytes));
  const reader = new RowReader(file);
  await inTurns(untilFull(file.rows, reader), (piece) => reader.take(piece), rowsInOneGo);
  const refusal = reader.refusal();
  if (refusal) throw new Refused(refusal);
  const { subject, consultant, client, accountLength } = file;
  return { subject, consultant, client, accountLength, reader };
}

function* untilFull(records: Iterable<ExtfRecord>, reader: RowReader): Generator<ExtfRecord> {
  for (const record of records) {
    yield record;
    if (reader.isFull) return;
  }
}

/** The company of a call, for an administrator who sees it; refused otherwise. */
export async function companyOf(tx: Tx, context: Context, clientId: number): Promise<LoadedCompany> {
  requireRole(context, 'user-admin');
  await permitModule(tx.as('writer'), 'invoice');
  await tx.one('select id from client where id = $1', [clientId]);
  return await loadCompany(tx.as('writer'), clientId);
}

/** Refuses a file of another adviser or company. */
export function requireOwnFile(
  file: Pick<ReadFile, 'consultant' | 'client'>,
  company: Pick<LoadedCompany, 'consultant_number' | 'client_number' | 'name'>,
): void {
  const { consultant_number, client_number } = company;
  const isOther = (own: string | null, theirs: string): boolean =>
    own !== null && Number(own) !== Number(theirs);
  if (isOther(consultant_number, file.consultant) || isOther(client_number, file.client)) {
    const values = { consultant: file.consultant, client: file.client, company: company.name };
    throw new Refused(refuse('extf_other_company', { field: 'file', values }));
  }
}

/** Refuses a file of another company or another account length. */
function requireSameCompany(file: ReadFile, company: LoadedCompany): void {
  requireOwnFile(file, company);
  const { ledger_account_length: length } = company;
  if (file.accountLength !== length) {
    const values = { length: file.accountLength, company: company.name, own: length };
    throw new Refused(refuse('extf_account_length', { field: 'file', values }));
  }
}

/** The effects of the file on the rows that the person sees now (EXP-25). */
export async function planOf(tx: Tx, file: ReadFile, company: LoadedCompany): Promise<MasterDataPlan> {
  requireSameCompany(file, company);
  const chart = new Set(file.reader.rows.map(({ account }) => account));
  const present = await presentRows(tx, file.subject, company, chart);
  const rows = file.reader.rows.map(
    (row): FileRow =>
      file.subject === 'supplier' ? row : { ...row, values: { ...row.values, clients: company.name } },
  );
  return masterDataPlan(rows, present);
}

/** Identifies the exact entry that a person chose: other values give another mark. */
export function markOf(entry: NewEntry | ChangedEntry | MissingEntry): string {
  const { key, name } = entry;
  const reported = 'changes' in entry ? entry.changes : 'values' in entry ? entry.values : entry.id;
  return createHash('sha256')
    .update(JSON.stringify([key, name, reported]))
    .digest('base64url')
    .slice(0, 16);
}
