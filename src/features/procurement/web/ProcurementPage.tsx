import { Skeleton } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { documentQuery } from './document.ts';
import { emptyDraft } from './draft/draft.ts';
import { prefillQuery } from './lookups.ts';
import classes from './ProcurementPage.module.css';
import { RequestForm } from './RequestForm.tsx';

/** The page of one purchase request: `?id=` an existing one, without it a new one (NAV-04). */
export function ProcurementPage(): ReactNode {
  const { id, 'select-contract': isFromContract = false } = useSearch({ strict: false });
  // A new request that is saved gets its id in the address, yet stays the same form.
  const [shown, setShown] = useState({
    id,
    isFromContract,
    key: 0,
    createdId: undefined as number | undefined,
  });
  if (shown.id !== id || shown.isFromContract !== isFromContract) {
    // So does one whose contract is chosen; to choose one starts anew.
    const isSameForm = shown.id === id ? !isFromContract : id !== undefined && id === shown.createdId;
    setShown({ id, isFromContract, key: isSameForm ? shown.key : shown.key + 1, createdId: undefined });
  }
  return (
    <LoadedRequest
      key={shown.key}
      id={id ?? shown.createdId}
      onCreated={(createdId) => setShown((present) => ({ ...present, createdId }))}
    />
  );
}

interface LoadedRequestProps {
  readonly id: number | undefined;
  readonly onCreated: (id: number) => void;
}

function LoadedRequest({ id, onCreated }: LoadedRequestProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const [isNew] = useState(id === undefined);
  const prefill = useQuery({ ...prefillQuery(session?.userId ?? 0), enabled: isNew });
  const loaded = useQuery({ ...documentQuery(id ?? 0), enabled: id !== undefined });
  const [start, setStart] = useState(emptyDraft);
  if (start === emptyDraft && prefill.data) {
    setStart({ ...emptyDraft, head: { ...emptyDraft.head, ...prefill.data } });
  }

  const created = (newId: number): void => {
    onCreated(newId);
    // Whoever attached a document stays with the documents.
    const search = tab === undefined ? { id: newId } : { id: newId, tab };
    void navigate({ to: '/procurement/form', search, replace: true, ignoreBlocker: true });
  };
  const failure = loaded.data === undefined ? loaded.error : null;
  if (failure) return <ErrorState isPage failure={failure} onRetry={() => void loaded.refetch()} />;
  if (isNew ? prefill.isPending : loaded.isPending) return <PageSkeleton />;
  if (loaded.data === null) {
    return (
      <EmptyState
        isPage
        icon={<IconFileOff size={24} stroke={1.6} aria-hidden />}
        title={t('procurement.not_found.title')}
      >
        {t('procurement.not_found.text')}
      </EmptyState>
    );
  }
  return <RequestForm document={loaded.data ?? null} start={start} onCreated={created} />;
}

/** In the shape of the page to come, so that nothing jumps. */
function PageSkeleton(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} aria-busy="true" role="status">
      <span className="visually-hidden">{t('procurement.loading')}</span>
      <Skeleton height={28} width={320} />
      <Skeleton height={96} />
      <Skeleton height={32} />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  );
}
