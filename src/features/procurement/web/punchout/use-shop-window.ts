import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { openChannel } from '../../../../platform/web/channel.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { cartsKey, type StartAnswer, startVisit } from './carts.ts';

export interface ShopWindow {
  /** The browser blocked the window of the shop. */
  readonly blocked: boolean;
  readonly isPending: boolean;
  /** Request ids by the ids of carts opened here; a cart may return before it is in any list. */
  readonly begun: ReadonlyMap<number, number>;
  readonly enter: (marketplaceId: number, cartId?: number) => void;
  readonly forgetBlocked: () => void;
}

/**
 * Opens a shop in its own window (PUN-03). The window opens on the click, as the browser would block it later; its
 * address is known once the request is saved and the shop has answered.
 */
export function useShopWindow(form: ProcurementForm): ShopWindow {
  const client = useQueryClient();
  const [blocked, setBlocked] = useState(false);
  const [isPending, setPending] = useState(false);
  const [begun] = useState(() => new Map<number, number>());
  const begin = async (shop: Window, marketplaceId: number, cartId?: number): Promise<void> => {
    setPending(true);
    const ready = becomesReady(shop);
    try {
      const target = await form.saving.save();
      if (target === null) return shop.close();
      const wish = { procurement_id: target.id, marketplace_id: marketplaceId };
      const start = await startVisit(cartId === undefined ? wish : { ...wish, cart_id: cartId });
      begun.set(start.cart_id, target.id);
      if (await ready) send(shop, start);
      else shop.close();
    } catch (failure) {
      shop.close();
      toastFailure(failure);
    } finally {
      setPending(false);
      void client.invalidateQueries({ queryKey: [cartsKey] });
    }
  };
  return {
    blocked,
    isPending,
    begun,
    enter: (marketplaceId, cartId) => {
      const shop = window.open('/api/punchout/launch', '_blank');
      setBlocked(shop === null);
      if (shop !== null) void begin(shop, marketplaceId, cartId);
    },
    forgetBlocked: () => setBlocked(false),
  };
}

/** The interval for checking whether the window is closed, and the timeout, in milliseconds. */
const [glance, patience] = [500, 30_000];

/** Resolves when the page in the window is ready for messages; false if it is closed or never ready. */
function becomesReady(shop: Window): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const hearing = new AbortController();
  const end = (isReady: boolean): void => {
    hearing.abort();
    clearInterval(looking);
    resolve(isReady);
  };
  const startedAt = performance.now();
  const looking = setInterval(() => {
    if (shop.closed || performance.now() - startedAt > patience) end(false);
  }, glance);
  window.addEventListener(
    'message',
    ({ origin, source, data }) => {
      if (origin === window.location.origin && source === shop && data?.kind === 'kontor-punchout-ready')
        end(true);
    },
    { signal: hearing.signal },
  );
  return promise;
}

function send(shop: Window, { url, method, fields }: StartAnswer): void {
  shop.postMessage({ kind: 'kontor-punchout-start', url, method, fields }, window.location.origin);
}

const channelName = 'kontor-punchout';

/**
 * Listens for carts returned in this browser and closes their window once they are shown here (PUN-03). If they cannot
 * be read any more, their window goes to the login (AUTH-25).
 */
export function useReturnedCarts(
  requestOf: (cartId: number) => number | undefined,
  show: (procurementId: number, cartId: number) => Promise<unknown>,
): void {
  const onReturned = useEffectEvent((cart: unknown): void => {
    const cartId = Number(cart);
    const procurementId = requestOf(cartId);
    if (procurementId === undefined) return;
    notify('hearing', cart);
    show(procurementId, cartId).then(
      () => notify('heard', cart),
      () => notify('lost', cart),
    );
  });
  useEffect(() => {
    const channel = openChannel(channelName);
    if (channel === null) return;
    channel.onmessage = ({ data }: MessageEvent): void => {
      if (data?.kind === 'returned') onReturned(data.cart);
    };
    return () => channel.close();
  }, []);
}

/** Uses an own channel, so that late messages are sent too. */
function notify(kind: 'hearing' | 'heard' | 'lost', cart: unknown): void {
  const channel = openChannel(channelName);
  channel?.postMessage({ kind, cart });
  channel?.close();
}
