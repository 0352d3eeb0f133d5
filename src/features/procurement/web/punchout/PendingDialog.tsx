import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces, sum } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { CommandConfirmation } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { PendingItem } from '../../../punchout/pending.ts';
import { unitOfCart } from '../../../punchout/units.ts';
import { procurementKind } from '../../kind.ts';
import { mostLines } from '../../model.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import { isBlankLine } from '../draft/draft.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import classes from './Punchout.module.css';

interface PendingDialogProps {
  readonly cart: CartAnswer;
  readonly form: ProcurementForm;
  readonly onClose: () => void;
}

/** What a cart has brought and nobody has added yet (PUN-07). */
export function PendingDialog({ cart, form, onClose }: PendingDialogProps): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const take = useDocumentCommand(procurementKind, 'take_cart_items');
  const leave = useDocumentCommand(procurementKind, 'leave_cart_items');
  const [isReading, setReading] = useState(false);
  const run = async (command: typeof take, positions: readonly number[]): Promise<void> => {
    const target = await form.saving.save();
    if (target === null) return onClose();
    setReading(true);
    const done = await command.run({ ...target, punchout_cart_id: cart.id, positions });
    if (done !== null && positions.length === cart.items.length) return onClose();
    // The next one is about the request as it is then.
    await client.invalidateQueries({}, { cancelRefetch: false });
    setReading(false);
  };
  const whole = cart.items.filter(({ problems }) => problems.length === 0);
  const free = Math.max(0, mostLines - form.editor.draft.lines.filter((line) => !isBlankLine(line)).length);
  const isPending = isReading || take.isPending || leave.isPending;
  return (
    <LargeDialog size={720} title={t('punchout.pending_title', cart.marketplace)} onClose={onClose}>
      <ul className={classes.items} aria-label={t('punchout.pending')}>
        {cart.items.map((item) => (
          <Item
            key={item.position}
            item={item}
            isPending={isPending}
            onTake={() => void run(take, [item.position])}
            onLeave={() => void run(leave, [item.position])}
          />
        ))}
      </ul>
      {whole.length > free ? <p role="note">{t('punchout.room', { free })}</p> : null}
      <div className={classes.foot}>
        <PendingSum items={whole} />
        <Button
          data-autofocus
          disabled={whole.length === 0 || free === 0}
          loading={isPending}
          onClick={() =>
            void run(
              take,
              whole.slice(0, free).map(({ position }) => position),
            )
          }
        >
          {t('punchout.add_all')}
        </Button>
      </div>
      <CommandConfirmation command={take} actionLabel={t('punchout.add_all')} />
    </LargeDialog>
  );
}

/** What the items cost that can be added; nothing where prices are hidden or of several currencies. */
function PendingSum({ items }: { readonly items: readonly PendingItem[] }): ReactNode {
  const { t } = useTranslation();
  const currency = items[0]?.currency ?? null;
  const isKnown = items.every((item) => item.price !== null && item.currency === currency);
  if (items.length === 0 || !isKnown) return null;
  return (
    <span>
      {t('field.total_netto')} <Amount value={sum(items.map(netOf))} {...(currency && { currency })} />
    </span>
  );
}

function netOf({ quantity, price, price_unit }: PendingItem): string {
  const priced = { quantity, price_netto: price, price_brutto: null, price_unit, tax: null };
  return totals([{ ...priced, price_mode: 'net' }]).total_netto;
}

interface ItemProps {
  readonly item: PendingItem;
  readonly isPending: boolean;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}

function Item({ item, isPending, onTake, onLeave }: ItemProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { description: name, quantity, unit, problems } = item;
  const amount = quantity === null ? '' : format.quantity(quantity);
  const unitName = unitOfCart(unit, t);
  const currency = item.currency === null ? {} : { currency: item.currency };
  return (
    <li className={classes.item}>
      <span className={classes.name}>
        {name}
        <span className={classes.quiet}>
          {[`${amount} ${unitName ?? ''}`.trim(), item.item_number?.trim()].filter(Boolean).join(', ')}
        </span>
        {problems.map((problem) => (
          <span key={problem} className={classes.problem} role="note">
            {t(`punchout.problem.${problem}`)}
          </span>
        ))}
      </span>
      {item.price === null ? (
        <Amount value={null} />
      ) : (
        <span className={classes.amount}>
          <Amount value={netOf(item)} {...currency} />
          <span className={classes.quiet}>
            <Amount value={item.price} decimals={Math.max(2, decimalPlaces(item.price))} {...currency} />{' '}
            {t('procurement.per', {
              quantity: item.price_unit === '1' ? (unitName ?? '1') : format.quantity(item.price_unit),
            })}
          </span>
        </span>
      )}
      <Button
        size="compact-sm"
        variant="light"
        aria-label={t('punchout.add_of', { name })}
        disabled={problems.length > 0 || isPending}
        onClick={onTake}
      >
        {t('punchout.add')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('punchout.leave_of', { name })}
        disabled={isPending}
        onClick={onLeave}
      >
        {t('punchout.leave')}
      </Button>
    </li>
  );
}
