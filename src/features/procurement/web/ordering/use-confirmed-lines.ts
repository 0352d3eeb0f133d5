import { useState } from 'react';
import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import { amountOrNull } from '../../../../base/money.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { agreedPrice, type ShownOrder } from './order-view.ts';

/** The typed confirmation of one line. */
export interface ConfirmedLineDraft {
  readonly quantity: Amount | null;
  readonly price: Amount | null;
  readonly delivery_date: Day | null;
}

export interface ConfirmedLines {
  readonly draftOf: (line: LineRow) => ConfirmedLineDraft;
  readonly change: (line: LineRow, changed: Partial<ConfirmedLineDraft>) => void;
  /** The common date of all lines; null if they differ. */
  readonly commonDay: Day | null;
  readonly setCommonDay: (day: Day | null) => void;
}

/** The confirmed lines of an order: the proposed values until others are typed. */
export function useConfirmedLines(document: ProcurementDocument, { lines }: ShownOrder): ConfirmedLines {
  const [typed, setTyped] = useState<ReadonlyMap<number, ConfirmedLineDraft>>(new Map());
  const draftOf = (line: LineRow): ConfirmedLineDraft => typed.get(line.id) ?? proposed(document, line);
  return {
    draftOf,
    change: (line, changed) =>
      setTyped((before) => {
        const draft = before.get(line.id) ?? proposed(document, line);
        return new Map([...before, [line.id, { ...draft, ...changed }]]);
      }),
    commonDay: commonDay(lines.map(draftOf)),
    setCommonDay: (delivery_date) =>
      setTyped(new Map(lines.map((line) => [line.id, { ...draftOf(line), delivery_date }]))),
  };
}

/** The ordered values, with the date confirmed earlier. */
function proposed(document: ProcurementDocument, line: LineRow): ConfirmedLineDraft {
  return {
    quantity: amountOrNull(line.quantity),
    price: agreedPrice(line),
    delivery_date: line.confirmed_delivery_date ?? line.delivery_date ?? document.delivery_date,
  };
}

function commonDay(drafts: readonly ConfirmedLineDraft[]): Day | null {
  const [first] = drafts;
  const isCommon = drafts.every((draft) => draft.delivery_date === first?.delivery_date);
  return isCommon ? (first?.delivery_date ?? null) : null;
}
