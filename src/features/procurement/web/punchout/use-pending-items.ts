import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { documentKey } from '../../../../document/web/document.ts';
import { type DocumentCommand, useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { type ChosenReading, withReadings } from '../../../punchout/decided.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import { procurementKind } from '../../kind.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { cartsKey } from './carts.ts';

export interface PendingCart {
  readonly cart: CartAnswer;
  readonly items: readonly PendingItem[];
  /** The items belong to an earlier version of the cart; the current ones are loading. */
  readonly isOutdated: boolean;
  readonly form: ProcurementForm;
  readonly onClose: () => void;
}

export interface PendingItemsState {
  /** The items with the chosen readings. */
  readonly read: readonly PendingItem[];
  readonly choose: (reading: ChosenReading) => void;
  /** Adds items to the request; `currency` becomes that of the request. */
  readonly take: (positions: readonly number[], currency?: string | null) => void;
  readonly leave: (position: number) => void;
  readonly isPending: boolean;
  readonly taking: DocumentCommand;
}

/** The choices and commands for the items of a cart that are not added yet; closes when none is left. */
export function usePendingItems({ cart, items, isOutdated, form, onClose }: PendingCart): PendingItemsState {
  const client = useQueryClient();
  const taking = useDocumentCommand(procurementKind, 'take_cart_items');
  const leaving = useDocumentCommand(procurementKind, 'leave_cart_items');
  const [isReading, setReading] = useState(false);
  const [readings, setReadings] = useState<readonly ChosenReading[]>([]);
  const read = useMemo(() => withReadings(items, readings), [items, readings]);
  const run = async (
    command: DocumentCommand,
    positions: readonly number[],
    answers: Readonly<Record<string, unknown>> = {},
  ): Promise<void> => {
    const target = await form.saving.save();
    if (target === null) return onClose();
    setReading(true);
    const done = await command.run({ ...target, punchout_cart_id: cart.id, positions, ...answers });
    if (done !== null && positions.length === items.length) return onClose();
    // The next command needs the current request and cart, but not the other data of the page.
    const awaited = [documentKey(procurementKind, target.id), [cartsKey]];
    await Promise.all(
      awaited.map((queryKey) => client.invalidateQueries({ queryKey }, { cancelRefetch: false })),
    );
    setReading(false);
  };
  return {
    read,
    choose: (reading) =>
      setReadings((before) => [
        ...before.filter(({ position, field }) => position !== reading.position || field !== reading.field),
        reading,
      ]),
    take: (positions, currency = null) =>
      void run(taking, positions, {
        ...(readings.length === 0
          ? {}
          : { readings: readings.filter(({ position }) => positions.includes(position)) }),
        ...(currency === null ? {} : { currency }),
      }),
    leave: (position) => void run(leaving, [position]),
    isPending: isReading || isOutdated || taking.isPending || leaving.isPending,
    taking,
  };
}
