import {
  type Corrections,
  type Hint,
  type HintRelation,
  type KeptHint,
  type Lesson,
  type TaughtField,
  taughtFields,
} from '../hint.ts';
import { type Evidence, evidenceOf } from '../text/evidence.ts';
import type { LabelName } from '../text/labels.ts';
import { layoutOf } from '../text/layout.ts';
import type { PageFields } from '../text/page-reading.ts';
import type { PageWords } from '../words.ts';
import { anchorKey, anchorOf } from './anchor.ts';
import { pageOf, pointedAt } from './places.ts';
import { isSame, type Printed, placesOf, shapeOf } from './printed.ts';
import { standsAt, wordsAt } from './read-at.ts';

type PlainFields = Pick<PageFields, TaughtField>;

/**
 * Finds the corrected values on the document and the label words beside them. A hint is learnt only when it leads
 * back to the corrected value and to no other.
 *
 * @param plain the fields read without any hint
 */
export function lessonOf(
  pages: readonly PageWords[],
  plain: PlainFields,
  corrections: Corrections,
  kept: readonly KeptHint[],
): Lesson {
  const evidence = evidenceOf(layoutOf(pages));
  const learnt: Hint[] = [];
  const right: number[] = [];
  const wrong: number[] = [];
  for (const [name, value] of Object.entries(corrections)) {
    const field = name as TaughtField;
    const ofField = kept.filter((hint) => hint.field === field);
    const led = ofField.flatMap((hint) => {
      const printed = pointedAt(hint, orderedBy(hint.slashOrder, evidence));
      return printed ? [{ id: hint.id, isRight: isSame(field, printed.value, value) }] : [];
    });
    right.push(...led.filter(({ isRight }) => isRight).map(({ id }) => id));
    wrong.push(...led.filter(({ isRight }) => !isRight).map(({ id }) => id));
    const isKnown = led.some(({ isRight }) => isRight);
    const isReadAnyway = plain[field] !== null && isSame(field, plain[field].value, value);
    const hint = isKnown || isReadAnyway ? null : hintFor(field, value, plain, evidence);
    if (hint) learnt.push(hint);
  }
  return { learnt, right, wrong };
}

const bothOrders = ['day-first', 'month-first'] as const;

function hintFor(field: TaughtField, value: string, plain: PlainFields, evidence: Evidence): Hint | null {
  const read = plain[field];
  const against = read && wordsAt(field, read, evidence);
  const asRead = hintIn(field, value, plain, evidence, null);
  if (asRead || taughtFields[field] !== 'day') return asRead && { ...asRead, against };
  for (const order of bothOrders) {
    const hint = hintIn(field, value, plain, orderedBy(order, evidence), order);
    if (hint) return { ...hint, against };
  }
  return null;
}

function hintIn(
  field: TaughtField,
  value: string,
  plain: PlainFields,
  evidence: Evidence,
  slashOrder: Hint['slashOrder'],
): Hint | null {
  // Skip places of sure values of other fields that happen to have the same value.
  const others = Object.keys(taughtFields).flatMap((name) =>
    name === field ? [] : (plain[name as TaughtField] ?? []),
  );
  const places = placesOf(field, value, evidence).filter(
    (place) => !others.some((other) => other.sure && standsAt(other, place)),
  );
  // Totals are printed at the end, all other fields in the head.
  const ordered = taughtFields[field] === 'amount' ? places.toReversed() : places;
  const hints = ordered.flatMap((place) =>
    relationsAt(place, evidence).flatMap((relation): Hint[] => {
      const anchor = anchorOf(evidence.layout, place, relation);
      const shape = taughtFields[field] === 'text' ? shapeOf(place.value) : null;
      const page = pageOf(place, evidence);
      return anchor === null ? [] : [{ field, anchor, relation, page, shape, slashOrder, against: null }];
    }),
  );
  const isDay = taughtFields[field] === 'day';
  return (
    hints
      .map((hint) => ({ hint, strangeness: strangenessOf(hint, evidence) }))
      // Two dates of an invoice are often the same day.
      .filter(({ hint, strangeness }) => !(isDay && strangeness > 1) && leadsTo(value, hint, evidence))
      .toSorted((left, right) => left.strangeness - right.strangeness)[0]?.hint ?? null
  );
}

/** The usual labels of each field. */
const ownLabels: Readonly<Record<TaughtField, readonly LabelName[]>> = {
  invoiceNumber: ['number'],
  orderReference: ['orderReference', 'sellerOrder', 'buyerReference'],
  invoiceDate: ['invoiceDate', 'plainDate'],
  dueDate: ['dueDate'],
  deliveryDate: ['deliveryDate', 'period'],
  totalNet: ['net', 'total', 'lineTotal'],
  totalTax: ['tax', 'withTax'],
  totalGross: ['gross', 'withTax', 'due', 'total'],
};

/** 0 for a usual label of the field, 2 for the label of another field, else 1. */
function strangenessOf({ field, anchor }: Hint, { labels }: Evidence): 0 | 1 | 2 {
  const key = anchorKey(anchor);
  const names = labels
    .filter(({ cell, start, end }) => key.includes(anchorKey(cell.text.slice(start, end)) || ' '))
    .map(({ name }) => name);
  if (names.some((name) => ownLabels[field].includes(name))) return 0;
  return names.length > 0 ? 2 : 1;
}

function leadsTo(value: string, hint: Hint, evidence: Evidence): boolean {
  const printed = pointedAt(hint, evidence);
  return printed !== null && !printed.isAmbiguous && isSame(hint.field, printed.value, value);
}

/** In a table the label is above the value, elsewhere beside it. */
function relationsAt({ cell }: Printed, { layout }: Evidence): readonly HintRelation[] {
  const row = layout.rows[cell.row];
  const above = layout.rows[cell.row - 1];
  const isTable =
    row !== undefined &&
    above !== undefined &&
    above.page === row.page &&
    above.cells.length > 1 &&
    above.cells.length >= row.cells.length &&
    above.cells.every(({ text }) => !/\d/.test(text));
  return isTable ? ['below', 'right'] : ['right', 'below'];
}

/** The evidence with this default order of day and month. */
function orderedBy(order: Hint['slashOrder'], evidence: Evidence): Evidence {
  return order === null ? evidence : evidenceOf(evidence.layout, order);
}
