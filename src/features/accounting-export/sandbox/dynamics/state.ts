import { amountOf, compareAmounts, minus, sum } from '../../../../base/money.ts';
import type { OAuthServer } from '../oauth.ts';
import { segmentsOf } from './display-value.ts';

export type Row = Record<string, string | number>;

export interface StoredRow {
  readonly values: Row;
  readonly version: number;
}

/** The stored entity sets, by their names in addresses. */
export interface Tables {
  readonly VendInvoiceJournalHeaders: StoredRow[];
  readonly VendInvoiceJournalLines: StoredRow[];
  readonly VendorInvoiceHeaders: StoredRow[];
  readonly VendorInvoiceLines: StoredRow[];
  readonly VendorInvoiceDocumentAttachments: StoredRow[];
  readonly VendInvoiceJourBiEntities: StoredRow[];
}
export type TableName = keyof Tables;

/** A legal entity and its master data; `all` accepts any value. */
export interface DynamicsCompany {
  /** In lower case. */
  readonly dataAreaId: string;
  readonly vendors: ReadonlySet<string> | 'all';
  readonly journalNames: ReadonlySet<string> | 'all';
  readonly mainAccounts: ReadonlySet<string> | 'all';
  /** The last day of the last closed period; null: all are open. */
  readonly closedUntil: string | null;
  /** Forbidden combinations of segment values. */
  readonly forbidden: readonly Readonly<Record<string, string>>[];
}

/** A vendor transaction of a journal, a pending or a posted invoice. */
export interface VendorTransaction {
  readonly dataAreaId: string;
  readonly vendorAccount: string;
  readonly invoice: string;
  /** Positive for an invoice, negative for a credit note or a reversal. */
  readonly amount: string;
  readonly from: 'journal' | 'pending' | 'posted';
  /** JournalBatchNumber, HeaderReference or LedgerVoucher. */
  readonly reference: string;
}

/** The sums of one voucher of a journal; balanced when both are equal. */
export interface Voucher {
  readonly dataAreaId: string;
  readonly journalBatchNumber: string;
  readonly voucher: string;
  readonly debit: string;
  readonly credit: string;
  readonly isBalanced: boolean;
}

export interface DynamicsSetup {
  readonly companies: readonly DynamicsCompany[];
  /** The company of the mapped user: the only one seen without `cross-company=true`. */
  readonly defaultCompany: string;
  readonly delimiter: string;
  /** The segments of a ledger account in their order; the first one is the main account. */
  readonly ledgerDimensions: readonly string[];
  /** The segments of a default dimension in their order. */
  readonly defaultDimensions: readonly string[];
  readonly pageSize: number;
}

/** Everything that the Dynamics 365 sandbox has received. */
export class DynamicsState {
  readonly oauth: OAuthServer;
  setup: DynamicsSetup;
  /** Whether the application is registered in the product with a user. */
  isAppEntered = true;
  /** Whether that user may write invoices. */
  hasRole = true;
  /** The number of writes that fail with an update conflict. */
  conflictsAhead = 0;
  tables: Tables = emptyTables();
  private numbers = 0;

  constructor(oauth: OAuthServer, setup: DynamicsSetup) {
    this.oauth = oauth;
    this.setup = setup;
  }

  /** A rollback does not return numbers. */
  nextNumber(): number {
    this.numbers += 1;
    return this.numbers;
  }

  company(dataAreaId: string): DynamicsCompany | undefined {
    return this.setup.companies.find((company) => company.dataAreaId === dataAreaId.toLowerCase());
  }

  /** All vendor transactions; there must be exactly one per invoice. */
  get invoices(): VendorTransaction[] {
    const journal = this.tables.VendInvoiceJournalLines.filter(({ values }) => values.AccountType === 'Vend');
    return [
      ...journal.map(({ values }) => ({
        dataAreaId: text(values.dataAreaId),
        vendorAccount: segmentsOf(text(values.AccountDisplayValue), this.setup.delimiter)[0] ?? '',
        invoice: text(values.Invoice),
        amount: minus(amount(values.Credit), amount(values.Debit)),
        from: 'journal' as const,
        reference: text(values.JournalBatchNumber),
      })),
      ...this.tables.VendorInvoiceHeaders.map(({ values }) => ({
        dataAreaId: text(values.dataAreaId),
        vendorAccount: text(values.InvoiceAccount),
        invoice: text(values.InvoiceNumber),
        amount: amount(values.ImportedAmount),
        from: 'pending' as const,
        reference: text(values.HeaderReference),
      })),
      ...this.tables.VendInvoiceJourBiEntities.map(({ values }) => ({
        dataAreaId: text(values.dataAreaId),
        vendorAccount: text(values.InvoiceAccount),
        invoice: text(values.InvoiceId),
        amount: amount(values.InvoiceAmount),
        from: 'posted' as const,
        reference: text(values.LedgerVoucher),
      })),
    ];
  }

  /** Repeated invoices of one vendor with the same amount, which lead to double payment. */
  get doubles(): VendorTransaction[][] {
    const groups = Map.groupBy(this.invoices, ({ dataAreaId, vendorAccount, invoice, amount }) =>
      JSON.stringify([dataAreaId, vendorAccount, invoice, amount]),
    );
    return [...groups.values()].filter((group) => group.length > 1);
  }

  get vouchers(): Voucher[] {
    const groups = Map.groupBy(this.tables.VendInvoiceJournalLines, ({ values }) =>
      JSON.stringify([values.dataAreaId, values.JournalBatchNumber, values.Voucher]),
    );
    return [...groups.values()].map((lines) => {
      const first = lines[0]?.values;
      const [debit, credit] = [sumOf(lines, 'Debit'), sumOf(lines, 'Credit')];
      return {
        dataAreaId: text(first?.dataAreaId),
        journalBatchNumber: text(first?.JournalBatchNumber),
        voucher: text(first?.Voucher),
        debit,
        credit,
        isBalanced: compareAmounts(debit, credit) === 0,
      };
    });
  }

  /** Posts a journal as the accountant does in the product; it cannot be changed afterwards. */
  post(dataAreaId: string, journalBatchNumber: string): void {
    this.change('VendInvoiceJournalHeaders', { dataAreaId, JournalBatchNumber: journalBatchNumber }, () => ({
      IsPosted: 'Yes',
    }));
  }

  /** Posts pending invoices, which moves them to the posted ones, as in Dynamics 365. */
  postPending(invoice: Row): void {
    const { VendorInvoiceHeaders: pending, VendInvoiceJourBiEntities: posted } = this.tables;
    for (const { values } of pending.filter((row) => hasValues(row.values, invoice))) {
      const { dataAreaId = '', InvoiceNumber = '', InvoiceAccount = '', Currency = '' } = values;
      const { InvoiceDate = '', ImportedAmount = 0, InvoiceDescription = '' } = values;
      const key = { dataAreaId, SourceKey: this.nextNumber() };
      const named = { InvoiceId: InvoiceNumber, InvoiceAccount, OrderAccount: InvoiceAccount };
      const reported = { CurrencyCode: Currency, InvoiceDate, InvoiceAmount: ImportedAmount };
      const kept = { Description: InvoiceDescription, LedgerVoucher: `AP-${key.SourceKey}` };
      posted.push({ values: { ...key, ...named, ...reported, ...kept }, version: 1 });
    }
    pending.splice(0, pending.length, ...pending.filter((row) => !hasValues(row.values, invoice)));
  }

  /** Updates the rows with these values and increments their versions. */
  change(table: TableName, having: Row, values: (row: Row) => Row): void {
    const rows = this.tables[table];
    for (const [index, row] of rows.entries())
      if (hasValues(row.values, having))
        rows[index] = { values: { ...row.values, ...values(row.values) }, version: row.version + 1 };
  }
}

function emptyTables(): Tables {
  return {
    VendInvoiceJournalHeaders: [],
    VendInvoiceJournalLines: [],
    VendorInvoiceHeaders: [],
    VendorInvoiceLines: [],
    VendorInvoiceDocumentAttachments: [],
    VendInvoiceJourBiEntities: [],
  };
}

export function hasValues(row: Row, values: Row): boolean {
  return Object.entries(values).every(([name, value]) => row[name] === value);
}

/** A line with an offset account counts on both sides. */
export function sumOf(lines: readonly StoredRow[], side: 'Debit' | 'Credit'): string {
  const other = side === 'Debit' ? 'Credit' : 'Debit';
  return sum(
    lines.flatMap(({ values }) => [
      amount(values[side]),
      ...(values.OffsetAccountDisplayValue ? [amount(values[other])] : []),
    ]),
  );
}

function amount(value: string | number | undefined): string {
  return amountOf(value ?? 0);
}

function text(value: string | number | undefined): string {
  return String(value ?? '');
}
