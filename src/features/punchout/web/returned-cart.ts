import { rest } from '../../../platform/web/api.ts';

interface ReturnedCart {
  readonly id: number;
  readonly procurement_id: number;
}

/** Where the cart is shown that came back under a token; the index where it is over or not for this person (AUTH-25). */
export function pathOfReturnedCart(token: string): Promise<string> {
  return rest<ReturnedCart>(`/api/punchin/return/${encodeURIComponent(token)}/cart`).then(
    ({ id, procurement_id }) => `/procurement/form?id=${procurement_id}&cart=${id}`,
    () => '/',
  );
}
