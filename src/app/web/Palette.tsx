import { Combobox, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownKind, useListed, useShownKind } from '../../document/web/listed-kind.ts';
import { StatusBadge } from '../../document/web/StatusBadge.tsx';
import { type FoundDocument, findDocuments } from '../../features/overview/web/filter/document-search.ts';
import { useTabKinds } from '../../features/overview/web/use-overview-view.ts';
import { DocumentNumber } from '../../platform/web/kit/DocumentNumber.tsx';
import { FocusBack } from '../../platform/web/kit/FocusBack.tsx';
import { useOptionList } from '../../platform/web/kit/use-option-list.ts';
import classes from './Palette.module.css';
import type { PaletteTarget } from './palette-target.ts';
import { usePageTargets, usePaletteTargets, useSettingTargets } from './palette-targets.tsx';

const typingPauseMs = 150;
const shortestSearch = 2;

export interface PaletteProps {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

/** Jumps to a document by number or name and to every page, and runs what the page in view offers. */
export function Palette({ onClose, onShowKeys }: PaletteProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listed = useListed();
  const [text, setText] = useState('');
  const hits = useHits(text, onShowKeys);
  const list = useOptionList({ opened: true, onDropdownClose: onClose });
  const combobox = list.store;
  // The first hit is chosen, also when the hits arrive after the text.
  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the first hit say when to choose anew.
  useEffect(() => {
    selectFirstOption();
  }, [text, hits.first]);

  const choose = (value: string): void => {
    onClose();
    const found = hits.documents.find((document) => keyOf(document) === value);
    if (found === undefined) hits.targets.find(({ key }) => key === value)?.run();
    else void navigate({ to: shownKind(listed, found.kind).route, search: { id: found.id } });
  };

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
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <span className={classes.hits} aria-live="polite">
            {t('shell.palette.hits', { count: hits.count })}
          </span>
        </div>
        <Combobox.Options id={list.id} className={classes.list} aria-label={t('shell.search')}>
          <Documents documents={hits.documents} />
          <Targets name="actions" targets={hits.actions} />
          <Targets name="go_to" targets={hits.pages} />
          <Targets name="settings" targets={hits.settings} />
        </Combobox.Options>
        {hits.count === 0 ? <Combobox.Empty>{t('shell.palette.nothing')}</Combobox.Empty> : null}
        <Keys />
      </Combobox>
    </Modal>
  );
}

function Documents({ documents }: { readonly documents: readonly FoundDocument[] }): ReactNode {
  const { t } = useTranslation();
  if (documents.length === 0) return null;
  return (
    <Combobox.Group label={t('shell.palette.documents')} classNames={{ groupLabel: classes.group }}>
      {documents.map((document) => (
        <Combobox.Option key={keyOf(document)} value={keyOf(document)} className={classes.option}>
          <KindIcon kind={document.kind} />
          <span className={classes.number}>
            <DocumentNumber number={document.number} />
          </span>
          <span className={classes.name}>{document.name}</span>
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

/** Among the documents and targets of the palette. */
function keyOf({ kind, id }: FoundDocument): string {
  return `${kind}-${id}`;
}

interface TargetsProps {
  readonly name: 'actions' | 'go_to' | 'settings';
  readonly targets: readonly PaletteTarget[];
}

function Targets({ name, targets }: TargetsProps): ReactNode {
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
          <span className={classes.name}>{target.label}</span>
          {target.refusal ? <span className={classes.refusal}>{target.refusal}</span> : null}
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
        <kbd>Esc</kbd> {t('shell.palette.close')}
      </span>
    </footer>
  );
}

interface Hits {
  readonly documents: readonly FoundDocument[];
  readonly actions: readonly PaletteTarget[];
  readonly pages: readonly PaletteTarget[];
  readonly settings: readonly PaletteTarget[];
  /** Actions, pages and settings together. */
  readonly targets: readonly PaletteTarget[];
  readonly count: number;
  /** The key of what stands first. */
  readonly first: string | undefined;
}

/** All that the text leads to. */
function useHits(text: string, onShowKeys: () => void): Hits {
  const documents = useDocuments(text);
  const found = (all: readonly PaletteTarget[]): readonly PaletteTarget[] =>
    all.filter((target) => contains(target.label, text));
  // Unasked, only what is possible now; whoever looks for an action learns why it is not.
  const actions = found(usePageTargets()).filter(({ refusal }) => !refusal || text.trim() !== '');
  const pages = found(usePaletteTargets(onShowKeys));
  const settings = found(useSettingTargets());
  const targets = [...actions, ...pages, ...settings];
  return {
    documents,
    actions,
    pages,
    settings,
    targets,
    count: documents.length + targets.length,
    first: documents[0] === undefined ? targets[0]?.key : keyOf(documents[0]),
  };
}

function useDocuments(text: string) {
  const [wanted] = useDebouncedValue(text.trim(), typingPauseMs);
  const kinds = useTabKinds('all');
  const isLongEnough = wanted.length >= shortestSearch;
  const { data } = useQuery({
    queryKey: ['palette', wanted, kinds.map(({ name }) => name)],
    queryFn: ({ signal }) => findDocuments(wanted, kinds, signal),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  return isLongEnough ? (data ?? []) : [];
}

function contains(label: string, text: string): boolean {
  return label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
}
