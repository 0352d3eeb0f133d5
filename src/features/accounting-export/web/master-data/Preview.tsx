import { Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { MasterDataPreview, MasterDataResult } from '../../master-data/preview.ts';
import classes from './MasterData.module.css';
import { applyMasterData } from './master-data-calls.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { ProblemList } from './ProblemList.tsx';
import { chosenAtFirst, chosenMarks, type PreviewKind, previewKinds } from './preview-lines.ts';

const tabs = [...previewKinds, 'problems'] as const;
const skippedKinds = ['debtors', 'partners', 'languages'] as const;

interface PreviewProps {
  readonly clientId: number;
  readonly file: File;
  readonly preview: MasterDataPreview;
  /** Reads the file again after stored rows have changed. */
  readonly onAgain: () => void;
}

/** Shows the effects of an import, and executes the chosen ones (EXP-25). */
export function Preview({ clientId, file, preview, onAgain }: PreviewProps): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(() => chosenAtFirst(preview));
  const [tab, setTab] = useState<(typeof tabs)[number]>(() => firstTab(preview));
  const [result, setResult] = useState<MasterDataResult | null>(null);
  const applying = useMutation({
    mutationFn: () => applyMasterData(clientId, file, chosenMarks(preview, chosen)),
    onSuccess: async (done) => {
      setResult(done);
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(preview.subject) });
    },
    onError: (failure) => {
      toastFailure(failure);
      if (failure instanceof ApiRefusal && failure.code === 'extf_rows_changed') onAgain();
    },
  });
  if (result !== null) return <Result result={result} />;
  const countOf = (kind: (typeof tabs)[number]): number =>
    kind === 'problems' ? preview.problemCount : preview[kind].length;
  return (
    <div className={classes.preview}>
      <Summary preview={preview} />
      <SegmentedControl
        aria-label={t('datev_master_data.kinds')}
        data={tabs.map((value) => ({
          value,
          label: t(`datev_master_data.kind.${value}`, { count: countOf(value) }),
        }))}
        value={tab}
        onChange={(value) => setTab(tabs.find((one) => one === value) ?? 'changed')}
        className={classes.tabs}
      />
      {tab === 'problems' ? (
        <ProblemList preview={preview} />
      ) : (
        <PreviewTable key={tab} preview={preview} kind={tab} chosen={chosen} onChoose={setChosen} />
      )}
      <div className="buttons">
        <Button disabled={chosen.size === 0} loading={applying.isPending} onClick={() => applying.mutate()}>
          {t('datev_master_data.apply', { count: chosen.size })}
        </Button>
      </div>
    </div>
  );
}

function firstTab(preview: MasterDataPreview): PreviewKind {
  return previewKinds.find((kind) => preview[kind].length > 0) ?? 'changed';
}

/** The counts of rows without a choice. */
function Summary({ preview: { agreeing, skipped } }: { readonly preview: MasterDataPreview }): ReactNode {
  const { t } = useTranslation();
  const reported = [
    ...(agreeing > 0 ? [t('datev_master_data.agreeing', { count: agreeing })] : []),
    ...skippedKinds.flatMap((kind) =>
      skipped[kind] > 0 ? [t(`datev_master_data.skipped.${kind}`, { count: skipped[kind] })] : [],
    ),
  ];
  return reported.length === 0 ? null : <p className={classes.quiet}>{reported.join(' ')}</p>;
}

function Result({ result }: { readonly result: MasterDataResult }): ReactNode {
  const { t } = useTranslation();
  const { added, changed, deactivated, waiting } = result;
  return (
    <p role="status" className={classes.result}>
      {t('datev_master_data.done', { added, changed, deactivated })}{' '}
      {waiting > 0 ? t('datev_master_data.waiting', { count: waiting }) : null}
    </p>
  );
}
