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

/** The props of a kind's form. */
export interface KindFormProps<Document extends ShownDocument, Draft> {
  /** Null for a new document. */
  readonly document: Document | null;
  /** The initial content of a new document. */
  readonly start: Draft;
  readonly onCreated: (id: number) => void;
}

/** The parts of a kind's page. */
export interface DocumentPageParts<Document extends ShownDocument, Draft> {
  readonly kind: PageKind;
  readonly Form: ComponentType<KindFormProps<Document, Draft>>;
  /** The initial content of a new document; `isNeeded` is false on the page of an existing one. */
  readonly useStart: (isNeeded: boolean) => { readonly draft: Draft; readonly isPending: boolean };
}

export interface DocumentPageProps<Document extends ShownDocument, Draft>
  extends DocumentPageParts<Document, Draft> {
  /** The address requests a choice before a new document is filled in; starting a choice resets the form. */
  readonly isChoosing?: boolean;
}

/** The page of one document: `?id=` shows an existing one, without it a new one (NAV-04). */
export function DocumentPage<Document extends ShownDocument, Draft>(
  props: DocumentPageProps<Document, Draft>,
): ReactNode {
  const { isChoosing = false, ...parts } = props;
  const { id } = useSearch({ strict: false });
  // Saving a new document puts its id into the address, but keeps the form.
  const [shown, setShown] = useState({ id, isChoosing, key: 0, createdId: undefined as number | undefined });
  if (shown.id !== id || shown.isChoosing !== isChoosing) {
    // So does completing a choice; starting one resets the form.
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
    // Keeps the files tab open after a file was attached.
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
