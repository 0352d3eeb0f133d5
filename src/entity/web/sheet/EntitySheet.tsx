import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { useHasRole, useProfile } from '../../../platform/web/profile.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Entity } from '../../entity.ts';
import type { Reading } from '../../kind.ts';
import { sheetEntity } from '../../sheet/first-child.ts';
import type { Typing } from '../../sheet/line.ts';
import { sheetFields } from '../../sheet/sheet-fields.ts';
import { columnsOf } from './columns.ts';
import { gridHeight } from './grid-layout.ts';
import { SheetEditor } from './SheetEditor.tsx';
import { sheetOptions } from './sheet-data.ts';
import { useImportJob } from './use-import-job.ts';
import { useLookups } from './use-lookups.ts';

export interface EntitySheetProps {
  readonly entity: Entity;
  readonly entities: ReadonlyMap<string, Entity>;
  /** Opens the form of a row. */
  readonly onOpen: (id: number) => void;
}

/** The table view of an entity (LIST-04, SHEET-01): all rows in cells, edited as in a spreadsheet program. */
export function EntitySheet({ entity: declared, entities, onOpen }: EntitySheetProps): ReactNode {
  const entity = useMemo(() => sheetEntity(declared), [declared]);
  const seesPrices = useHasRole('user-price');
  const profile = useProfile();
  const isMultilingual = profile?.isMultilingual ?? false;
  const names = useMemo(
    () => sheetFields(entity, { seesPrices, isMultilingual }),
    [entity, seesPrices, isMultilingual],
  );
  const sheetQuery = sheetOptions(entity, seesPrices);
  const { data, error, refetch } = useQuery(sheetQuery);
  const { lookups, failure } = useLookups(entity, names, entities);
  const imported = useImportJob(entity);
  const client = useQueryClient();
  const typing = useTyping(entity, lookups);
  const { t } = useTranslation();
  const columns = useMemo(
    () => columnsOf(entity, names, t, typing.readingOf, lookups ?? new Map()),
    [entity, names, t, typing, lookups],
  );
  // After a save the cells are outdated: saving them again would insert new rows twice.
  const [unread, setUnread] = useState<Error | null>(null);
  // Unsaved typing survives a later failure to read.
  const failed = unread ?? (data === undefined ? error : failure);
  if (failed !== null) {
    const retry = (): void => {
      setUnread(null);
      void client.resetQueries(sheetQuery);
      void client.invalidateQueries({ queryKey: ['sheet-choosable'] });
    };
    return <ErrorState failure={failed} onRetry={retry} />;
  }
  if (data === undefined || lookups === undefined || profile === null)
    return <Skeleton height={gridHeight} radius={6} />;
  return (
    <SheetEditor
      key={entity.table}
      entity={entity}
      columns={columns}
      typing={typing}
      loaded={data}
      seesPrices={seesPrices}
      imported={imported}
      onReload={async () => (await refetch({ throwOnError: true })).data?.rows ?? []}
      onUnread={setUnread}
      onOpen={onOpen}
    />
  );
}

function useTyping(entity: Entity, lookups: ReturnType<typeof useLookups>['lookups']): Typing {
  const language = useLanguage();
  const format = useFormat();
  const decimals = useProfile()?.decimals ?? 2;
  return useMemo(() => {
    const today = format.today();
    const readingOf = (name: string): Reading => {
      const options = lookups?.get(name);
      return { language, today, decimals, ...(options && { options }) };
    };
    return { entity, settings: { decimals }, readingOf };
  }, [entity, lookups, language, format, decimals]);
}
