import { dayOfInstant } from '../../../../base/day.ts';
import { distinct } from '../../../../base/distinct.ts';
import type { Language } from '../../../../base/language.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { approvalProblem } from '../../../../document/approval/holds.ts';
import { letterFileName, letterLanguage } from '../../../../document/letter/letter.ts';
import { loadLetterCompany, loadLetterPictures } from '../../../../document/server/letter/load-letter.ts';
import { loadCompany } from '../../../../document/server/load-facts.ts';
import { loadDocument } from '../../../../document/server/store.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { text } from '../../../../platform/server/texts.ts';
import { coversRequest } from '../../covered.ts';
import type {
  LetterKind,
  OrderBlock,
  OrderContent,
  OrderLetter,
  ProcurementHead,
  ProcurementLine,
} from '../../model.ts';
import { addressee, orderDocument, orderKind } from '../../order-document.ts';
import type {
  DeliveryAddress,
  OrderCompany,
  OrderFacts,
  OrderKind,
  OrderLine,
  OrderSupplier,
} from '../../order-facts.ts';
import { isSameBlock, lastSent, letterDue, linesOf, nextLetter, orderChanges } from '../../order-letters.ts';
import { supplierOrders } from '../../ordering.ts';
import { receiptPath } from '../../receipt-address.ts';
import { servedProcurement } from '../served.ts';
import type { StoredProcurement } from '../store.ts';
import type { PrintableOrder } from './render-order-pdf.ts';

/** The requested letter. */
export interface OrderWish {
  /** The order of one supplier; null for all lines of the document. */
  readonly block: OrderBlock | null;
  /** Replaces the supplier's language. */
  readonly language: Language | null;
  /** False for readers without `user-price`; letters to suppliers have prices. */
  readonly showsPrices: boolean;
  /** The letter being sent; absent: derived from the state of the document. */
  readonly letter?: WantedLetter;
  /** The date of an unsent letter. */
  readonly now: Date;
  /** The address of the product, for the code of the goods receipt; absent where no letter is printed (MOB-05). */
  readonly publicUrl?: string;
}

/** A letter that a person decided to send (PROC-37). */
export interface WantedLetter extends Pick<OrderLetter, 'kind' | 'version' | 'change_no' | 'content'> {
  /** The last content sent to the supplier; null before the first letter. */
  readonly former: OrderContent | null;
  /** The sender; null for an unsent letter. */
  readonly senderId: number | null;
}

export interface NamedOrder extends PrintableOrder {
  readonly fileName: string;
  readonly kind: LetterKind;
}

/**
 * Loads a letter of a document whose visibility is already checked. Runs as writer, as the letter does not depend on
 * the addresses and persons that its reader can see (TECH-03). Refuses `not_found` for a block without lines.
 */
export async function loadPrintableOrder(tx: Tx, id: number, wish: OrderWish): Promise<NamedOrder> {
  const document = await loadDocument(tx, servedProcurement, id);
  const letter = wish.letter ?? letterInPreparation(document, wish.block);
  const head = letter ? headOf(document, letter) : document.head;
  const lines = letter ? linesIn(letter, wish.block) : linesOfBlock(document.lines, wish.block);
  if (wish.block && lines.length === 0) throw new Refused(refuse('not_found', { field: 'supplier_id' }));
  const [settings, rules, company, suppliers, deliveryAddress, consignee, sending] = await Promise.all([
    loadSettings(tx),
    loadCompany(tx, document.head.client_id),
    loadLetterCompany<OrderCompany>(tx, document.head.client_id, ownColumns),
    loadSuppliers(tx, lines, head.client_id),
    loadDeliveryAddress(tx, head.delivery_address_id),
    loadName(tx, head.consignee_id),
    letter ? null : loadSending(tx, document, lines, wish.block),
  ]);
  const issuedAt = sending?.sent_at ? new Date(sending.sent_at) : wish.now;
  const contact = await loadContact(tx, document, letter?.senderId ?? sending?.sent_by_id ?? null);
  const isAsApproved =
    approvalProblem({ document, facts: { company: rules } }, coversRequest(document)) === null;
  const facts: OrderFacts = {
    kind: letter ? kindOf(letter) : orderKind(document.head.status, isAsApproved),
    head,
    lines,
    company,
    suppliers,
    deliveryAddress,
    consignee,
    contact,
    date: dayOfInstant(issuedAt, settings.time_zone),
    version: letter?.version ?? sending?.version ?? 1,
    receiptUrl: wish.publicUrl === undefined ? null : new URL(receiptPath(id), wish.publicUrl).href,
    changes: letter?.kind === 'change' && letter.former ? orderChanges(letter.former, letter.content) : null,
    decimalPlaces: settings.decimal_places,
  };
  const supplier = addressee(facts);
  const language = letterLanguage(wish.language, supplier, settings.main_language);
  const printed = orderDocument(facts, {
    language,
    showsPrices: wish.showsPrices,
    t: (key, values) => text(language, key, values),
  });
  const isSigned = printed.closing !== null && contact?.isOrderSender === true;
  const pictures = await loadLetterPictures(tx, company, isSigned ? contact.signature_file_id : null);
  return {
    document: printed,
    kind: letter?.kind ?? 'order',
    pictures,
    issuedAt,
    fileName: letterFileName(printed, wish.block ? (supplier?.name ?? '') : ''),
  };
}

/** The due change or cancellation letter for a supplier that already has the order. */
function letterInPreparation(document: StoredProcurement, block: OrderBlock | null): WantedLetter | null {
  const order = block && supplierOrders(document).find((one) => isSameBlock(one, block));
  const due = order ? letterDue(document, order) : null;
  if (!order || due === null || due === 'order') return null;
  return { ...nextLetter(document, order, due), former: lastSent(order)?.content ?? null, senderId: null };
}

function kindOf({ kind, change_no }: WantedLetter): OrderKind {
  return kind === 'change' ? { kind, change: change_no ?? 1 } : { kind };
}

function headOf({ head }: StoredProcurement, { content }: WantedLetter): ProcurementHead {
  return { ...head, ...content.head, show_notes_in_pdf: content.head.notes !== null };
}

function linesIn({ content }: WantedLetter, block: OrderBlock | null): readonly OrderLine[] {
  return content.lines.map((line) => ({ ...line, supplier_id: block?.supplier_id ?? null }));
}

function linesOfBlock(
  lines: readonly ProcurementLine[],
  block: OrderBlock | null,
): readonly ProcurementLine[] {
  if (!block) return lines;
  return linesOf({ lines }, block);
}

/** The company columns that only orders print. */
const ownColumns = [
  'billing_address_complement',
  'billing_country',
  'einvoice_email',
  'purchase_terms',
] as const;

interface Settings {
  readonly main_language: Language;
  readonly decimal_places: number;
  readonly time_zone: string;
}

async function loadSettings(tx: Tx): Promise<Settings> {
  return await tx.one<Settings>(
    `select main_language, default_decimal_places as decimal_places,
            coalesce((select value from configuration where client_id is null and key = 'timezone'), 'Europe/Berlin') as time_zone
     from tenant where id = app.tenant_id()`,
  );
}

/** Suppliers with our customer number: that of the document's company, else the general one (DATA-19). */
async function loadSuppliers(
  tx: Tx,
  lines: readonly OrderLine[],
  clientId: number | null,
): Promise<ReadonlyMap<number, OrderSupplier>> {
  const ids = distinct(lines.map((line) => line.supplier_id));
  const rows = await tx.query<OrderSupplier>(
    `select s.id, s.name, s.contact_person, s.address, s.zipcode, s.city, s.country, s.order_language,
            coalesce(c.client_number, s.client_number) as client_number, s.delivery_terms, s.payment_terms
     from supplier s left join supplier_client c on c.supplier_id = s.id and c.client_id = $2
     where s.id = any ($1)`,
    [ids, clientId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadDeliveryAddress(tx: Tx, id: number | null): Promise<DeliveryAddress | null> {
  const address = await tx.maybeOne<DeliveryAddress>(
    `select address_name as name, address_complement as complement, address, zipcode, city, country, consignee,
            dropoff_location, phone_country_code || ' ' || phone_number as phone
     from client_address where id = $1`,
    [id],
  );
  return address ?? null;
}

async function loadName(tx: Tx, personId: number | null): Promise<string | null> {
  const person = await tx.maybeOne<{ name: string }>('select name from lb_user where id = $1', [personId]);
  return person?.name ?? null;
}

interface Sending {
  readonly supplier_id: number;
  readonly marketplace_id: number | null;
  readonly sent_at: string | null;
  readonly sent_by_id: number | null;
  readonly version: number | null;
}

/** When and by whom the letter was sent; null for an overview of several orders. */
async function loadSending(
  tx: Tx,
  { id }: StoredProcurement,
  lines: readonly OrderLine[],
  block: OrderBlock | null,
): Promise<Sending | null> {
  const orders = await tx.query<Sending>(
    `select o.supplier_id, o.marketplace_id, o.sent_at, o.sent_by_id,
       (select max(l.version) from procurement_order_letter l where l.supplier_order_id = o.id and l.state = 'sent') as version
     from procurement_supplier_order o where o.procurement_id = $1`,
    [id],
  );
  const blocks = block ? [block] : lines.map((line) => ({ marketplace_id: null, ...line }));
  const [first] = blocks;
  if (!first || !blocks.every((each) => isSameBlock(each, first))) return null;
  return orders.find((order) => isSameBlock(order, first)) ?? null;
}

interface Contact {
  readonly name: string;
  readonly email: string | null;
  readonly signature_file_id: string | null;
  readonly isOrderSender: boolean;
}

/** The sender of the order, else the assigned order sender, else the creator; never a task group. */
async function loadContact(
  tx: Tx,
  { head, timeline }: StoredProcurement,
  sentById: number | null,
): Promise<Contact | null> {
  const step = timeline.entries.findLast((entry) => entry.type === 'send-order' && entry.lbUserId !== null);
  const senders = [sentById, step?.lbUserId].filter((id) => typeof id === 'number');
  const people = await tx.query<Omit<Contact, 'isOrderSender'> & { id: number }>(
    'select id, name, email, signature_file_id from lb_user where id = any ($1) and not is_group',
    [[...senders, head.creator_id]],
  );
  const ofId = (id: number) => people.find((person) => person.id === id);
  const sender = senders.map(ofId).find((person) => person !== undefined);
  const contact = sender ?? ofId(head.creator_id);
  return contact ? { ...contact, isOrderSender: contact === sender } : null;
}
