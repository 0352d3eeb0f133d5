import { Combobox, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundCount } from '../../../../platform/web/kit/FoundCount.tsx';
import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';
import { type OptionList, useOptionList } from '../../../../platform/web/kit/use-option-list.ts';
import type { LineDraft } from '../draft/draft.ts';
import { isInferred } from '../head/HeadSentence.tsx';
import type { Product } from '../lookups.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { lineOfEarlier, useEarlierLines } from './earlier.ts';
import { lineOfProduct } from './line-of-product.ts';
import { ProductOption } from './ProductOption.tsx';
import classes from './ProductSearch.module.css';
import { type FoundGroup, useFoundElsewhere } from './use-found-elsewhere.ts';
import { type ProductSearchState, useProductSearch } from './use-product-search.ts';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface ProductSearchProps {
  /** Adds a line for the product. */
  readonly onAdd: (fill: (line: LineDraft) => LineDraft) => void;
  /** Adds a line without product, with the text as description (PROC-08). */
  readonly onAddFree: (description: string) => void;
  /** Arrow down in an empty search moves the focus to the lines. */
  readonly onLeaveDown: () => void;
  readonly form: ProcurementForm;
  readonly onEnterShop: (marketplaceId: number) => void;
}

/** The option value for a line with the typed text; it differs from all product ids. */
const free = 'free';

/**
 * Searches the catalogue, own earlier requests, shops and contracts (PROC-41). Enter adds the first product with
 * quantity 1 and clears the field for the next (PROC-07). Texts entered before their results arrive are queued, so
 * that typing never waits.
 */
export function ProductSearch({
  onAdd,
  onAddFree,
  onLeaveDown,
  form,
  onEnterShop,
}: ProductSearchProps): ReactNode {
  const decimals = useUnitPriceDecimals();
  const list = useOptionList({ onDropdownClose: () => combobox.resetSelectedOption() });
  const combobox = list.store;
  const addProduct = (product: Product): void => onAdd((line) => lineOfProduct(line, product, decimals));
  const { t } = useTranslation();
  const search = useProductSearch({ onFound: addProduct, onMissed: () => combobox.openDropdown() });
  const { text, products, isSearching } = search;
  const earlier = useEarlierLines(text);
  const elsewhere = useFoundElsewhere(form, text, onEnterShop);
  const earlierGroup = {
    label: t('procurement.earlier'),
    options: earlier.map((one) => ({
      value: `earlier-${one.id}`,
      name: one.description ?? '',
      note: [one.item_number, one.supplier?.name].filter(Boolean).join(', '),
      take: () => onAdd((line) => lineOfEarlier(line, one, decimals)),
    })),
  };
  const groups = earlier.length === 0 ? elsewhere : [earlierGroup, ...elsewhere];
  const markFirst = useEffectEvent(() => {
    if (!isSearching && text.trim() !== '') combobox.selectFirstOption();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each answer.
  useEffect(markFirst, [products, isSearching]);

  const take = (id: string): void => {
    search.clear();
    combobox.closeDropdown();
    const product = products.find((one) => String(one.id) === id);
    if (product !== undefined) addProduct(product);
    else if (id === free) onAddFree(text.trim());
    else
      groups
        .flatMap(({ options }) => options)
        .find(({ value }) => value === id)
        ?.take();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={take}
      width={560}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
    >
      <SearchField
        search={search}
        list={list}
        isFirst={form.document === null && isInferred(form.editor.draft.head)}
        onLeaveDown={onLeaveDown}
      />
      <FoundList id={list.id} search={search} groups={groups} />
    </Combobox>
  );
}

interface SearchFieldProps {
  readonly search: ProductSearchState;
  readonly list: OptionList;
  /** The search is the first question of the page. */
  readonly isFirst: boolean;
  readonly onLeaveDown: () => void;
}

/** The search input with its keyboard shortcuts. */
function SearchField({ search, list, isFirst, onLeaveDown }: SearchFieldProps): ReactNode {
  const { t } = useTranslation();
  const input = useSearchKey();
  const combobox = list.store;
  const { text, products, isSearching } = search;
  const isShown = combobox.dropdownOpened && hasOptions(search);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      // Submits the request without the marked product.
      if (event.key === 'Enter') combobox.closeDropdown();
      return;
    }
    if (event.key === 'Enter' && isSearching) search.enter();
    if (event.key === 'ArrowDown' && text === '') {
      event.preventDefault();
      onLeaveDown();
    }
  };

  return (
    <Combobox.Target withAriaAttributes={false}>
      <TextInput
        {...list.fieldProps(isShown)}
        ref={input}
        autoFocus={isFirst}
        className={classes.search}
        aria-label={t('procurement.product_search')}
        aria-keyshortcuts="Alt+P"
        data-page-search
        placeholder={t('procurement.needed')}
        autoComplete="off"
        value={text}
        error={search.missed === null ? null : t('procurement.missed', { text: search.missed })}
        leftSection={<SearchMark isBusy={isSearching || search.isWaiting} />}
        rightSection={
          <>
            <kbd className={classes.key}>{t('shell.key.alt_p')}</kbd>
            <FoundCount count={isShown && !isSearching ? products.length : null} />
          </>
        }
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        onChange={(event) => {
          search.setText(event.currentTarget.value);
          combobox.openDropdown();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => combobox.closeDropdown()}
      />
    </Combobox.Target>
  );
}

function SearchMark({ isBusy }: { readonly isBusy: boolean }): ReactNode {
  return isBusy ? (
    <Loader size={14} color="var(--k-ink-3)" />
  ) : (
    <IconSearch size={16} stroke={1.6} className={classes.icon} aria-hidden />
  );
}

interface FoundListProps {
  readonly id: string;
  readonly search: ProductSearchState;
  readonly groups: readonly FoundGroup[];
}

/**
 * The found products, below them earlier articles, shops and contracts (PROC-41), and the typed text for a line
 * without product (PROC-08).
 */
function FoundList({ id, search, groups }: FoundListProps): ReactNode {
  const { t } = useTranslation();
  const { products } = search;
  const text = search.text.trim();
  return (
    <Combobox.Dropdown hidden={!hasOptions(search)}>
      <Combobox.Options
        id={id}
        mah={360}
        className={classes.options}
        aria-label={t('procurement.product_search')}
      >
        {products.map((product) => (
          <Combobox.Option key={product.id} value={String(product.id)} aria-selected={false}>
            <ProductOption product={product} />
          </Combobox.Option>
        ))}
        {groups.map(({ label, options }) => (
          <Combobox.Group key={label} label={label}>
            {options.map(({ value, name, note }) => (
              <Combobox.Option key={value} value={value} aria-selected={false}>
                <span className={classes.name}>{name}</span> <span className={classes.origin}>{note}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        <Combobox.Option value={free} aria-selected={false} className="quiet">
          {t(products.length === 0 ? 'procurement.nothing_found_add' : 'procurement.add_free', { text })}
        </Combobox.Option>
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function hasOptions({ text, products, failure, isSearching }: ProductSearchState): boolean {
  return text.trim() !== '' && failure === null && (!isSearching || products.length > 0);
}

/** `Alt+P` focuses the search from everywhere on the page; returns the ref for its input. */
function useSearchKey(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement | null>(null);
  useKeyDown((event) => {
    if (event.code !== 'KeyP' || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.scrollIntoView({ block: 'nearest' });
  });
  return input;
}
