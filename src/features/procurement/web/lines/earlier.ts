import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { amountOrNull } from '../../../../base/money.ts';
import type { Reference, SupplierReference } from '../../../../document/web/draft/reference.ts';
import { debounceMs } from '../../../../platform/constants.ts';
import { gql } from '../../../../platform/web/api.ts';
import { useSession } from '../../../../platform/web/session.ts';
import { distinctArticles, earlierLinesQuery, earlierLinesVariables } from '../../earlier-lines.ts';
import { type LineDraft, withPrice } from '../draft/draft.ts';

/** A line of an own earlier request. */
export interface EarlierLine {
  readonly id: number;
  readonly description: string | null;
  readonly item_number: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  /** Null for people without `user-price` (ROLE-07). */
  readonly price_netto: number | null;
  readonly price_brutto: number | null;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit: number;
  readonly tax: number | null;
  readonly offer_number: string | null;
  readonly webshop_url: string | null;
  readonly supplier: SupplierReference | null;
  readonly product_group: Reference | null;
}

const none: readonly EarlierLine[] = [];

/** The articles of own earlier requests that match the text; empty while loading, as the catalogue comes first. */
export function useEarlierLines(typed: string): readonly EarlierLine[] {
  const [text] = useDebouncedValue(typed.trim(), debounceMs);
  const userId = useSession()?.userId ?? 0;
  const { data } = useQuery({
    queryKey: ['earlier-lines', text, userId],
    queryFn: async ({ signal }) => {
      const variables = earlierLinesVariables(text, userId);
      const answer = await gql<{ procurement_line: readonly EarlierLine[] }>(earlierLinesQuery, variables, {
        signal,
      });
      return distinctArticles(answer.procurement_line);
    },
    enabled: text !== '' && userId !== 0,
    staleTime: 30_000,
  });
  return text === '' || text !== typed.trim() ? none : (data ?? none);
}

/** Fills a line with an article of an earlier request (PROC-41); account and cost center follow from the new one. */
export function lineOfEarlier(line: LineDraft, earlier: EarlierLine, decimals: number): LineDraft {
  const { price_mode: mode } = earlier;
  const filled: LineDraft = {
    ...line,
    kind: 'item',
    description: earlier.description ?? '',
    item_number: earlier.item_number ?? '',
    quantity: amountOrNull(earlier.quantity) ?? line.quantity,
    unit: earlier.unit ?? line.unit,
    price_unit: earlier.price_unit === 1 ? null : amountOrNull(earlier.price_unit),
    tax: amountOrNull(earlier.tax) ?? line.tax,
    supplier: earlier.supplier,
    new_supplier: '',
    product_id: null,
    product_group: earlier.product_group,
    offer_number: earlier.offer_number ?? '',
    webshop_url: earlier.webshop_url ?? '',
  };
  const price = amountOrNull(mode === 'net' ? earlier.price_netto : earlier.price_brutto);
  return withPrice(filled, { price, mode }, decimals);
}
