import { randomUUID } from 'node:crypto';
import { checkLedgerAccount, knows } from './accounts.ts';
import { dropRows, type EntitySet, noDate } from './entities.ts';
import { notInTable, writeFailed } from './errors.ts';
import { type DynamicsState, hasValues, type Row } from './state.ts';

const headerEntity = 'VendorInvoiceHeaderEntity';
const lineEntity = 'VendorInvoiceLineEntity';
const attachmentEntity = 'VendorInvoiceDocumentAttachmentEntity';

/** Pending vendor invoices; the server assigns their reference. */
export const pendingHeaders: EntitySet = {
  table: 'VendorInvoiceHeaders',
  entity: headerEntity,
  keys: ['dataAreaId', 'HeaderReference'],
  defaults: {
    dataAreaId: '',
    HeaderReference: '',
    InvoiceNumber: '',
    InvoiceAccount: '',
    VendorAccount: '',
    VendorName: '',
    Currency: '',
    InvoiceDate: noDate,
    Date: noDate,
    DueDate: noDate,
    InvoiceDescription: '',
    ImportedAmount: 0,
    ImportedSalesTax: 0,
    PurchaseOrderNumber: '',
    TermsOfPayment: '',
    MethodOfPayment: '',
    CashDiscountCode: '',
    InvoicePaymentReleaseDate: noDate,
    DimensionDisplayValue: '',
    IsApproved: 'No',
  },
  readOnly: ['HeaderReference', 'VendorName'],
  complete: (state, row) => ({
    ...row,
    HeaderReference: `VINV-${String(state.nextNumber()).padStart(6, '0')}`,
  }),
  check: (state, row) => {
    for (const name of ['InvoiceNumber', 'InvoiceAccount', 'Currency'])
      if (row[name] === '') throw writeFailed(headerEntity, `Error: Field ${name} must be filled in`);
    const company = state.company(String(row.dataAreaId));
    // The account of a header is the plain vendor key, not a display value.
    if (company && !knows(company.vendors, String(row.InvoiceAccount)))
      throw notInTable(headerEntity, String(row.InvoiceAccount), 'InvoiceAccount', 'Vendors');
    const day = String(row.Date === noDate ? row.InvoiceDate : row.Date).slice(0, 10);
    if (company?.closedUntil && row.InvoiceDate !== noDate && day <= company.closedUntil)
      throw writeFailed(headerEntity, `Error: The fiscal period for the date ${day} is closed`, 500);
  },
  follow: (state, row, isDeleted) => {
    if (!isDeleted) return;
    dropRows(state, 'VendorInvoiceLines', invoiceOf(row));
    dropRows(state, 'VendorInvoiceDocumentAttachments', invoiceOf(row));
  },
};

export const pendingLines: EntitySet = {
  table: 'VendorInvoiceLines',
  entity: lineEntity,
  keys: ['dataAreaId', 'HeaderReference', 'InvoiceLineNumber'],
  defaults: {
    dataAreaId: '',
    HeaderReference: '',
    InvoiceLineNumber: 0,
    ItemNumber: '',
    ItemName: '',
    ProcurementCategoryName: '',
    ProcurementCategoryHierarchyName: '',
    LineDescription: '',
    ReceiveNow: 0,
    UnitSymbol: '',
    UnitPrice: 0,
    NetAmount: 0,
    Currency: '',
    SalesTaxGroup: '',
    ItemSalesTax: '',
    MainAccountDisplayValue: '',
    DimensionDisplayValue: '',
    PurchaseOrder: '',
    PurchLineNumber: 0,
  },
  readOnly: [],
  complete: (_, row) => row,
  check: (state, row) => {
    checkInvoice(state, row, lineEntity);
    if (!row.ItemNumber && !row.ProcurementCategoryName)
      throw writeFailed(lineEntity, 'Error: Field ItemNumber or ProcurementCategoryName must be filled in');
    const company = state.company(String(row.dataAreaId));
    const [account, dimensions] = [String(row.MainAccountDisplayValue), String(row.DimensionDisplayValue)];
    if (company && account !== '') {
      const { delimiter, ledgerDimensions } = state.setup;
      const rest = dimensions || delimiter.repeat(Math.max(ledgerDimensions.length - 2, 0));
      checkLedgerAccount(state, company, lineEntity, `${account}${delimiter}${rest}`);
    }
  },
  follow: () => {},
};

export const pendingAttachments: EntitySet = {
  table: 'VendorInvoiceDocumentAttachments',
  entity: attachmentEntity,
  keys: ['dataAreaId', 'DocumentId'],
  defaults: {
    dataAreaId: '',
    DocumentId: '',
    HeaderReference: '',
    TypeId: '',
    FileName: '',
    FileType: '',
    Name: '',
    Notes: '',
    Restriction: 'Internal',
    DefaultAttachment: 'No',
    FileContents: '',
  },
  readOnly: ['DocumentId'],
  complete: (_, row) => ({ ...row, DocumentId: randomUUID() }),
  check: (state, row) => {
    checkInvoice(state, row, attachmentEntity);
    const contents = String(row.FileContents);
    if (contents === '' || Buffer.from(contents, 'base64').toString('base64') !== contents)
      throw writeFailed(attachmentEntity, 'Error: The file contents are not base64');
    if (row.FileName === '' || row.TypeId === '')
      throw writeFailed(attachmentEntity, 'Error: Field FileName and TypeId must be filled in');
  },
  follow: () => {},
};

/** The posted invoices, which are read-only. */
export const postedInvoices: EntitySet = {
  table: 'VendInvoiceJourBiEntities',
  entity: 'VendInvoiceJourBiEntity',
  keys: ['dataAreaId', 'SourceKey'],
  defaults: {
    dataAreaId: '',
    SourceKey: 0,
    InvoiceId: '',
    InvoiceAccount: '',
    OrderAccount: '',
    CurrencyCode: '',
    InvoiceDate: noDate,
    InvoiceAmount: 0,
    Description: '',
    LedgerVoucher: '',
  },
  readOnly: [],
  complete: (_, row) => row,
  check: () => {
    throw writeFailed('VendInvoiceJourBiEntity', 'Error: The record is read only');
  },
  follow: () => {},
};

function checkInvoice(state: DynamicsState, row: Row, entity: string): void {
  if (!state.tables.VendorInvoiceHeaders.some(({ values }) => hasValues(values, invoiceOf(row))))
    throw notInTable(entity, String(row.HeaderReference), 'HeaderReference', 'Pending vendor invoices');
}

function invoiceOf({ dataAreaId = '', HeaderReference = '' }: Row): Row {
  return { dataAreaId, HeaderReference };
}
