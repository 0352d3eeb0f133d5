import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { debounceMs } from '../../../../platform/constants.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { findProducts, type Product } from '../lookups.ts';

export interface ProductSearchState extends FoundProducts {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The entered text without a matching product. */
  readonly missed: string | null;
  /** Entered texts are still being searched. */
  readonly isWaiting: boolean;
  /** Queues the text for search, so that the next one can be typed immediately. */
  readonly enter: () => void;
  /** Resets the search after the text is used. */
  readonly clear: () => void;
}

export interface ProductSearchEvents {
  /** Called with the first product for an entered text. */
  readonly onFound: (product: Product) => void;
  /** Called if nothing was found or the search failed; the text is then back in the field. */
  readonly onMissed: () => void;
}

/** The state of the catalogue search: typed text, found products and queued texts (PROC-07). */
export function useProductSearch({ onFound, onMissed }: ProductSearchEvents): ProductSearchState {
  const [text, setText] = useState('');
  const [missed, setMissed] = useState<string | null>(null);
  const found = useProducts(text.trim());
  const { isWaiting, enter } = useEntered({
    onFound,
    onMissed: (missing) => {
      setMissed(missing);
      setText((present) => present || missing);
      onMissed();
    },
  });
  const { failure } = found;
  useEffect(() => {
    if (failure !== null) toastFailure(failure);
  }, [failure]);
  const clear = (): void => {
    setText('');
    setMissed(null);
  };
  return {
    ...found,
    text,
    setText,
    missed,
    isWaiting,
    enter: () => {
      enter(text.trim());
      clear();
    },
    clear,
  };
}

const none: readonly Product[] = [];

interface FoundProducts {
  readonly products: readonly Product[];
  readonly isSearching: boolean;
  readonly failure: Error | null;
}

function useProducts(typed: string): FoundProducts {
  const [text] = useDebouncedValue(typed, debounceMs);
  const { data, isFetching, error } = useQuery({ ...foundBy(text), enabled: text !== '' });
  const isWaiting = typed !== '' && typed !== text;
  // Enter must not add a product found for an earlier text.
  return {
    products: typed === '' || isWaiting ? none : (data ?? none),
    isSearching: typed !== '' && (isFetching || isWaiting),
    failure: typed === '' || isWaiting ? null : error,
  };
}

interface EnteredText {
  readonly onFound: (product: Product) => void;
  /** Called if nothing was found or the search failed. */
  readonly onMissed: (text: string) => void;
}

/** The queue of entered texts, which are searched one after the other. */
function useEntered({ onFound, onMissed }: EnteredText) {
  const [entered, setEntered] = useState<readonly string[]>([]);
  const [next] = entered;
  const { data, error } = useQuery({ ...foundBy(next ?? ''), enabled: next !== undefined });
  const onAnswer = useEffectEvent(() => {
    if (next === undefined || (data === undefined && error === null)) return;
    setEntered((present) => present.slice(1));
    const first = data?.[0];
    if (first !== undefined) onFound(first);
    else onMissed(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each text and after each answer.
  useEffect(onAnswer, [entered, data, error]);
  // PROC-31: a failed search shows an error and keeps its text.
  useEffect(() => {
    if (error !== null) toastFailure(error);
  }, [error]);
  const isWaiting = next !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    // A request submitted now would lack the product being searched.
    const holdBack = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.preventDefault();
    };
    window.addEventListener('keydown', holdBack, { capture: true });
    return () => window.removeEventListener('keydown', holdBack, { capture: true });
  }, [isWaiting]);
  return {
    isWaiting,
    enter: (text: string): void => setEntered((present) => [...present, text]),
  };
}

function foundBy(text: string) {
  return queryOptions({
    queryKey: ['product-search', text],
    queryFn: ({ signal }) => findProducts(text, signal),
    staleTime: 30_000,
  });
}
