import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCommand } from '../../../../document/web/use-document-command.ts';
import { CommandConfirmation, ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { procurementKind } from '../../kind.ts';
import { isPlaced } from '../../order-letters.ts';
import { isOrderSender } from '../../ordering.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { CartDifference } from './CartDifference.tsx';
import { ChangeMarketplace } from './ChangeMarketplace.tsx';
import { cartsQuery, type Shop } from './carts.ts';
import { LogDialog } from './LogDialog.tsx';
import classes from './Punchout.module.css';

interface CartRowProps {
  readonly cart: CartAnswer;
  /** The other marketplaces for the request. */
  readonly others: readonly Shop[];
  readonly form: ProcurementForm;
  readonly onShow: () => void;
  readonly onRedo: () => void;
}

/** One cart with its waiting items and the buttons to reopen or delete it (PUN-08). */
export function CartRow({ cart, others, form, onShow, onRedo }: CartRowProps): ReactNode {
  const { t } = useTranslation();
  const { name } = cart.marketplace;
  return (
    <li className={classes.cart}>
      <span className={classes.name}>
        {name}
        <span className={classes.quiet}>{useCartState(cart)}</span>
        <CartDifference difference={cart.difference} />
      </span>
      <span className={classes.buttons}>
        {cart.waiting > 0 ? (
          <Button size="compact-sm" variant="light" onClick={onShow}>
            {t('punchout.show', { count: cart.waiting })}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('punchout.redo_of', { name })}
          onClick={onRedo}
        >
          {t('punchout.redo')}
        </Button>
        <DeleteCart cart={cart} form={form} />
        <ChangeMarketplace cart={cart} others={others} form={form} />
        <CartLog cart={cart} form={form} />
      </span>
    </li>
  );
}

type PartProps = Pick<CartRowProps, 'cart' | 'form'>;

function DeleteCart({ cart, form }: PartProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const command = useDocumentCommand(procurementKind, 'delete_cart');
  const { name } = cart.marketplace;
  const remove = async (): Promise<void> => {
    setOpen(false);
    const target = await form.saving.save();
    if (target !== null) await command.run({ ...target, punchout_cart_id: cart.id });
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('punchout.delete_of', { name })}
        loading={command.isPending}
        onClick={() => setOpen(true)}
      >
        {t('punchout.delete')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('punchout.delete_title', { name })}
        actionLabel={t('punchout.delete')}
        isDestructive
        onConfirm={() => void remove()}
        onClose={() => setOpen(false)}
      >
        <p>{t('punchout.delete_text', { count: cart.taken })}</p>
        <OrderOfCart cart={cart} form={form} />
      </ConfirmDialog>
      <CommandConfirmation command={command} actionLabel={t('punchout.delete')} />
    </>
  );
}

/** A note about the order that the shop already has for a cart (PUN-08, TASK-14). */
function OrderOfCart({ cart: { marketplace }, form: { document } }: PartProps): ReactNode {
  const { t } = useTranslation();
  const order = document?.procurement_supplier_orders.find((each) => each.marketplace?.id === marketplace.id);
  if (!order || !isPlaced({ letters: order.procurement_order_letters })) return null;
  const { name } = marketplace;
  return (
    <p>
      {order.channel === 'cxml'
        ? t('punchout.delete_cancels', { name })
        : t('punchout.delete_leaves_order', { name })}
    </p>
  );
}

/** Opens the message log of a cart, for people who may read it (PUN-09). */
function CartLog({ cart, form }: PartProps): ReactNode {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  if (!useReadsLog(form)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('punchout.log_of', { name: cart.marketplace.name })}
        onClick={() => setShown(true)}
      >
        {t('punchout.log')}
      </Button>
      {isShown ? <LogDialog cart={cart} onClose={() => setShown(false)} /> : null}
    </>
  );
}

/**
 * The carts of a request with fixed lines: all with their message logs for people who may read them (PUN-09), for
 * others those with a differing total (PUN-16).
 */
export function FixedCarts({ form }: { readonly form: ProcurementForm }): ReactNode {
  const { t } = useTranslation();
  const { document } = form;
  const hasCarts = document?.procurement_lines.some((line) => line.punchout_cart_id !== null) ?? false;
  const mayRead = useReadsLog(form);
  const { data = [] } = useQuery({ ...cartsQuery(document?.id ?? 0), enabled: hasCarts });
  const carts = data.filter(({ difference }) => mayRead || difference !== null);
  if (carts.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={t('punchout.title')}>
      <ul className={classes.carts} aria-label={t('punchout.carts')}>
        {carts.map((cart) => (
          <FixedCart key={cart.id} cart={cart} form={form} />
        ))}
      </ul>
    </section>
  );
}

function FixedCart({ cart, form }: PartProps): ReactNode {
  return (
    <li className={classes.cart}>
      <span className={classes.name}>
        {cart.marketplace.name}
        <span className={classes.quiet}>{useCartState(cart)}</span>
        <CartDifference difference={cart.difference} />
      </span>
      <CartLog cart={cart} form={form} />
    </li>
  );
}

/** Administrators and order senders; the server enforces it (PUN-09). */
function useReadsLog({ document, situation }: ProcurementForm): boolean {
  const isAdmin = useHasRole('user-admin');
  return isAdmin || (document !== null && isOrderSender(situation));
}

function useCartState({ state, is_at_shop: isAtShop, failure, taken, waiting }: CartAnswer): string {
  const { t } = useTranslation();
  if (failure?.startsWith('punchout_')) return t(`error.${failure}`);
  if (failure !== null) return t('error.punchout_cart_unreadable');
  if (isAtShop) return t('punchout.at_shop');
  if (waiting > 0) return t('punchout.waiting', { count: waiting });
  return state === 'taken' ? t('punchout.taken', { count: taken }) : t('punchout.not_returned');
}
