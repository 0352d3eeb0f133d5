import { Combobox, Highlight, InputBase, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundCount } from './FoundCount.tsx';
import classes from './SearchSelect.module.css';
import { type FieldProps, inputProps } from './TextField.tsx';
import { useOptionList } from './use-option-list.ts';

export interface SelectOption<Id extends number | string = number> {
  readonly id: Id;
  readonly number?: string | null;
  readonly name: string;
  /** Quiet text behind the name. */
  readonly note?: string | null;
}

export interface SearchSelectProps<Id extends number | string> extends FieldProps {
  readonly value: SelectOption<Id> | null;
  readonly onChange: (option: SelectOption<Id> | null) => void;
  /** All options, when they are few and known. */
  readonly options?: readonly SelectOption<Id>[];
  /** Else: asks the server, at most some dozens of options for a text. Cached under `searchKey`. */
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly SelectOption<Id>[]>;
  readonly searchKey?: readonly unknown[];
  /** May be emptied again; by default when it is not required. */
  readonly clearable?: boolean;
  /** Takes what was typed as something new; offered below what was found, unless that has this very name. */
  readonly onCreate?: (typed: string) => void;
  /** What that offer says. */
  readonly createLabel?: (typed: string) => string;
}

const typingPauseMs = 200;
/** The value of the offer to take what was typed; no record has it for an id. */
const created = 'created';

/** Chooses one record; searches as one types, shows number and name. */
export function SearchSelect<Id extends number | string = number>(props: SearchSelectProps<Id>): ReactNode {
  const { value, onChange, clearable = !props.required } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const list = useOptionList({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const combobox = list.store;
  const { options, isLoading, isSettled } = useOptions(props, typed ?? '', combobox.dropdownOpened);
  const newName = props.onCreate === undefined ? '' : (typed ?? '').trim();
  const isOffered =
    isSettled &&
    newName !== '' &&
    !options.some(({ name }) => name.toLocaleLowerCase() === newName.toLocaleLowerCase());
  const found = [...options.map((option) => option.id), ...(isOffered ? [created] : [])].join(' ');
  const selectFirst = useEffectEvent(() => {
    if (typed !== null && found !== '') combobox.selectFirstOption();
  });
  // What Enter takes is marked as soon as the answer is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other options are found.
  useEffect(selectFirst, [found]);

  const choose = (option: SelectOption<Id> | null): void => {
    onChange(option);
    combobox.closeDropdown();
  };
  const take = (id: string): void => {
    if (id === created) {
      props.onCreate?.(newName);
      combobox.closeDropdown();
    } else choose(options.find((option) => String(option.id) === id) ?? null);
  };
  const isNothing = options.length === 0 && !isOffered;
  const canClear = clearable && value !== null && !props.disabled;

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={take}
      classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <InputBase
          {...inputProps(props)}
          {...list.fieldProps(combobox.dropdownOpened && !isNothing)}
          value={typed ?? (value === null ? '' : optionLabel(value))}
          autoComplete="off"
          rightSection={
            <>
              {isLoading ? (
                <Loader size={14} color="var(--k-ink-3)" />
              ) : canClear ? (
                <ClearButton field={props.label} onClear={() => choose(null)} />
              ) : (
                <IconSelector size={16} stroke={1.6} className={classes.arrow} aria-hidden />
              )}
              <FoundCount count={combobox.dropdownOpened && isSettled ? options.length : null} />
            </>
          }
          rightSectionPointerEvents={canClear && !isLoading ? 'all' : 'none'}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onKeyDown={(event) => {
            // It submits the form as it is; what is only marked has not been chosen.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) combobox.closeDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            if (typed === '' && clearable) onChange(null);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isLoading && isNothing}>
        <Combobox.Options id={list.id} mah={300} className={classes.options} aria-label={props.label}>
          {options.map((option) => (
            <Option key={option.id} option={option} typed={typed ?? ''} isChosen={option.id === value?.id} />
          ))}
          {isOffered ? (
            <Combobox.Option value={created} aria-selected={false}>
              {props.createLabel?.(newName) ?? newName}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
        {isNothing ? <Combobox.Empty>{t('shell.field.nothing_found')}</Combobox.Empty> : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** "4210 Prüffeld". */
export function optionLabel(option: SelectOption<number | string>): string {
  return [option.number, option.name].filter(Boolean).join(' ');
}

function useOptions<Id extends number | string>(
  props: SearchSelectProps<Id>,
  typed: string,
  isOpen: boolean,
): { options: readonly SelectOption<Id>[]; isLoading: boolean; isSettled: boolean } {
  const { search, searchKey = [props.label], options: known } = props;
  const [text] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search-select', ...searchKey, text],
    queryFn: ({ signal }) => search?.(text, signal) ?? [],
    enabled: isOpen && search !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const wanted = typed.trim().toLocaleLowerCase();
  const matches = (option: SelectOption<Id>): boolean =>
    `${optionLabel(option)} ${option.note ?? ''}`.toLocaleLowerCase().includes(wanted);
  if (search !== undefined) {
    // Until the answer to the present text is there, only what fits it stays on offer.
    const isOutdated = isPlaceholderData || text !== typed.trim();
    const offered = isOutdated ? (data ?? []).filter(matches) : (data ?? []);
    return {
      options: offered,
      isLoading: isFetching && offered.length === 0,
      isSettled: !isOutdated && !isFetching,
    };
  }
  return { options: (known ?? []).filter(matches), isLoading: false, isSettled: true };
}

interface OptionProps {
  readonly option: SelectOption<number | string>;
  readonly typed: string;
  readonly isChosen: boolean;
}

function Option({ option, typed, isChosen }: OptionProps): ReactNode {
  return (
    <Combobox.Option value={String(option.id)} active={isChosen} aria-selected={isChosen}>
      <OptionText option={option} typed={typed} />
    </Combobox.Option>
  );
}

function OptionText({ option, typed }: Omit<OptionProps, 'isChosen'>): ReactNode {
  return (
    <span className={classes.text}>
      {option.number ? <span className={classes.number}>{option.number}</span> : null}
      <Highlight
        component="span"
        highlight={typed}
        className={classes.name}
        highlightStyles={boldMatch}
        fz="inherit"
      >
        {option.name}
      </Highlight>
      {option.note ? <span className={classes.note}>{option.note}</span> : null}
    </span>
  );
}

const boldMatch = { fontWeight: 650, background: 'none', color: 'inherit', padding: 0 };

interface ClearButtonProps {
  readonly field: string;
  readonly onClear: () => void;
}

function ClearButton({ field, onClear }: ClearButtonProps): ReactNode {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.clear}
      aria-label={t('shell.field.clear', { field })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <IconX size={14} stroke={1.6} aria-hidden />
    </button>
  );
}
