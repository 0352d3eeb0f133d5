import type { Day } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import type { PostalAddress } from '../../document/letter/address.ts';
import type { LetterCompany } from '../../document/letter/company.ts';
import type { LetterRecipient } from '../../document/letter/letter.ts';
import type { LetterWords } from '../../document/letter/words.ts';
import type { OrderContentHead, OrderContentLine, ProcurementHead, ProcurementLine } from './model.ts';
import type { OrderChanges } from './order-letters.ts';

/** The kind of letter: a request until approved, then the order, later its changes (PROC-28, PROC-37). */
export type OrderKind =
  | { readonly kind: 'request' | 'order' | 'cancellation' }
  | { readonly kind: 'change'; readonly change: number };

/** The ordering company, with the fields that only orders print. */
export interface OrderCompany extends LetterCompany {
  readonly billing_address_complement: string | null;
  readonly billing_country: string | null;
  readonly einvoice_email: string | null;
  readonly purchase_terms: string | null;
}

/** The supplier in the letter; `client_number` is our customer number (DATA-19). */
export interface OrderSupplier extends LetterRecipient {
  readonly id: number;
  readonly client_number: string | null;
  readonly delivery_terms: string | null;
  readonly payment_terms: string | null;
}

/** The delivery address (DATA-11). */
export interface DeliveryAddress extends PostalAddress {
  readonly consignee: string | null;
  readonly dropoff_location: string | null;
  readonly phone: string | null;
}

export interface OrderContact {
  readonly name: string;
  readonly email: string | null;
}

/** A line in the letter. */
export type OrderLine = Omit<OrderContentLine, 'id'> &
  Pick<ProcurementLine, 'supplier_id'> &
  Partial<Pick<ProcurementLine, 'id'>>;

/** The data of a letter; the lines are those of one supplier, or all. */
export interface OrderFacts {
  readonly kind: OrderKind;
  readonly head: Pick<
    ProcurementHead,
    'status' | 'draft_number' | 'order_number_formatted' | 'show_notes_in_pdf'
  > &
    Omit<OrderContentHead, 'delivery_address_id' | 'consignee_id'>;
  readonly lines: readonly OrderLine[];
  /** Null for a draft without company. */
  readonly company: OrderCompany | null;
  readonly suppliers: ReadonlyMap<number, OrderSupplier>;
  readonly deliveryAddress: DeliveryAddress | null;
  /** The changes highlighted in a change letter (PROC-37). */
  readonly changes: OrderChanges | null;
  /** The person who receives the goods. */
  readonly consignee: string | null;
  /** The order sender, else the creator. */
  readonly contact: OrderContact | null;
  readonly date: Day;
  readonly version: number;
  /** The address of the goods receipt, printed as a code; null where no letter is printed (MOB-05). */
  readonly receiptUrl: string | null;
  /** The decimals of unit prices, `tenant.default_decimal_places`. */
  readonly decimalPlaces: number;
}

export interface OrderStyle {
  readonly language: Language;
  /** False for readers without `user-price` (ROLE-07). */
  readonly showsPrices: boolean;
  readonly t: LetterWords;
}
