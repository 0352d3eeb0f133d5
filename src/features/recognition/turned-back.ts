import type { ContractFieldsRead, ContractReading } from './contract-reading.ts';
import type { ReadValue } from './reading.ts';
import type { Found, PageFields, PageReading } from './text/page-reading.ts';
import type { Box } from './words.ts';

/** The rotation of a page before OCR. */
export interface Turn {
  /** Degrees clockwise. */
  readonly degrees: number;
  /** The size of the rotated image, which is larger than the page because it contains all corners. */
  readonly width: number;
  readonly height: number;
  /** The size of the original page. */
  readonly ownWidth: number;
  readonly ownHeight: number;
}

/** Maps the places of a reading from the straightened images back to the original pages. */
export function turnedBack(reading: PageReading, turns: ReadonlyMap<number, Turn>): PageReading {
  if ([...turns.values()].every(({ degrees }) => degrees === 0)) return reading;
  const back = <Placed extends { readonly page: number; readonly box: Box }>(placed: Placed): Placed => {
    const turn = turns.get(placed.page);
    return turn ? { ...placed, box: boxBack(placed.box, turn) } : placed;
  };
  const one = <Value>(found: Found<Value> | null) => found && back(found);
  const fields = Object.fromEntries(
    Object.entries(reading.fields).map(
      ([name, value]: [string, Found<unknown> | readonly Found<unknown>[] | null]) => [
        name,
        isList(value) ? value.map(back) : one(value),
      ],
    ),
  ) as unknown as PageFields;
  const lines = reading.lines.map((line) =>
    back({
      ...line,
      lineId: one(line.lineId),
      articleNumber: one(line.articleNumber),
      description: one(line.description),
      quantity: one(line.quantity),
      unit: one(line.unit),
      unitNetPrice: one(line.unitNetPrice),
      priceBaseQuantity: one(line.priceBaseQuantity),
      discountPercent: one(line.discountPercent),
      taxPercent: one(line.taxPercent),
      lineNet: one(line.lineNet),
    }),
  );
  return { ...reading, fields, lines };
}

/** Maps the places of a contract reading back to the original pages. */
export function contractTurnedBack(
  contract: ContractReading,
  turns: ReadonlyMap<number, Turn>,
): ContractReading {
  const back = <Value>(read: ReadValue<Value>): ReadValue<Value> => {
    const turn = read.page === null ? undefined : turns.get(read.page);
    return turn && read.box !== null ? { ...read, box: boxBack(read.box, turn) } : read;
  };
  const { fields, parties } = contract;
  const turned = Object.entries(fields).map(([name, value]: [string, ReadValue<unknown> | null]) => [
    name,
    value && back(value),
  ]);
  return {
    ...contract,
    fields: Object.fromEntries(turned) as ContractFieldsRead,
    parties: {
      vatIds: parties.vatIds.map(back),
      ibans: parties.ibans.map(back),
      names: parties.names.map(back),
    },
  };
}

function isList(
  value: Found<unknown> | readonly Found<unknown>[] | null,
): value is readonly Found<unknown>[] {
  return Array.isArray(value);
}

/**
 * Rotates the centre of a box back. The sides keep their lengths, because angles beyond quarter turns are small; odd
 * quarter turns swap them.
 */
export function boxBack([x0, y0, x1, y1]: Box, turn: Turn): Box {
  const angle = (turn.degrees * Math.PI) / 180;
  const x = ((x0 + x1) / 2 - 0.5) * turn.width;
  const y = ((y0 + y1) / 2 - 0.5) * turn.height;
  const middleX = (x * Math.cos(angle) + y * Math.sin(angle)) / turn.ownWidth + 0.5;
  const middleY = (-x * Math.sin(angle) + y * Math.cos(angle)) / turn.ownHeight + 0.5;
  const isOnSide = Math.round(turn.degrees / 90) % 2 !== 0;
  const sides = [(x1 - x0) * turn.width, (y1 - y0) * turn.height] as const;
  const [across, down] = isOnSide ? [sides[1], sides[0]] : sides;
  const [halfWidth, halfHeight] = [across / turn.ownWidth / 2, down / turn.ownHeight / 2];
  return [middleX - halfWidth, middleY - halfHeight, middleX + halfWidth, middleY + halfHeight];
}
