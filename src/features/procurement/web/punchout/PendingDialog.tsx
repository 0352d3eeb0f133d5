import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../../base/money.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import type { FocusBackProps } from '../../../../platform/web/kit/FocusBack.tsx';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { isDiscount } from '../../../punchout/decided.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import { maxLines } from '../../model.ts';
import { isBlankLine } from '../draft/draft.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { CartDifference } from './CartDifference.tsx';
import { netOf, PendingItems } from './PendingItems.tsx';
import classes from './Punchout.module.css';
import { type PendingCart, usePendingItems } from './use-pending-items.ts';

export interface PendingDialogProps extends PendingCart, FocusBackProps {}

/** The items of a cart that are not added yet (PUN-07). */
export function PendingDialog({ fallback, ...props }: PendingDialogProps): ReactNode {
  const { cart, items, form, onClose } = props;
  const { t } = useTranslation();
  const { read, choose, take, leave, isPending, taking } = usePendingItems(props);
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const whole = useMemo(() => read.filter(({ problems }) => problems.length === 0), [read]);
  const discounts = whole.length === 0 ? [] : read.filter(isDiscount);
  const foreign = foreignCurrency(whole, form);
  const wish = (positions: readonly number[]): void =>
    foreign === null ? take(positions) : setAsked(positions);
  const free = Math.max(0, maxLines - form.editor.draft.lines.filter((line) => !isBlankLine(line)).length);
  return (
    <LargeDialog
      size={720}
      title={t('punchout.pending_title', cart.marketplace)}
      fallback={fallback}
      onClose={onClose}
    >
      <PendingItems
        items={read}
        isPending={isPending}
        onRead={choose}
        onTake={(position) => wish([position])}
        onLeave={leave}
      />
      {whole.length > free ? <p role="note">{t('punchout.room', { free })}</p> : null}
      <CartDifference difference={cart.difference} />
      <div className={classes.foot}>
        <span className={classes.count} role="status">
          {t('punchout.waiting', { count: items.length })}
        </span>
        <PendingSum items={[...whole, ...discounts]} />
        <Button
          data-autofocus
          disabled={whole.length === 0 || free === 0}
          loading={isPending}
          onClick={() =>
            wish([
              ...whole.slice(0, free).map(({ position }) => position),
              ...(whole.length > free ? [] : discounts.map(({ position }) => position)),
            ])
          }
        >
          {t('punchout.add_all')}
        </Button>
      </div>
      <CommandConfirmation command={taking} actionLabel={t('punchout.add_all')} />
      <ConfirmDialog
        opened={asked !== null}
        title={t('punchout.currency_title', { currency: foreign })}
        actionLabel={t('punchout.currency_take', { currency: foreign })}
        onConfirm={() => {
          setAsked(null);
          take(asked ?? [], foreign);
        }}
        onClose={() => setAsked(null)}
      >
        <p>{t('punchout.currency_text', { currency: foreign, own: form.editor.draft.head.currency })}</p>
      </ConfirmDialog>
    </LargeDialog>
  );
}

/**
 * The currency of the items if the request has another and can take it over, because none of its lines has a price yet
 * (PUN-16); else null.
 */
function foreignCurrency(items: readonly PendingItem[], form: ProcurementForm): string | null {
  const { head, lines } = form.editor.draft;
  const [currency = null, ...others] = [...new Set(items.flatMap((item) => item.currency ?? []))];
  const hasPrices = lines.some((line) => line.price_netto !== null || line.price_brutto !== null);
  return currency === null || others.length > 0 || currency === head.currency || hasPrices ? null : currency;
}

/** The total of the addable items; none if prices are hidden or in several currencies. */
function PendingSum({ items }: { readonly items: readonly PendingItem[] }): ReactNode {
  const { t } = useTranslation();
  const currency = items[0]?.currency ?? null;
  const isKnown = items.every((item) => item.price !== null && item.currency === currency);
  const total = useMemo(() => (isKnown ? sum(items.map(netOf)) : null), [items, isKnown]);
  if (items.length === 0 || total === null) return null;
  return (
    <span>
      {t('field.total_netto')} <Amount value={total} {...(currency && { currency })} />
    </span>
  );
}
