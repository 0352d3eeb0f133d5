import { Combobox, Highlight, InputBase, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { finds, foundParts } from '../../../base/search.ts';
import { failureText } from '../failure-text.ts';
import { FoundCount } from './FoundCount.tsx';
import classes from './SearchSelect.module.css';
import { type FieldProps, inputProps } from './TextField.tsx';
import { type OptionList, useOptionList } from './use-option-list.ts';

export interface SelectOption<Id extends number | string = number> {
  readonly id: Id;
  readonly number?: string | null;
  readonly name: string;
  /** Muted text after the name. */
  readonly note?: string | null;
}

export interface SearchSelectProps<Id extends number | string> extends FieldProps {
  readonly value: SelectOption<Id> | null;
  readonly onChange: (option: SelectOption<Id> | null) => void;
  /** All options, if they are few and known. */
  readonly options?: readonly SelectOption<Id>[];
  /** Otherwise: queries the server, at most some dozens of options per text. Cached under `searchKey`. */
  readonly search?: (text: string, signal: AbortSignal) => Promise<readonly SelectOption<Id>[]>;
  readonly searchKey?: readonly unknown[];
  /** Can be cleared; by default if not required. */
  readonly clearable?: boolean;
  /** Accepts the typed text as a new record; offered below the matches, unless one has exactly this name. */
  readonly onCreate?: (typed: string) => void;
  /** The label of that offer. */
  readonly createLabel?: (typed: string) => string;
}

const typingPauseMs = 200;
/** The option value for accepting the typed text; no record has it as id. */
const created = 'created';

/** Chooses one record; searches while typing, shows number and name. */
export function SearchSelect<Id extends number | string = number>(props: SearchSelectProps<Id>): ReactNode {
  const choice = useChoice(props);
  return (
    <Combobox
      store={choice.list.store}
      onOptionSubmit={choice.take}
      classNames={{ dropdown: classes.dropdown, option: classes.option, empty: classes.empty }}
      transitionProps={{ duration: 0 }}
    >
      <ChoiceField {...props} choice={choice} />
      <Choices {...props} choice={choice} />
    </Combobox>
  );
}

interface Choice<Id extends number | string> {
  readonly list: OptionList;
  /** Null if nothing is being typed. */
  readonly typed: string | null;
  readonly found: FoundOptions<Id>;
  /** The typed text, if it can become a new record. */
  readonly newName: string | null;
  readonly type: (text: string) => void;
  readonly choose: (option: SelectOption<Id> | null) => void;
  /** By the id of an option. */
  readonly take: (id: string) => void;
}

function useChoice<Id extends number | string>(props: SearchSelectProps<Id>): Choice<Id> {
  const [typed, setTyped] = useState<string | null>(null);
  const list = useOptionList({
    onDropdownClose: () => {
      list.store.resetSelectedOption();
      setTyped(null);
    },
  });
  const { dropdownOpened, openDropdown, closeDropdown, selectFirstOption } = list.store;
  const found = useOptions(props, typed ?? '', dropdownOpened);
  const newName = props.onCreate && found.isSettled ? nameOfNew(found.options, typed ?? '') : null;
  const offered = [...found.options.map(({ id }) => id), ...(newName === null ? [] : [created])].join(' ');
  const selectFirst = useEffectEvent(() => {
    if (typed !== null && offered !== '') selectFirstOption();
  });
  // Enter takes the marked option, so mark the first one as soon as there is an answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other options are found.
  useEffect(selectFirst, [offered]);
  const choose = (option: SelectOption<Id> | null): void => {
    props.onChange(option);
    closeDropdown();
  };
  return {
    list,
    typed,
    found,
    newName,
    type: (text) => {
      setTyped(text);
      openDropdown();
      selectFirstOption();
    },
    choose,
    take: (id) => {
      if (id !== created) return choose(found.options.find((option) => String(option.id) === id) ?? null);
      props.onCreate?.(newName ?? '');
      closeDropdown();
    },
  };
}

/** The typed text, unless an option has exactly this name. */
function nameOfNew(options: readonly SelectOption<number | string>[], typed: string): string | null {
  const name = typed.trim();
  const isKnown = options.some((option) => option.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  return name === '' || isKnown ? null : name;
}

type PartProps<Id extends number | string> = SearchSelectProps<Id> & { readonly choice: Choice<Id> };

function ChoiceField<Id extends number | string>(props: PartProps<Id>): ReactNode {
  const { value, choice, clearable = !props.required } = props;
  const { list, typed, found } = choice;
  const { dropdownOpened, openDropdown, closeDropdown } = list.store;
  const canClear = clearable && value !== null && !props.disabled;
  return (
    <Combobox.Target withAriaAttributes={false}>
      <InputBase
        {...inputProps(props)}
        {...list.fieldProps(dropdownOpened && !isEmpty(choice))}
        value={typed ?? (value === null ? '' : optionLabel(value))}
        autoComplete="off"
        rightSection={
          <>
            {found.isLoading ? (
              <Loader size={14} color="var(--k-ink-3)" />
            ) : canClear ? (
              <ClearButton field={props.label} onClear={() => choice.choose(null)} />
            ) : (
              <IconSelector size={16} stroke={1.6} className={classes.arrow} aria-hidden />
            )}
            <FoundCount count={dropdownOpened && found.isSettled ? found.options.length : null} />
          </>
        }
        rightSectionPointerEvents={canClear && !found.isLoading ? 'all' : 'none'}
        onChange={(event) => choice.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Submits the form; the marked option has not been chosen.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) closeDropdown();
        }}
        onClick={() => openDropdown()}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          if (typed === '' && clearable) props.onChange(null);
          closeDropdown();
        }}
      />
    </Combobox.Target>
  );
}

function isEmpty({ found, newName }: Pick<Choice<number | string>, 'found' | 'newName'>): boolean {
  return found.options.length === 0 && newName === null;
}

function Choices<Id extends number | string>(props: PartProps<Id>): ReactNode {
  const { value, choice } = props;
  const { list, typed, found, newName } = choice;
  const { t } = useTranslation();
  return (
    <Combobox.Dropdown hidden={found.isLoading && isEmpty(choice)}>
      <Combobox.Options id={list.id} mah={300} className={classes.options} aria-label={props.label}>
        {found.options.map((option) => (
          <Option key={option.id} option={option} typed={typed ?? ''} isChosen={option.id === value?.id} />
        ))}
        {newName === null ? null : (
          <Combobox.Option value={created} aria-selected={false}>
            {props.createLabel?.(newName) ?? newName}
          </Combobox.Option>
        )}
      </Combobox.Options>
      {found.failure !== null ? (
        <Combobox.Empty role="alert">{failureText(found.failure)}</Combobox.Empty>
      ) : isEmpty(choice) ? (
        <Combobox.Empty>{t('shell.field.nothing_found')}</Combobox.Empty>
      ) : null}
    </Combobox.Dropdown>
  );
}

/** "4210 Prüffeld". */
export function optionLabel(option: SelectOption<number | string>): string {
  return [option.number, option.name].filter(Boolean).join(' ');
}

interface FoundOptions<Id extends number | string> {
  readonly options: readonly SelectOption<Id>[];
  readonly isLoading: boolean;
  /** The options belong to the current text. */
  readonly isSettled: boolean;
  /** The error of the search. */
  readonly failure: Error | null;
}

function useOptions<Id extends number | string>(
  props: SearchSelectProps<Id>,
  typed: string,
  isOpen: boolean,
): FoundOptions<Id> {
  const { search, searchKey = [props.label], options: known } = props;
  const [text] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search-select', ...searchKey, text],
    queryFn: ({ signal }) => search?.(text, signal) ?? [],
    enabled: isOpen && search !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const matches = ({ number, name, note }: SelectOption<Id>): boolean => finds(typed, [number, name, note]);
  if (search !== undefined) {
    // Until the current text is answered, offer only matching options of the last answer.
    const isOutdated = isPlaceholderData || text !== typed.trim();
    const offered = isOutdated ? (data ?? []).filter(matches) : (data ?? []);
    return {
      options: offered,
      isLoading: isFetching && offered.length === 0,
      isSettled: !isOutdated && !isFetching && error === null,
      failure: isFetching ? null : error,
    };
  }
  return { options: (known ?? []).filter(matches), isLoading: false, isSettled: true, failure: null };
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
        highlight={[...foundParts(option.name, typed)]}
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
