import type { Hint, HintPage, TaughtField } from '../hint.ts';
import type { Evidence } from '../text/evidence.ts';
import type { Placed } from '../text/near.ts';
import { anchorKey, anchorOf } from './anchor.ts';
import { isSame, type Printed, printedFor } from './printed.ts';

/** A value found by a hint. */
export interface Hit {
  readonly hint: Hint;
  readonly printed: Printed;
  /** Whether no other hint of the field leads to another value. */
  readonly isOnly: boolean;
}

/** The values found by the hints of a supplier, by field; the newest hint wins. */
export function hitsOf(hints: readonly Hint[], evidence: Evidence): ReadonlyMap<TaughtField, Hit> {
  const hits = new Map<TaughtField, Hit>();
  for (const hint of hints) {
    const printed = pointedAt(hint, evidence);
    if (!printed) continue;
    const newer = hits.get(hint.field);
    if (!newer) hits.set(hint.field, { hint, printed, isOnly: true });
    else if (!isSame(hint.field, newer.printed.value, printed.value)) {
      hits.set(hint.field, { ...newer, isOnly: false });
    }
  }
  return hits;
}

/** The value that a hint leads to; null for none or for several different ones. */
export function pointedAt(hint: Hint, evidence: Evidence): Printed | null {
  const key = anchorKey(hint.anchor);
  const [first, ...others] = printedFor(hint.field, hint.shape, evidence).filter(
    (printed) => isOnPage(hint.page, printed, evidence) && keyAt(hint, printed, evidence) === key,
  );
  if (!first || others.some(({ value }) => !isSame(hint.field, value, first.value))) return null;
  return first;
}

/** Whether a place is on the first, the last or any page. */
export function pageOf({ cell }: Placed, { layout }: Evidence): HintPage {
  const last = layout.rows.at(-1)?.page ?? 1;
  if (last === 1 || (cell.page > 1 && cell.page < last)) return 'any';
  return cell.page === 1 ? 'first' : 'last';
}

function isOnPage(page: HintPage, printed: Printed, evidence: Evidence): boolean {
  const { layout } = evidence;
  if (page === 'first') return printed.cell.page === 1;
  return page === 'any' || printed.cell.page === (layout.rows.at(-1)?.page ?? 1);
}

function keyAt({ relation }: Hint, printed: Printed, { layout }: Evidence): string | null {
  const anchor = anchorOf(layout, printed, relation);
  return anchor === null ? null : anchorKey(anchor);
}
