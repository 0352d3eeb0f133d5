import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { debounceMs } from '../../../platform/constants.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { type LineDraft, withPrice } from './draft.ts';
import { findProducts, type Product } from './lookups.ts';
import classes from './ProductSearch.module.css';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface ProductSearchProps {
  /** Puts the product into a line. */
  readonly onAdd: (fill: (line: LineDraft) => LineDraft) => void;
}

/** Finds products of the catalogue; Enter adds the first one with quantity 1 and stays ready for the next (PROC-07). */
export function ProductSearch({ onAdd }: ProductSearchProps): ReactNode {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // Enter before the answer is there takes the first product as soon as it is.
  const [isEntered, setEntered] = useState(false);
  const { products, isSearching } = useProducts(text.trim(), isEntered);

  const add = (product: Product | undefined): void => {
    setEntered(false);
    if (product === undefined) return;
    onAdd((line) => withProduct(line, product, decimals));
    setText('');
    combobox.closeDropdown();
  };
  const onFound = useEffectEvent(() => {
    if (isSearching || text.trim() === '') return;
    if (isEntered) add(products[0]);
    else combobox.selectFirstOption();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever an answer has come.
  useEffect(onFound, [products, isSearching]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => add(products.find((product) => String(product.id) === id))}
      width={560}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
    >
      <Combobox.Target>
        <TextInput
          className={classes.search}
          aria-label={t('procurement.product_search')}
          placeholder={t('procurement.product_search')}
          autoComplete="off"
          value={text}
          leftSection={
            isSearching ? (
              <Loader size={14} color="var(--k-ink-3)" />
            ) : (
              <IconSearch size={16} stroke={1.6} className={classes.icon} aria-hidden />
            )
          }
          onChange={(event) => {
            setText(event.currentTarget.value);
            setEntered(false);
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isSearching && !event.ctrlKey && !event.metaKey) setEntered(true);
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === '' || (isSearching && products.length === 0)}>
        <Combobox.Options mah={360} className={classes.options} aria-label={t('procurement.product_search')}>
          {products.map((product) => (
            <Combobox.Option key={product.id} value={String(product.id)}>
              <ProductOption product={product} />
            </Combobox.Option>
          ))}
          {products.length === 0 ? (
            <Combobox.Empty>{t('procurement.no_product_found')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function ProductOption({ product }: { readonly product: Product }): ReactNode {
  const seesPrices = useHasRole('user-price');
  const origin = [product.item_number, product.supplier?.name].filter(Boolean).join(', ');
  return (
    <span className={classes.product}>
      {product.image_url === null ? (
        <span className={classes.image} aria-hidden />
      ) : (
        <img className={classes.image} src={product.image_url} alt="" loading="lazy" />
      )}
      <span className={classes.text}>
        <span className={classes.name}>{product.name}</span>
        <span className={classes.origin}>{origin}</span>
      </span>
      <span className={classes.price}>
        {seesPrices ? <Amount value={product.price_netto} /> : null}
        <span className={classes.origin}>{product.unit}</span>
      </span>
    </span>
  );
}

const none: readonly Product[] = [];

function useProducts(
  typed: string,
  isEntered: boolean,
): { products: readonly Product[]; isSearching: boolean } {
  const [paused] = useDebouncedValue(typed, debounceMs);
  const text = isEntered ? typed : paused;
  const { data, isFetching } = useQuery({
    queryKey: ['product-search', text],
    queryFn: ({ signal }) => findProducts(text, signal),
    enabled: text !== '',
    staleTime: 30_000,
  });
  const isWaiting = typed !== '' && typed !== text;
  // What was found for an earlier text must not be taken by Enter.
  return {
    products: typed === '' || isWaiting ? none : (data ?? none),
    isSearching: isFetching || isWaiting,
  };
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
    product_id: product.id,
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
