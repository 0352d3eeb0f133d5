import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { openChannel } from '../../../../platform/web/channel.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { cartsKey, type StartAnswer, startVisit } from './carts.ts';

export interface ShopWindow {
  /** The shop whose window the browser has kept from opening. */
  readonly blocked: boolean;
  readonly isPending: boolean;
  /** The requests of the carts that were begun here, by the carts: one may be back before it is in any list. */
  readonly begun: ReadonlyMap<number, number>;
  readonly enter: (marketplaceId: number, cartId?: number) => void;
  readonly forgetBlocked: () => void;
}

/**
 * Opens a shop in a window of its own (PUN-03). The window opens with the click, or the browser would block it; where it
 * goes is known once the request is saved and the shop has let us in.
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

/** How often it is looked whether somebody has closed the window that opens, and how often in all, in milliseconds. */
const [glance, patience] = [500, 30_000];

/** The page that the shop is opened from says when it can hear; false where it never does. */
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
 * Hears of carts that are back in this browser, and lets their window close once they are shown here (PUN-03). Whoever
 * cannot read them any more says so: then their window goes to the login (AUTH-25).
 */
export function useReturnedCarts(
  requestOf: (cartId: number) => number | undefined,
  show: (procurementId: number, cartId: number) => Promise<unknown>,
): void {
  const onReturned = useEffectEvent((cart: unknown): void => {
    const cartId = Number(cart);
    const procurementId = requestOf(cartId);
    if (procurementId === undefined) return;
    tell('hearing', cart);
    show(procurementId, cartId).then(
      () => tell('heard', cart),
      () => tell('lost', cart),
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

/** By a channel of its own, for what is told late as well. */
function tell(kind: 'hearing' | 'heard' | 'lost', cart: unknown): void {
  const channel = openChannel(channelName);
  channel?.postMessage({ kind, cart });
  channel?.close();
}
