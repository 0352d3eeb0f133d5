import { type FieldProblem, type Refusal, refuse } from '../../../base/refusal.ts';
import type { Finding } from '../../../entity/kind.ts';
import { keptNumber } from '../account-number.ts';
import type { ExtfRecord } from '../extf/records.ts';
import { accountNameColumn } from './columns.ts';
import type { FileRow, MasterDataSubject } from './model.ts';
import type { MasterDataFile } from './open-file.ts';
import { type CellAt, valuesOf } from './reading-values.ts';

/** The maximum number of rows of a file. */
export const maxRows = 20_000;
/** Debtor numbers begin with 1 to 6, creditor numbers with 7 to 9. */
const firstCreditorDigit = '7';
const maxDigits = 9;
/** The number of problems that are listed; the others are counted. */
const maxProblems = 500;

/** A skipped value of a row, or the reason for skipping the whole row. */
export interface RowProblem {
  readonly line: number;
  readonly account: string;
  /** The whole row is skipped. */
  readonly isWhole: boolean;
  readonly problem: Omit<FieldProblem, 'field'> & { readonly field: string | null };
}

/** Counts of rows that do not concern the import. */
export interface Skipped {
  /** Personal accounts below the creditors. */
  readonly debtors: number;
  /** Names of debtors and creditors in a file of account names. */
  readonly partners: number;
  /** Names in languages other than German. */
  readonly languages: number;
}

/** Reads the rows of a file in pieces. */
export class RowReader {
  readonly rows: FileRow[] = [];
  readonly problems: RowProblem[] = [];
  problemCount = 0;
  readonly #file: MasterDataFile;
  readonly #known = new Set<string>();
  readonly #skipped = { debtors: 0, partners: 0, languages: 0 };
  #read = 0;

  constructor(file: MasterDataFile) {
    this.#file = file;
  }

  get skipped(): Skipped {
    return this.#skipped;
  }

  take(records: readonly ExtfRecord[]): void {
    for (const record of records) {
      const [first] = record.cells;
      if (record.cells.length === 1 && first?.text.trim() === '') continue;
      this.#read += 1;
      if (this.#read <= maxRows) this.#takeOne(record);
    }
  }

  /** The file has more rows than allowed. */
  get isFull(): boolean {
    return this.#read > maxRows;
  }

  /** The reason why the whole file is refused, after reading all of it. */
  refusal(): Refusal | undefined {
    if (this.isFull) return refuse('extf_too_many_rows', { field: 'file', values: { most: maxRows } });
    const open = this.#file.findings.kept.find(({ rule }) => rule === 'quote_open');
    return open && refuse('extf_quote_open', { field: 'file', values: { line: open.line } });
  }

  #takeOne(record: ExtfRecord): void {
    const { cells, line } = record;
    const at: CellAt = (column) => cells[column - 1]?.text ?? '';
    const problem = this.#problemOf(record, at);
    if (problem === null) return;
    const account = at(1).trim().slice(0, maxDigits);
    this.#notify({ line, account, isWhole: true, problem: { field: null, ...problem } });
  }

  /** Reads a row, or returns the reason for skipping it. */
  #problemOf({ cells, line }: ExtfRecord, at: CellAt): Finding | null {
    const wanted = this.#file.columns;
    if (cells.length !== wanted) return { code: 'extf_columns', values: { count: cells.length, wanted } };
    const account = this.#accountOf(at(1).trim());
    if (account === null) return { code: 'extf_account' };
    if (!this.#isOurs(account, at)) return null;
    if (this.#known.has(account)) return { code: 'extf_account_twice' };
    const { values, problems } = valuesOf(this.#file.subject, at);
    for (const problem of problems) this.#notify({ line, account, isWhole: false, problem });
    if (values.name === undefined) return { code: 'extf_name_missing' };
    this.#known.add(account);
    this.rows.push({ line, account, values });
    return null;
  }

  /** Restores leading zeros, which are not always written; null for an impossible account. */
  #accountOf(written: string): string | null {
    const { subject, accountLength } = this.#file;
    if (written.length > maxDigits || !/^\d+$/.test(written) || /^0+$/.test(written)) return null;
    const account = written.replace(/^0+/, '').padStart(accountLength, '0');
    const isPossible =
      account.length === accountLength + 1 ||
      (subject === 'ledger_account' && account.length === accountLength && keptNumber(account) !== null);
    return isPossible ? account : null;
  }

  #isOurs(account: string, at: CellAt): boolean {
    const { subject, accountLength } = this.#file;
    const foreign = foreignKind(subject, account.length > accountLength, account, at);
    if (foreign !== null) this.#skipped[foreign] += 1;
    return foreign === null;
  }

  #notify(problem: RowProblem): void {
    this.problemCount += 1;
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }
}

/** The kind of a row that is not about a creditor or a ledger account. */
function foreignKind(
  subject: MasterDataSubject,
  isPersonal: boolean,
  account: string,
  at: CellAt,
): keyof Skipped | null {
  if (subject === 'supplier') return account < firstCreditorDigit ? 'debtors' : null;
  if (isPersonal) return 'partners';
  const language = at(accountNameColumn('Sprach-ID')).trim();
  return language === '' || /^de/i.test(language) ? null : 'languages';
}
