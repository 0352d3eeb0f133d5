import { Combobox, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { finds } from '../../base/search.ts';
import { shownKind, useListed, useShownKind } from '../../document/web/listed-kind.ts';
import { StatusBadge } from '../../document/web/StatusBadge.tsx';
import {
  documentSearchQuery,
  documentSearchVariables,
  type FoundDocument,
  type FoundRows,
  foundDocuments,
  type Searching,
} from '../../features/overview/document-search.ts';
import { useTabKinds } from '../../features/overview/web/use-overview-view.ts';
import { gql } from '../../platform/web/api.ts';
import { FocusBack } from '../../platform/web/kit/FocusBack.tsx';
import { Matched } from '../../platform/web/kit/Matched.tsx';
import { useOptionList } from '../../platform/web/kit/use-option-list.ts';
import { useHasRole } from '../../platform/web/profile.ts';
import classes from './Palette.module.css';
import { useManualTargets } from './palette-manual.tsx';
import { useRecordTargets } from './palette-records.tsx';
import { useSupplierTargets } from './palette-suppliers.tsx';
import type { PalettePage, PaletteTarget } from './palette-target.ts';
import { usePageTargets, usePaletteTargets, useSettingTargets } from './palette-targets.tsx';
import { useTypedAhead } from './use-typed-ahead.ts';

const typingPauseMs = 150;

export interface PaletteProps {
  /** Text typed before the palette was loaded. */
  readonly start: string;
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

/** Jumps to a document by number or name and to every page, and runs actions of the current page. */
export function Palette({ start, onClose, onShowKeys }: PaletteProps): ReactNode {
  const { t } = useTranslation();
  const opening = useOpening();
  const [text, setText] = useState(start);
  const [hasKeyboard, setHasKeyboard] = useState(false);
  useTypedAhead(!hasKeyboard, setText);
  const hits = useHits(text, onShowKeys);
  const choose = useChoice(hits, opening.open, onClose);
  const list = useOptionList({ opened: true, onDropdownClose: onClose });
  const combobox = list.store;
  // Selects the first hit, also if the hits arrive after the text.
  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection depends on the text and the first hit.
  useEffect(() => {
    selectFirstOption();
  }, [text, hits.first]);

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset={96}
      size={640}
      padding={0}
      title={t('shell.search')}
      classNames={{ header: 'visually-hidden', body: classes.body }}
    >
      <FocusBack />
      <Combobox store={combobox} onOptionSubmit={choose}>
        <div className={classes.search}>
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <Combobox.EventsTarget withAriaAttributes={false}>
            <input
              {...list.fieldProps(hits.count > 0)}
              autoComplete="off"
              data-autofocus
              className={classes.input}
              placeholder={t('shell.search')}
              aria-label={t('shell.search')}
              value={text}
              onFocus={() => setHasKeyboard(true)}
              onKeyDownCapture={opening.notice}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <span className={classes.hits} aria-live="polite">
            {t('shell.palette.hits', { count: hits.count })}
          </span>
        </div>
        <HitList id={list.id} hits={hits} text={text} onNotice={opening.notice} />
        {hits.count === 0 ? <Combobox.Empty>{t('shell.palette.nothing')}</Combobox.Empty> : null}
        <Keys />
      </Combobox>
    </Modal>
  );
}

/** Opens the chosen document or page, or runs the chosen action. */
function useChoice(
  hits: Hits,
  open: (page: PalettePage) => void,
  onClose: () => void,
): (value: string) => void {
  const listed = useListed();
  return (value) => {
    onClose();
    const found = hits.documents.find((document) => keyOf(document) === value);
    const to = found
      ? { to: shownKind(listed, found.kind).route, search: { id: found.id } }
      : hits.targets.find(({ key }) => key === value)?.leadsTo;
    if (typeof to === 'function') to();
    else if (to !== undefined) open(to);
  };
}

interface HitListProps {
  readonly id: string;
  readonly hits: Hits;
  readonly text: string;
  /** Notices the modifier keys of a click. */
  readonly onNotice: (event: MouseEvent) => void;
}

function HitList({ id, hits, text, onNotice }: HitListProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Combobox.Options
      id={id}
      className={classes.list}
      aria-label={t('shell.search')}
      onClickCapture={onNotice}
    >
      <Documents documents={hits.documents} text={text} />
      <Targets name="actions" targets={hits.actions} text={text} />
      <Targets name="records" targets={hits.records} text={text} />
      <Targets name="go_to" targets={hits.pages} text={text} />
      <Targets name="settings" targets={hits.settings} text={text} />
      <Targets name="manual" targets={hits.manual} text={text} />
    </Combobox.Options>
  );
}

/** Opens a page here, or with Shift or Ctrl in a new tab. */
function useOpening() {
  const navigate = useNavigate();
  const router = useRouter();
  const isApart = useRef(false);
  return {
    notice: (event: KeyboardEvent | MouseEvent): void => {
      // Enter triggers a synthetic click on the marked option, without the modifier keys.
      if (event.isTrusted) isApart.current = event.shiftKey || event.ctrlKey || event.metaKey;
    },
    open: (page: PalettePage): void => {
      if (!isApart.current) void navigate(page);
      else window.open(router.buildLocation(page).href, '_blank', 'noopener');
    },
  };
}

interface DocumentsProps {
  readonly documents: readonly FoundDocument[];
  /** The search text. */
  readonly text: string;
}

function Documents({ documents, text }: DocumentsProps): ReactNode {
  const { t } = useTranslation();
  if (documents.length === 0) return null;
  return (
    <Combobox.Group label={t('shell.palette.documents')} classNames={{ groupLabel: classes.group }}>
      {documents.map((document) => (
        <Combobox.Option key={keyOf(document)} value={keyOf(document)} className={classes.option}>
          <KindIcon kind={document.kind} />
          <span className={classes.number}>
            <Matched text={document.number} wanted={text} />
          </span>
          <span className={classes.name}>
            <Matched text={document.name} wanted={text} />
          </span>
          <StatusBadge kind={document.kind} status={document.status} plain />
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

function KindIcon({ kind }: Pick<FoundDocument, 'kind'>): ReactNode {
  const { icon: Icon } = useShownKind(kind);
  return <Icon size={16} stroke={1.6} aria-hidden />;
}

/** Unique among documents and targets of the palette. */
function keyOf({ kind, id }: FoundDocument): string {
  return `${kind}-${id}`;
}

interface TargetsProps {
  readonly name: 'actions' | 'records' | 'go_to' | 'settings' | 'manual';
  readonly targets: readonly PaletteTarget[];
  readonly text: string;
}

function Targets({ name, targets, text }: TargetsProps): ReactNode {
  const { t } = useTranslation();
  if (targets.length === 0) return null;
  return (
    <Combobox.Group label={t(`shell.palette.${name}`)} classNames={{ groupLabel: classes.group }}>
      {targets.map((target) => (
        <Combobox.Option
          key={target.key}
          value={target.key}
          className={classes.option}
          disabled={Boolean(target.refusal)}
        >
          {target.icon}
          <span className={classes.name}>
            <Matched text={target.label} wanted={text} />
            {target.detail === undefined ? null : (
              <span className={classes.detail}>
                <Matched text={target.detail} wanted={text} />
              </span>
            )}
          </span>
          {target.refusal ? <span className={classes.refusal}>{target.refusal}</span> : null}
          {target.keys === undefined || target.refusal ? null : (
            <kbd className={classes.keys}>{target.keys}</kbd>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

function Keys(): ReactNode {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shell.palette.choose')}
      </span>
      <span>
        <kbd>{t('shell.key.enter')}</kbd> {t('shell.palette.open')}
      </span>
      <span>
        <kbd>{t('shell.key.shift_enter')}</kbd> {t('shell.palette.open_apart')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('shell.palette.close')}
      </span>
    </footer>
  );
}

interface Hits {
  readonly documents: readonly FoundDocument[];
  readonly actions: readonly PaletteTarget[];
  readonly records: readonly PaletteTarget[];
  readonly pages: readonly PaletteTarget[];
  readonly settings: readonly PaletteTarget[];
  readonly manual: readonly PaletteTarget[];
  /** All of the above. */
  readonly targets: readonly PaletteTarget[];
  readonly count: number;
  /** The key of the first hit. */
  readonly first: string | undefined;
}

/** All hits of the text. */
function useHits(text: string, onShowKeys: () => void): Hits {
  const wanted = useWanted(text);
  const documents = useDocuments(wanted);
  const records = [...useSupplierTargets(wanted), ...useRecordTargets(wanted)];
  const found = (all: readonly PaletteTarget[]): readonly PaletteTarget[] =>
    all.filter(({ label, detail }) => finds(text, [label, detail]));
  // Without a text only possible actions; a search also shows refused ones with their reason.
  const actions = found(usePageTargets()).filter(({ refusal }) => !refusal || text.trim() !== '');
  const pages = found(usePaletteTargets(onShowKeys));
  const settings = found(useSettingTargets());
  const manual = useManualTargets(wanted);
  const targets = [...actions, ...records, ...pages, ...settings, ...manual];
  return {
    documents,
    actions,
    records,
    pages,
    settings,
    manual,
    targets,
    count: documents.length + targets.length,
    first: documents[0] === undefined ? targets[0]?.key : keyOf(documents[0]),
  };
}

/** The server's search text, after a pause in typing. */
function useWanted(text: string): string {
  const [wanted] = useDebouncedValue(text.trim(), typingPauseMs);
  return wanted;
}

function useDocuments(wanted: string) {
  const kinds = useTabKinds('all').map(({ name }) => name);
  const seesPrices = useHasRole('user-price');
  const { data } = useQuery({
    queryKey: ['palette', wanted, kinds, seesPrices],
    queryFn: ({ signal }) => findDocuments(wanted, { kinds, seesPrices }, signal),
    enabled: wanted !== '' && kinds.length > 0,
    placeholderData: keepPreviousData,
  });
  return wanted === '' ? [] : (data ?? []);
}

async function findDocuments(
  text: string,
  searching: Searching,
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> {
  const variables = documentSearchVariables(text, searching);
  return foundDocuments(text, await gql<FoundRows>(documentSearchQuery, variables, { signal }));
}
