import { Button, Menu } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { CartAnswer } from '../../punchout-cart.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { CartRow } from './CartRow.tsx';
import { cartsQuery, itemsQuery, readReturnedCart, shopsQuery } from './carts.ts';
import { PendingDialog, type PendingDialogProps } from './PendingDialog.tsx';
import classes from './Punchout.module.css';
import { type ShopWindow, useReturnedCarts } from './use-shop-window.ts';

export interface PunchoutPanelProps {
  readonly form: ProcurementForm;
  readonly shop: ShopWindow;
}

/** The shops for a request and their carts (PUN-03, PUN-07, PUN-08). */
export function PunchoutPanel({ form, shop }: PunchoutPanelProps): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { document, editor } = form;
  const clientId = editor.draft.head.client?.id ?? null;
  const { data: shops = [] } = useQuery(shopsQuery(clientId));
  const { data: carts = [] } = useQuery({ ...cartsQuery(document?.id ?? 0), enabled: document !== null });
  const { cart: asked } = useSearch({ strict: false });
  const [shown, setShown] = useState<number | null>(asked ?? null);
  const start = useRef<HTMLButtonElement>(null);
  useReturnedCarts(
    (id) => shop.begun.get(id) ?? (carts.some((each) => each.id === id) ? document?.id : undefined),
    async (procurementId, cartId) => {
      await readReturnedCart(client, procurementId, cartId);
      setShown(cartId);
    },
  );
  const show = (cart: CartAnswer): void => {
    setShown(cart.id);
    client.fetchQuery(itemsQuery(cart)).catch(toastFailure);
  };
  const cart = carts.find(({ id }) => id === shown);
  if (shops.length === 0 && carts.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={t('punchout.title')}>
      <ShopMenu start={start} shops={shops} shop={shop} />
      {carts.length === 0 ? null : (
        <ul className={classes.carts} aria-label={t('punchout.carts')}>
          {carts.map((each) => (
            <CartRow
              key={each.id}
              cart={each}
              others={shops.filter(({ id }) => id !== each.marketplace.id)}
              form={form}
              onShow={() => show(each)}
              onRedo={() => shop.enter(each.marketplace.id, each.id)}
            />
          ))}
        </ul>
      )}
      {hasPending(cart) ? (
        <Pending key={cart.id} cart={cart} form={form} fallback={start} onClose={() => setShown(null)} />
      ) : null}
      <ConfirmDialog
        opened={shop.blocked}
        fallback={start}
        title={t('punchout.blocked_title')}
        actionLabel={t('punchout.blocked_done')}
        onConfirm={shop.forgetBlocked}
        onClose={shop.forgetBlocked}
      >
        {t('error.punchout_popup_blocked')}
      </ConfirmDialog>
    </section>
  );
}

interface ShopMenuProps {
  readonly start: RefObject<HTMLButtonElement | null>;
  readonly shops: readonly { readonly id: number; readonly name: string }[];
  readonly shop: ShopWindow;
}

function ShopMenu({ start, shops, shop }: ShopMenuProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          ref={start}
          variant="default"
          size="compact-sm"
          leftSection={<IconBuildingStore size={14} stroke={1.6} aria-hidden />}
          loading={shop.isPending}
          disabled={shops.length === 0}
        >
          {t('punchout.shop')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shops.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => shop.enter(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows the dialog once the items are loaded; after a change it keeps the old ones until the new ones are loaded. */
function Pending(props: Omit<PendingDialogProps, 'items' | 'isOutdated'>): ReactNode {
  const { data: items, isPlaceholderData } = useQuery({
    ...itemsQuery(props.cart),
    placeholderData: keepPreviousData,
  });
  if (items === undefined) return null;
  return <PendingDialog items={items} isOutdated={isPlaceholderData} {...props} />;
}

function hasPending(cart: CartAnswer | undefined): cart is CartAnswer {
  return cart !== undefined && cart.waiting > 0;
}
