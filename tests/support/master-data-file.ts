import {
  accountNameCategory,
  type ExtfCategory,
  partnerCategory,
} from '../../src/features/accounting-export/extf/categories.ts';

/** The cells of a row, by column name. */
export type Cells = Readonly<Record<string, string | number>>;

interface Head {
  readonly format?: string;
  readonly category?: string;
  readonly formatName?: string;
  readonly version?: string;
  readonly consultant?: string;
  readonly client?: string;
  readonly length?: string;
}

/** A file of debtors and creditors in DATEV's format. */
export function partnerFile(rows: readonly Cells[], head: Head = {}): string {
  return fileOf(partnerCategory, rows, head);
}

/** A file of names of ledger accounts. */
export function accountNameFile(rows: readonly Cells[], head: Head = {}): string {
  return fileOf(accountNameCategory, rows, head);
}

function fileOf(category: ExtfCategory, rows: readonly Cells[], head: Head): string {
  const { format = 'EXTF', consultant = '29098', client = '55003', length = '4' } = head;
  const header = [
    `"${format}"`,
    '700',
    head.category ?? category.category,
    `"${head.formatName ?? category.formatName}"`,
    head.version ?? category.formatVersion,
    '20261101120000000;;"RE";"";""',
    consultant,
    client,
    '20260101',
    length,
    ';;"";"";;;;"";"";"";"";"";"";;;"";""',
  ].join(';');
  const lines = rows.map((row) =>
    category.columns
      .map(({ name, kind }) => {
        const value = row[name] ?? '';
        return kind === 'text' ? `"${String(value).replaceAll('"', '""')}"` : String(value);
      })
      .join(';'),
  );
  return [header, category.columns.map(({ name }) => name).join(';'), ...lines, ''].join('\r\n');
}

/** In Windows-1252; these texts use only its Latin-1 part. */
export function inLatin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** The columns that tests fill most often. */
export function creditor(account: string | number, name: string, more: Cells = {}): Cells {
  return { Konto: account, 'Name (Adressatentyp Unternehmen)': name, Adressatentyp: '2', ...more };
}
