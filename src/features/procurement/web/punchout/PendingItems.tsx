import { Button, NativeSelect } from '@mantine/core';
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces, type Amount as Money } from '../../../../base/money.ts';
import { unitText } from '../../../../base/units.ts';
import { totals } from '../../../../document/totals.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useDrawnChunks } from '../../../../platform/web/use-drawn-chunks.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useStable } from '../../../../platform/web/use-stable.ts';
import { type ChosenReading, isDiscount, unclearFields } from '../../../punchout/decided.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import classes from './Punchout.module.css';

interface PendingItemsProps {
  /** With the readings chosen so far. */
  readonly items: readonly PendingItem[];
  readonly onRead: (reading: ChosenReading) => void;
  readonly isPending: boolean;
  readonly onTake: (position: number) => void;
  readonly onLeave: (position: number) => void;
}

const rowsPerChunk = 20;
/** In pixels: two lines of text with padding. */
const expectedHeight = 62;

/** The items of a cart; only visible ones are rendered, but assistive technology gets the total count. */
export function PendingItems({ items, isPending, onRead, onTake, onLeave }: PendingItemsProps): ReactNode {
  const { t } = useTranslation();
  const { ref, look, from, to, above, below, total } = useDrawnChunks<HTMLUListElement>({
    count: items.length,
    rowsPerChunk,
    expectedHeight,
  });
  const focus = useFocusOfRows(ref, items.length, isPending);
  const read = useStable(onRead);
  const onWish = useStable((wish: Wish, place: number, position: number): void => {
    focus.follow(place, wish);
    if (wish === 'take') onTake(position);
    else onLeave(position);
  });
  return (
    <ul
      ref={ref}
      className={classes.items}
      aria-label={t('punchout.pending')}
      tabIndex={-1}
      onScroll={look}
      onFocus={() => {
        focus.enter();
        look();
      }}
      onBlur={({ relatedTarget }) => focus.leave(relatedTarget)}
    >
      <li aria-hidden className={classes.whole} style={{ height: total }} />
      <Gap height={above} chunk={from - 1} />
      {items.slice(from * rowsPerChunk, to * rowsPerChunk).map((item, index) => {
        const place = from * rowsPerChunk + index;
        return (
          <Item
            key={item.position}
            item={item}
            place={place}
            count={items.length}
            isPending={isPending}
            onRead={read}
            onWish={onWish}
          />
        );
      })}
      <Gap height={below} chunk={to} />
    </ul>
  );
}

/** The placeholder of rows that are not rendered. */
function Gap({ height, chunk }: { readonly height: number; readonly chunk: number }): ReactNode {
  return height === 0 ? null : (
    <li aria-hidden className={classes.gap} data-chunk={chunk} style={{ height }} />
  );
}

type Wish = 'take' | 'leave';

interface FocusOfRows {
  readonly enter: () => void;
  readonly leave: (next: Element | null) => void;
  readonly follow: (place: number, wish: Wish) => void;
}

/**
 * Keeps the keyboard focus: after an item is added or removed it moves to the item in its place, and to the list if
 * the focused row is no longer rendered. Call `follow` with the pressed button.
 */
function useFocusOfRows(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  isPending: boolean,
): FocusOfRows {
  const pressed = useRef<{ readonly place: number; readonly wish: Wish } | null>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isInside = list.current?.contains(activeElement) ?? false;
    const isLost = activeElement === null || activeElement === document.body;
    if (!isPending && pressed.current !== null && (isInside || isLost)) {
      const { place, wish } = pressed.current;
      const row = list.current?.querySelector(`[data-place="${Math.min(place, count - 1)}"]`);
      const button =
        row?.querySelector<HTMLElement>(`[data-wish="${wish}"]:enabled`) ??
        row?.querySelector<HTMLElement>('button:enabled');
      (button ?? list.current)?.focus();
      pressed.current = null;
    } else if (hadFocus.current && isLost && !isPending) list.current?.focus({ preventScroll: true });
  });
  return {
    follow: (place, wish) => {
      pressed.current = { place, wish };
    },
    enter: () => {
      hadFocus.current = true;
    },
    // Without a next element the focus was lost by a removed row, not moved by the person.
    leave: (next) => {
      if (next !== null) hadFocus.current = false;
    },
  };
}

interface ItemProps {
  readonly item: PendingItem;
  /** The position among all items, rendered or not. */
  readonly place: number;
  readonly count: number;
  readonly isPending: boolean;
  readonly onRead: (reading: ChosenReading) => void;
  readonly onWish: (wish: Wish, place: number, position: number) => void;
}

/** Memoized, as the form renders on every loaded query and there are a hundred rows. */
const Item = memo(function Item({ item, place, count, isPending, onRead, onWish }: ItemProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { description: name, quantity, unit, problems } = item;
  const amount = quantity === null ? '' : format.quantity(quantity);
  const unitName = unit && unitText(unit, t);
  return (
    <li
      className={classes.item}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-place={place}
      data-chunk={Math.floor(place / rowsPerChunk)}
    >
      <span className={classes.name}>
        {name}
        <span className={classes.quiet}>
          {[`${amount} ${unitName ?? ''}`.trim(), item.item_number?.trim()].filter(Boolean).join(', ')}
        </span>
        {isDiscount(item) ? (
          <span className={classes.quiet} role="note">
            {t('punchout.discount')}
          </span>
        ) : (
          problems.map((problem) => (
            <span key={problem} className={classes.problem} role="note">
              {t(`punchout.problem.${problem}`)}
            </span>
          ))
        )}
        <Readings item={item} onRead={onRead} />
      </span>
      <ItemPrice item={item} unitName={unitName} />
      <span className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="light"
          data-wish="take"
          aria-label={t('punchout.add_of', { name })}
          disabled={problems.length > 0 || isPending}
          onClick={() => onWish('take', place, item.position)}
        >
          {t('punchout.add')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          data-wish="leave"
          aria-label={t('punchout.leave_of', { name })}
          disabled={isPending}
          onClick={() => onWish('leave', place, item.position)}
        >
          {t('punchout.leave')}
        </Button>
      </span>
    </li>
  );
});

/** Asks which of two readings of an amount is meant (PUN-16). */
function Readings({ item, onRead }: Pick<ItemProps, 'item' | 'onRead'>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  return unclearFields.map((field) => {
    const offered = item.unclear?.[field] ?? [];
    if (offered.length === 0) return null;
    const label = t(`punchout.reading.${field}`, { name: item.description });
    return (
      <NativeSelect
        key={field}
        size="xs"
        aria-label={label}
        value={offered.find((one) => one === item[field]) ?? ''}
        data={[
          { value: '', label: t('punchout.reading.choose'), disabled: true },
          ...offered.map((value) => ({
            value,
            label: field === 'price' ? format.amount(value, { decimals: 3 }) : format.quantity(value),
          })),
        ]}
        onChange={(event) => onRead({ position: item.position, field, value: event.currentTarget.value })}
      />
    );
  });
}

function ItemPrice({
  item,
  unitName,
}: {
  readonly item: PendingItem;
  readonly unitName: string | null;
}): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (item.price === null) return <Amount value={null} />;
  const currency = item.currency === null ? {} : { currency: item.currency };
  return (
    <span className={classes.amount}>
      <Amount value={netOf(item)} {...currency} />
      <span className={classes.quiet}>
        <Amount value={item.price} decimals={Math.max(2, decimalPlaces(item.price))} {...currency} />{' '}
        {t('procurement.per', {
          quantity: item.price_unit === '1' ? (unitName ?? '1') : format.quantity(item.price_unit),
        })}
      </span>
    </span>
  );
}

/** The net total of an item, computed like that of a line. */
export function netOf({ quantity, price, price_unit }: PendingItem): Money {
  const priced = { quantity, price_netto: price, price_brutto: null, price_unit, tax: null };
  return totals([{ ...priced, price_mode: 'net' }]).total_netto;
}
