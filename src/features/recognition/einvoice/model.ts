/**
 * The semantic model of EN 16931-1: one invoice as written, independent of its syntax. Fields are named after the
 * business terms, with their numbers beside them. Values are the trimmed texts of the document, so that rules can
 * check the notation (BT-20 keeps a line break at its end). Null is a missing term, the empty text a term without a
 * value.
 */
export interface Invoice {
  readonly number: Text; // BT-1
  readonly issueDate: Text; // BT-2, `YYYY-MM-DD` when valid, else as written
  readonly typeCode: Text; // BT-3
  readonly currency: Text; // BT-5
  readonly taxCurrency: Text; // BT-6
  readonly taxPointDate: Text; // BT-7
  readonly taxPointDateCode: Text; // BT-8
  readonly dueDate: Text; // BT-9
  readonly buyerReference: Text; // BT-10
  readonly projectReference: Text; // BT-11
  readonly contractReference: Text; // BT-12
  readonly orderReference: Text; // BT-13
  readonly salesOrderReference: Text; // BT-14
  readonly receivingAdviceReference: Text; // BT-15
  readonly despatchAdviceReference: Text; // BT-16
  readonly tenderReference: Text; // BT-17
  readonly objectIdentifier: Identifier | null; // BT-18
  readonly buyerAccountingReference: Text; // BT-19
  readonly paymentTerms: Text; // BT-20
  readonly notes: readonly Note[]; // BG-1
  readonly businessProcess: Text; // BT-23
  readonly specification: Text; // BT-24
  readonly precedingInvoices: readonly PrecedingInvoice[]; // BG-3
  readonly seller: Party; // BG-4
  readonly buyer: Party; // BG-7
  readonly payee: Payee | null; // BG-10
  readonly taxRepresentative: TaxRepresentative | null; // BG-11
  readonly delivery: Delivery | null; // BG-13
  readonly period: Period | null; // BG-14
  readonly paymentInstructions: readonly PaymentInstructions[]; // BG-16
  readonly allowances: readonly AllowanceCharge[]; // BG-20
  readonly charges: readonly AllowanceCharge[]; // BG-21
  readonly totals: Totals; // BG-22
  readonly taxBreakdown: readonly TaxBreakdown[]; // BG-23
  readonly documents: readonly SupportingDocument[]; // BG-24
  readonly lines: readonly Line[]; // BG-25
  /** Payment discounts in CII elements; the XRechnung notation is in `paymentTerms`. */
  readonly discountTerms: readonly DiscountTerms[];
}

export type Text = string | null;

/** A number as written; the rules check whether it is valid and its decimals. */
export type Quantity = string | null;

export interface Identifier {
  readonly value: string;
  /** Null when no scheme is stated. */
  readonly scheme: Text;
  readonly schemeVersion?: Text;
}

/** An amount as written, with its stated currency. */
export interface Amount {
  readonly value: string;
  readonly currency: Text;
}

export interface Note {
  readonly subjectCode: Text; // BT-21
  readonly text: Text; // BT-22
}

export interface PrecedingInvoice {
  readonly number: Text; // BT-25
  readonly issueDate: Text; // BT-26
}

export interface Party {
  readonly name: Text; // BT-27, BT-44
  readonly tradingName: Text; // BT-28, BT-45
  readonly identifiers: readonly Identifier[]; // BT-29, BT-46
  readonly legalRegistration: Identifier | null; // BT-30, BT-47
  readonly vatId: Text; // BT-31, BT-48
  readonly taxNumber: Text; // BT-32
  readonly legalInformation: Text; // BT-33
  readonly electronicAddress: Identifier | null; // BT-34, BT-49
  readonly address: Address | null; // BG-5, BG-8
  readonly contact: Contact | null; // BG-6, BG-9
}

export interface Address {
  readonly line1: Text; // BT-35, BT-50, BT-64, BT-75
  readonly line2: Text;
  readonly line3: Text;
  readonly city: Text; // BT-37, BT-52, BT-66, BT-77
  readonly postCode: Text; // BT-38, BT-53, BT-67, BT-78
  readonly subdivision: Text; // BT-39, BT-54, BT-68, BT-79
  readonly country: Text; // BT-40, BT-55, BT-69, BT-80
}

export interface Contact {
  readonly name: Text; // BT-41, BT-56
  readonly phone: Text; // BT-42, BT-57
  readonly email: Text; // BT-43, BT-58
}

export interface Payee {
  readonly name: Text; // BT-59
  readonly identifiers: readonly Identifier[]; // BT-60
  readonly legalRegistration: Identifier | null; // BT-61
}

export interface TaxRepresentative {
  readonly name: Text; // BT-62
  readonly vatId: Text; // BT-63
  readonly address: Address | null; // BG-12
}

export interface Delivery {
  readonly name: Text; // BT-70
  readonly location: Identifier | null; // BT-71
  readonly date: Text; // BT-72
  readonly address: Address | null; // BG-15
}

export interface Period {
  readonly start: Text; // BT-73, BT-134
  readonly end: Text; // BT-74, BT-135
}

/** One means of payment; all means of a document have the same code. */
export interface PaymentInstructions {
  readonly meansCode: Text; // BT-81
  readonly meansText: Text; // BT-82
  readonly remittance: Text; // BT-83
  readonly accounts: readonly Account[]; // BG-17
  readonly card: { readonly number: Text; readonly holder: Text } | null; // BG-18: BT-87, BT-88
  readonly directDebit: DirectDebit | null; // BG-19
}

export interface Account {
  readonly id: Text; // BT-84
  readonly name: Text; // BT-85
  readonly bic: Text; // BT-86
}

export interface DirectDebit {
  readonly mandate: Text; // BT-89
  readonly creditor: Text; // BT-90
  readonly debitedAccount: Text; // BT-91
}

export interface AllowanceCharge {
  readonly amount: Amount | null; // BT-92, BT-99, BT-136, BT-141
  readonly base: Amount | null; // BT-93, BT-100, BT-137, BT-142
  readonly percentage: Quantity; // BT-94, BT-101, BT-138, BT-143
  /** Null for allowances and charges of lines, which share the tax of their line. */
  readonly taxCategory: Text; // BT-95, BT-102
  readonly taxRate: Quantity; // BT-96, BT-103
  readonly reason: Text; // BT-97, BT-104, BT-139, BT-144
  readonly reasonCode: Text; // BT-98, BT-105, BT-140, BT-145
}

export interface Totals {
  readonly lines: Amount | null; // BT-106
  readonly allowances: Amount | null; // BT-107
  readonly charges: Amount | null; // BT-108
  readonly withoutTax: Amount | null; // BT-109
  /** All stated tax totals, in document currency and in accounting currency. */
  readonly tax: readonly Amount[]; // BT-110, BT-111
  readonly withTax: Amount | null; // BT-112
  readonly prepaid: Amount | null; // BT-113
  readonly rounding: Amount | null; // BT-114
  readonly due: Amount | null; // BT-115
}

export interface TaxBreakdown {
  readonly base: Amount | null; // BT-116
  readonly tax: Amount | null; // BT-117
  readonly category: Text; // BT-118
  readonly rate: Quantity; // BT-119
  readonly exemptionReason: Text; // BT-120
  readonly exemptionCode: Text; // BT-121
}

export interface SupportingDocument {
  readonly reference: Text; // BT-122
  readonly description: Text; // BT-123
  readonly location: Text; // BT-124
  readonly attachment: Attachment | null; // BT-125
}

export interface Attachment {
  /** Base64 as written, without blanks. */
  readonly content: string;
  readonly mime: Text;
  readonly name: Text;
}

export interface Line {
  readonly id: Text; // BT-126
  /** The parent of a sub-line (XRechnung and Factur-X EXTENDED); a sub-line counts in its parent. */
  readonly parentId: Text;
  /** `DETAIL`, `GROUP` or `INFORMATION` in CII; null in UBL. */
  readonly statusReason: Text;
  readonly notes: readonly string[]; // BT-127
  readonly objectIdentifier: Identifier | null; // BT-128
  readonly quantity: Quantity; // BT-129
  readonly unit: Text; // BT-130
  readonly net: Amount | null; // BT-131
  /** The order of a line of cXML, where several orders may share an invoice; else that of the document. */
  readonly orderReference?: Text;
  readonly orderLineReference: Text; // BT-132
  readonly buyerAccountingReference: Text; // BT-133
  readonly period: Period | null; // BG-26
  readonly allowances: readonly AllowanceCharge[]; // BG-27
  readonly charges: readonly AllowanceCharge[]; // BG-28
  readonly price: Price; // BG-29
  readonly taxCategory: Text; // BT-151
  readonly taxRate: Quantity; // BT-152
  readonly name: Text; // BT-153
  readonly description: Text; // BT-154
  readonly sellerItemNumber: Text; // BT-155
  readonly buyerItemNumber: Text; // BT-156
  readonly standardItemNumber: Identifier | null; // BT-157
  readonly classifications: readonly Identifier[]; // BT-158
  readonly country: Text; // BT-159
  readonly attributes: readonly { readonly name: Text; readonly value: Text }[]; // BG-32
}

export interface Price {
  readonly net: Amount | null; // BT-146
  readonly discount: Amount | null; // BT-147
  readonly gross: Amount | null; // BT-148
  readonly baseQuantity: Quantity; // BT-149
  readonly baseUnit: Text; // BT-150
}

export interface DiscountTerms {
  /** Days after the basis date, which defaults to the invoice date. */
  readonly days: Quantity;
  readonly basisDate: Text;
  readonly dueDate: Text;
  readonly base: Amount | null;
  readonly percentage: Quantity;
  readonly amount: Amount | null;
}
