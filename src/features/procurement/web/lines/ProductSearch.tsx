import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPackage, IconSearch } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StoredImage } from '../../../../entity/web/inputs/StoredImage.tsx';
import { debounceMs } from '../../../../platform/constants.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type LineDraft, withPrice } from '../draft/draft.ts';
import { findProducts, type Product } from '../lookups.ts';
import classes from './ProductSearch.module.css';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface ProductSearchProps {
  /** Puts the product into a line. */
  readonly onAdd: (fill: (line: LineDraft) => LineDraft) => void;
  /** Takes a text that is no product as the description of a line (PROC-08). */
  readonly onAddFree: (description: string) => void;
  /** The arrow down in an empty search leads into the lines. */
  readonly onLeaveDown: () => void;
}

/** The value of the offer to take the text as it is; no product has it for an id. */
const free = 'free';

/**
 * Finds products of the catalogue; Enter adds the first one with quantity 1 and stays ready for the next (PROC-07).
 * Whoever types faster than the answers come is not held up: what was entered waits in line.
 */
export function ProductSearch({ onAdd, onAddFree, onLeaveDown }: ProductSearchProps): ReactNode {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const input = useRef<HTMLInputElement | null>(null);
  const [text, setText] = useState('');
  const [missed, setMissed] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { products, isSearching, failure } = useProducts(text.trim());
  useSearchKey(input);
  useEffect(() => {
    if (failure !== null) toastFailure(failure);
  }, [failure]);

  const addProduct = (product: Product): void => onAdd((line) => withProduct(line, product, decimals));
  const { isWaiting, enter } = useEntered({
    onFound: addProduct,
    onMissed: (missing) => {
      setMissed(missing);
      setText((present) => present || missing);
      combobox.openDropdown();
    },
  });
  const take = (id: string): void => {
    setText('');
    setMissed(null);
    combobox.closeDropdown();
    const product = products.find((one) => String(one.id) === id);
    if (product !== undefined) addProduct(product);
    else if (id === free) onAddFree(text.trim());
  };
  const onFound = useEffectEvent(() => {
    if (!isSearching && text.trim() !== '') combobox.selectFirstOption();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever an answer has come.
  useEffect(onFound, [products, isSearching]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={take}
      width={560}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
    >
      <Combobox.Target>
        <TextInput
          ref={input}
          className={classes.search}
          aria-label={t('procurement.product_search')}
          aria-keyshortcuts="Alt+P"
          data-page-search
          placeholder={t('procurement.product_search')}
          autoComplete="off"
          value={text}
          error={missed === null ? null : t('procurement.missed', { text: missed })}
          leftSection={
            isSearching || isWaiting ? (
              <Loader size={14} color="var(--k-ink-3)" />
            ) : (
              <IconSearch size={16} stroke={1.6} className={classes.icon} aria-hidden />
            )
          }
          rightSection={<kbd className={classes.key}>{t('shell.key.alt_p')}</kbd>}
          rightSectionWidth={52}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) {
              // It submits the request as it is; what is only marked has not been added.
              if (event.key === 'Enter') combobox.closeDropdown();
              return;
            }
            if (event.key === 'Enter' && isSearching) {
              enter(text.trim());
              setText('');
              setMissed(null);
            }
            if (event.key === 'ArrowDown' && text === '') {
              event.preventDefault();
              onLeaveDown();
            }
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown
        hidden={text.trim() === '' || failure !== null || (isSearching && products.length === 0)}
      >
        <Combobox.Options
          mah={360}
          tabIndex={0}
          className={classes.options}
          aria-label={t('procurement.product_search')}
        >
          {products.map((product) => (
            <Combobox.Option key={product.id} value={String(product.id)}>
              <ProductOption product={product} />
            </Combobox.Option>
          ))}
          <Combobox.Option value={free} className={classes.free}>
            {t(products.length === 0 ? 'procurement.nothing_found_add' : 'procurement.add_free', {
              text: text.trim(),
            })}
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** `Alt+P` leads to the search from everywhere on the page, also while one types. */
function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyP' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [input]);
}

function ProductOption({ product }: { readonly product: Product }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const origin = [product.item_number, product.supplier?.name].filter(Boolean).join(', ');
  return (
    <span className={classes.product}>
      <ProductImage id={product.image_file_id} />
      <span className={classes.text}>
        <span className={classes.name}>{product.name}</span>
        <span className={classes.origin}>{origin}</span>
      </span>
      <span className={classes.price}>
        {seesPrices ? <Amount value={product.price_netto} /> : null}
        <span className={classes.origin}>
          {product.price_unit === null
            ? product.unit
            : t('procurement.per', {
                quantity: `${format.quantity(product.price_unit)} ${product.unit ?? ''}`,
              })}
        </span>
      </span>
    </span>
  );
}

/** The uploaded image; pages load nothing from other hosts, so that one at an address is not shown (TECH-11). */
function ProductImage({ id }: { readonly id: string | null }): ReactNode {
  if (id !== null) return <StoredImage id={id} label="" className={classes.image} />;
  return (
    <span className={classes.image} aria-hidden>
      <IconPackage size={16} stroke={1.6} />
    </span>
  );
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
  // What was found for an earlier text must not be taken by Enter.
  return {
    products: typed === '' || isWaiting ? none : (data ?? none),
    isSearching: typed !== '' && (isFetching || isWaiting),
    failure: typed === '' || isWaiting ? null : error,
  };
}

interface EnteredText {
  readonly onFound: (product: Product) => void;
  /** Nothing was found, or the search failed. */
  readonly onMissed: (text: string) => void;
}

/** Texts that were entered before their products were found; they are looked up one after the other. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each text, and whenever an answer has come.
  useEffect(onAnswer, [entered, data, error]);
  // PROC-31: a search that failed says so; its text stays for another try.
  useEffect(() => {
    if (error !== null) toastFailure(error);
  }, [error]);
  const isWaiting = next !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    // Submitted now, the request would lack what is being looked up.
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

function withProduct(line: LineDraft, product: Product, decimals: number): LineDraft {
  const filled: LineDraft = {
    ...line,
    kind: 'item',
    description: product.name,
    item_number: product.item_number ?? '',
    quantity: '1',
    unit: product.unit ?? line.unit,
    price_unit: product.price_unit,
    tax: product.tax ?? line.tax,
    supplier: product.supplier,
    new_supplier: '',
    product_id: product.id,
    save_to_catalogue: false,
    product_group: product.product_group,
    cost_center: product.cost_center,
    is_cost_center_fixed: product.is_cost_center_fixed,
    offer_number: product.offer_number ?? '',
    offer_date: product.offer_date,
    image_url: product.image_url ?? '',
    webshop_url: product.webshop_url ?? '',
  };
  return withPrice(filled, { price: product.price_netto, mode: 'net' }, decimals);
}
