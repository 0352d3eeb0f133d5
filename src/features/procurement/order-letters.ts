import type { Day } from '../../base/day.ts';
import { compareAmounts } from '../../base/money.ts';
import { fieldsOf, isSameField } from '../../document/field-values.ts';
import { headAndLineFields } from './fields.ts';
import {
  type LetterKind,
  type OrderBlock,
  type OrderContent,
  type OrderContentHead,
  type OrderContentLine,
  type OrderLetter,
  orderHeadFields,
  orderLineFields,
  type Procurement,
  type SupplierOrder,
} from './model.ts';

/** The latest letter, sent or not. */
export function lastLetter({ letters }: Pick<SupplierOrder, 'letters'>): OrderLetter | undefined {
  return letters.at(-1);
}

/** The last letter sent to the supplier; undefined before the first one. */
export function lastSent<L extends Pick<OrderLetter, 'state'>>({
  letters,
}: {
  readonly letters: readonly L[];
}): L | undefined {
  return letters.findLast((letter) => letter.state === 'sent');
}

/** The supplier has an order of ours that is not void. */
export function isPlaced(order: {
  readonly letters: readonly Pick<OrderLetter, 'state' | 'kind'>[];
}): boolean {
  const noted = lastSent(order);
  return noted !== undefined && noted.kind !== 'cancellation';
}

/**
 * The letter that brings the supplier up to date; null when none is needed (PROC-37).
 * A cancellation is also due if it is uncertain whether the supplier got the order.
 */
export function letterDue(
  document: Pick<Procurement, 'head' | 'lines'>,
  order: SupplierOrder,
): LetterKind | null {
  const isWanted = document.head.status !== 'declined' && linesOf(document, order).length > 0;
  const noted = lastSent(order);
  const isKnown = isPlaced(order) || order.state === 'uncertain';
  if (!isWanted) return isKnown ? 'cancellation' : null;
  if (noted === undefined || noted.kind === 'cancellation') return 'order';
  // The supplier may have received the uncertain letter, so that the next one replaces it.
  const now = orderContent(document, order);
  const isUpToDate =
    order.state !== 'uncertain' && isSameContent(withAgreedPrices(noted.content, now, order), now);
  return isUpToDate ? null : 'change';
}

/**
 * The content known to the supplier: the last letter with the prices accepted since (PROC-36). After an accepted
 * price, any other price is a change, even the one in that letter.
 */
function withAgreedPrices(
  noted: OrderContent,
  now: OrderContent,
  { agreed_prices }: Pick<SupplierOrder, 'agreed_prices'>,
): OrderContent {
  const lines = noted.lines.map((line) => {
    const agreed = agreed_prices.findLast((one) => one.procurement_line_id === line.id);
    const known = now.lines.find(({ id }) => id === line.id);
    if (agreed === undefined || known === undefined) return line;
    const price = known.price_mode === 'gross' ? known.price_brutto : known.price_netto;
    const isAgreed = price !== null && compareAmounts(agreed.price, price) === 0;
    const { price_netto, price_brutto } = isAgreed ? known : { price_netto: null, price_brutto: null };
    return { ...line, price_netto, price_brutto };
  });
  return { ...noted, lines };
}

/** The next letter; it repeats the last version unless the supplier may have received that with other content. */
export function nextLetter(
  document: Pick<Procurement, 'head' | 'lines'>,
  order: SupplierOrder,
  kind: LetterKind,
): Omit<OrderLetter, 'state' | 'channel'> {
  const former = lastLetter(order);
  const content =
    kind === 'cancellation'
      ? ((lastSent(order) ?? former)?.content ?? orderContent(document, order))
      : orderContent(document, order);
  const isRepeated =
    former !== undefined &&
    former.kind === kind &&
    (former.state === 'failed' || (former.state === 'uncertain' && isSameContent(former.content, content)));
  const version = former === undefined ? 1 : isRepeated ? former.version : former.version + 1;
  const changes = order.letters.filter((letter) => letter.kind === 'change' && letter.state !== 'failed');
  const change_no =
    kind === 'change'
      ? isRepeated
        ? former.change_no
        : new Set(changes.map((one) => one.version)).size + 1
      : null;
  return { id: null, kind, version, change_no, failure: null, failure_reason: null, content };
}

/** The document has changed since a person decided to send the letter. */
export function isOutdated(
  document: Pick<Procurement, 'head' | 'lines'>,
  block: OrderBlock,
  { kind, content }: Pick<OrderLetter, 'kind' | 'content'>,
): boolean {
  if (kind !== 'cancellation') return !isSameContent(content, orderContent(document, block));
  return document.head.status !== 'declined' && linesOf(document, block).length > 0;
}

/** The current content of the order to one supplier. */
export function orderContent(
  { head, lines }: Pick<Procurement, 'head' | 'lines'>,
  block: OrderBlock,
): OrderContent {
  return {
    head: {
      ...fieldsOf(head, orderHeadFields),
      notes: head.show_notes_in_pdf ? head.notes : null,
    },
    lines: linesOf({ lines }, block).map((line) => fieldsOf(line, orderLineFields)),
  };
}

/** The lines of one block (PROC-16). */
export function linesOf<Line extends OrderBlock>(
  { lines }: { readonly lines: readonly Line[] },
  block: OrderBlock,
): readonly Line[] {
  return lines.filter((line) => isSameBlock(line, block));
}

export function isSameBlock(one: OrderBlock, other: OrderBlock): boolean {
  return one.supplier_id === other.supplier_id && one.marketplace_id === other.marketplace_id;
}

/** Whether two letters have the same content, including the order of their lines. */
export function isSameContent(one: OrderContent, other: OrderContent): boolean {
  return (
    changedFields(one.head, other.head, headFields).length === 0 &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, place) => {
      const counterpart = other.lines[place];
      return counterpart?.id === line.id && changedFields(line, counterpart, orderLineFields).length === 0;
    })
  );
}

/** The changes that a change letter highlights in the current order. */
export interface OrderChanges {
  /** The lines of the former letter that are gone. */
  readonly removed: readonly OrderContentLine[];
  /** By line id: the former line, null for a new one; unchanged lines are absent. */
  readonly lines: ReadonlyMap<number, { readonly before: OrderContentLine | null }>;
  /** The former delivery date of lines without an own one. */
  readonly formerDay: Day | null;
  /** The fields of the head that differ. */
  readonly head: readonly (keyof OrderContentHead)[];
}

/** The differences of two letters, line by line. */
export function orderChanges(before: OrderContent, after: OrderContent): OrderChanges {
  const former = new Map(before.lines.map((line) => [line.id, line]));
  const kept = new Set(after.lines.map((line) => line.id));
  const lines = after.lines.flatMap((line): [number, { before: OrderContentLine | null }][] => {
    const known = former.get(line.id) ?? null;
    const isSame = known !== null && changedFields(known, line, orderLineFields).length === 0;
    return isSame || line.id === null ? [] : [[line.id, { before: known }]];
  });
  return {
    removed: before.lines.filter((line) => !kept.has(line.id)),
    lines: new Map(lines),
    formerDay: before.head.delivery_date,
    head: changedFields(before.head, after.head, headFields),
  };
}

/** The fields of a line that a supplier reads and that differ. */
export function changedLineFields(
  before: OrderContentLine,
  after: OrderContentLine,
): readonly (keyof OrderContentLine)[] {
  return changedFields(before, after, orderLineFields);
}

const headFields = [...orderHeadFields, 'notes'] as const satisfies readonly (keyof OrderContentHead)[];

function changedFields<Row extends object, Field extends keyof Row>(
  before: Row,
  after: Row,
  fields: readonly Field[],
): readonly Field[] {
  // Letters stored before a field existed lack it.
  return fields.filter(
    (field) => !isSameField(headAndLineFields, field, before[field] ?? null, after[field] ?? null),
  );
}
