import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../platform/web/kit/EmptyState.tsx';
import { PageSkeleton } from './DocumentSkeleton.tsx';
import { documentQuery, type ShownDocument } from './document.ts';
import type { PageKind } from './kind.ts';
import { useKnownHead } from './known-head.ts';

/** What the form of a kind gets. */
export interface KindFormProps<Document extends ShownDocument, Draft> {
  /** Null while it is new. */
  readonly document: Document | null;
  /** What a new one is filled with. */
  readonly start: Draft;
  readonly onCreated: (id: number) => void;
}

/** What the page of a kind is made of. */
export interface DocumentPageParts<Document extends ShownDocument, Draft> {
  readonly kind: PageKind;
  readonly Form: ComponentType<KindFormProps<Document, Draft>>;
  /** What a new document is filled with; `isNeeded` is false on the page of an existing one. */
  readonly useStart: (isNeeded: boolean) => { readonly draft: Draft; readonly isPending: boolean };
}

export interface DocumentPageProps<Document extends ShownDocument, Draft>
  extends DocumentPageParts<Document, Draft> {
  /** The address asks for something to choose before a new one is filled in; to choose starts anew. */
  readonly isChoosing?: boolean;
}

/** The page of one document: `?id=` an existing one, without it a new one (NAV-04). */
export function DocumentPage<Document extends ShownDocument, Draft>(
  props: DocumentPageProps<Document, Draft>,
): ReactNode {
  const { isChoosing = false, ...parts } = props;
  const { id } = useSearch({ strict: false });
  // A new document that is saved gets its id in the address, yet stays the same form.
  const [shown, setShown] = useState({ id, isChoosing, key: 0, createdId: undefined as number | undefined });
  if (shown.id !== id || shown.isChoosing !== isChoosing) {
    // So does one for which something is chosen; to choose starts anew.
    const isSameForm = shown.id === id ? !isChoosing : id !== undefined && id === shown.createdId;
    setShown({ id, isChoosing, key: isSameForm ? shown.key : shown.key + 1, createdId: undefined });
  }
  return (
    <LoadedDocument
      key={shown.key}
      {...parts}
      id={id ?? shown.createdId}
      onCreated={(createdId) => setShown((present) => ({ ...present, createdId }))}
    />
  );
}

interface LoadedDocumentProps<Document extends ShownDocument, Draft>
  extends DocumentPageParts<Document, Draft> {
  readonly id: number | undefined;
  readonly onCreated: (id: number) => void;
}

function LoadedDocument<Document extends ShownDocument, Draft>(
  props: LoadedDocumentProps<Document, Draft>,
): ReactNode {
  const { kind, Form, useStart, id, onCreated } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const [isNew] = useState(id === undefined);
  const start = useStart(isNew);
  const head = useKnownHead(kind.name, id);
  const loaded = useQuery({ ...documentQuery<Document>(kind, id ?? 0), enabled: id !== undefined });

  const created = (newId: number): void => {
    onCreated(newId);
    // Whoever attached a file stays with the files.
    const search = tab === undefined ? { id: newId } : { id: newId, tab };
    void navigate({ to: kind.route, search, replace: true, ignoreBlocker: true });
  };
  const failure = loaded.data === undefined ? loaded.error : null;
  if (failure) return <ErrorState isPage failure={failure} onRetry={() => void loaded.refetch()} />;
  if (isNew ? start.isPending : loaded.isPending) return <PageSkeleton head={head} />;
  if (loaded.data === null) {
    return (
      <EmptyState
        isPage
        icon={<IconFileOff size={24} stroke={1.6} aria-hidden />}
        title={t('document.not_found.title')}
      >
        {t('document.not_found.text')}
      </EmptyState>
    );
  }
  return <Form document={loaded.data ?? null} start={start.draft} onCreated={created} />;
}
