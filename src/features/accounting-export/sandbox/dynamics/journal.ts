import { compareAmounts, decimalPlaces, isAmount } from '../../../../base/money.ts';
import { checkDefaultDimensions, checkLedgerAccount, checkVendor, knows } from './accounts.ts';
import { dropRows, type EntitySet, noDate } from './entities.ts';
import { notInTable, writeFailed } from './errors.ts';
import { type DynamicsState, hasValues, type Row, type StoredRow, sumOf } from './state.ts';

const headerEntity = 'VendInvoiceJournalHeaderEntity';
const lineEntity = 'VendInvoiceJournalLineEntity';
const longestInvoice = 20;

/** Invoice journals; the server assigns their number. */
export const journalHeaders: EntitySet = {
  table: 'VendInvoiceJournalHeaders',
  entity: headerEntity,
  keys: ['dataAreaId', 'JournalBatchNumber'],
  defaults: {
    dataAreaId: '',
    JournalBatchNumber: '',
    JournalName: '',
    Description: '',
    IsPosted: 'No',
    SalesTaxIncluded: 'No',
    JournalTotalDebit: 0,
    JournalTotalCredit: 0,
  },
  readOnly: ['JournalBatchNumber', 'IsPosted', 'JournalTotalDebit', 'JournalTotalCredit'],
  complete: (state, row) => ({ ...row, JournalBatchNumber: String(state.nextNumber()).padStart(5, '0') }),
  check: (state, { dataAreaId, JournalName }) => {
    const company = state.company(String(dataAreaId));
    if (company && !knows(company.journalNames, String(JournalName)))
      throw notInTable(headerEntity, String(JournalName), 'JournalName', 'Journal names');
  },
  follow: (state, row, isDeleted) => {
    if (isDeleted) dropRows(state, 'VendInvoiceJournalLines', journalOf(row));
  },
};

/** Lines of a journal; the caller assigns their number, so that a repeated line is detected. */
export const journalLines: EntitySet = {
  table: 'VendInvoiceJournalLines',
  entity: lineEntity,
  keys: ['dataAreaId', 'JournalBatchNumber', 'LineNumber'],
  defaults: {
    dataAreaId: '',
    JournalBatchNumber: '',
    LineNumber: 0,
    Voucher: '',
    AccountType: 'Vend',
    AccountDisplayValue: '',
    Invoice: '',
    InvoiceDate: noDate,
    Date: noDate,
    DueDate: noDate,
    DeliveryDate: noDate,
    Debit: 0,
    Credit: 0,
    Currency: '',
    ExchRate: 100,
    OffsetAccountType: 'Ledger',
    OffsetAccountDisplayValue: '',
    OffsetCompany: '',
    Company: '',
    DefaultDimensionDisplayValue: '',
    SalesTaxGroup: '',
    ItemSalesTaxGroup: '',
    TaxExemptNumber: '',
    TermsOfPayment: '',
    CashDiscount: '',
    CashDiscountAmount: 0,
    CashDiscountDate: noDate,
    MethodOfPayment: '',
    PaymId: '',
    BankAccountId: '',
    CustVendBankAccountId: '',
    Document: '',
    Description: '',
    PostingProfile: '',
    ApproverNumber: '',
    Approved: 'No',
    TransactionType: 'Vend',
    FullPrimaryRemittanceAddress: '',
  },
  readOnly: ['Voucher', 'TransactionType', 'FullPrimaryRemittanceAddress'],
  complete: (state, row) => {
    const lines = linesOf(state, row);
    const number = lines.reduce((highest, { values }) => Math.max(highest, Number(values.LineNumber)), 0) + 1;
    return { ...row, LineNumber: row.LineNumber || number, Voucher: voucherOf(state, lines) };
  },
  check: checkLine,
  follow: (state, row) => {
    const lines = linesOf(state, row);
    state.change('VendInvoiceJournalHeaders', journalOf(row), () => ({
      JournalTotalDebit: Number(sumOf(lines, 'Debit')),
      JournalTotalCredit: Number(sumOf(lines, 'Credit')),
    }));
  },
};

/** A balanced voucher is followed by a new one. */
function voucherOf(state: DynamicsState, lines: readonly StoredRow[]): string {
  const latest = lines.at(-1)?.values.Voucher;
  const own = lines.filter(({ values }) => values.Voucher === latest);
  const isOpen = compareAmounts(sumOf(own, 'Debit'), sumOf(own, 'Credit')) !== 0;
  return latest !== undefined && isOpen
    ? String(latest)
    : `APIN${String(state.nextNumber()).padStart(6, '0')}`;
}

function checkLine(state: DynamicsState, row: Row): void {
  const company = state.company(String(row.dataAreaId));
  const journal = state.tables.VendInvoiceJournalHeaders.find(({ values }) =>
    hasValues(values, journalOf(row)),
  );
  if (!journal || !company)
    throw notInTable(lineEntity, String(row.JournalBatchNumber), 'JournalBatchNumber', 'Ledger journals');
  if (journal.values.IsPosted === 'Yes')
    throw writeFailed(lineEntity, 'Error: The journal is posted and cannot be changed', 500);
  if (row.AccountType === 'Vend') checkVendor(state, company, lineEntity, String(row.AccountDisplayValue));
  else if (row.AccountType === 'Ledger')
    checkLedgerAccount(state, company, lineEntity, String(row.AccountDisplayValue));
  else throw writeFailed(lineEntity, `Error: The account type '${row.AccountType}' is not allowed`);
  if (row.OffsetAccountDisplayValue)
    checkLedgerAccount(state, company, lineEntity, String(row.OffsetAccountDisplayValue));
  checkDefaultDimensions(state, lineEntity, String(row.DefaultDimensionDisplayValue));
  checkAmounts(row);
  const day = String(row.Date).slice(0, 10);
  if (row.Date === noDate) throw writeFailed(lineEntity, 'Error: Field Date must be filled in');
  if (company.closedUntil !== null && day <= company.closedUntil)
    throw writeFailed(lineEntity, `Error: The fiscal period for the date ${day} is closed`, 500);
  if (String(row.Invoice).length > longestInvoice)
    throw writeFailed(
      lineEntity,
      `Error: The value in field Invoice is longer than ${longestInvoice} characters`,
    );
  if (row.Currency === '') throw writeFailed(lineEntity, 'Error: Field Currency must be filled in');
}

/** One side only, positive, and in whole cents. */
function checkAmounts({ Debit, Credit }: Row): void {
  const amounts = [String(Debit), String(Credit)];
  const isRight =
    amounts.every((text) => isAmount(text) && Number(text) >= 0 && decimalPlaces(text) <= 2) &&
    amounts.filter((text) => Number(text) > 0).length === 1;
  if (!isRight)
    throw writeFailed(lineEntity, `Error: Debit ${Debit} and credit ${Credit} are no amount of one side`);
}

function linesOf(state: DynamicsState, row: Row): StoredRow[] {
  return state.tables.VendInvoiceJournalLines.filter(({ values }) => hasValues(values, journalOf(row)));
}

function journalOf({ dataAreaId = '', JournalBatchNumber = '' }: Row): Row {
  return { dataAreaId, JournalBatchNumber };
}
