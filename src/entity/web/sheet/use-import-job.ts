import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Entity } from '../../entity.ts';
import { importJobOptions, isOver } from './import-state.ts';
import { beginShowingImport, rememberedImport, rememberImport } from './imports-under-way.ts';

/** The import of a table started in this browser, also after the page was closed. */
export interface ImportInSheet {
  readonly job: number | null;
  readonly remember: (job: number | null) => void;
  /** Whether the table shows the imported rows. */
  readonly isShown: boolean;
  readonly markShown: () => void;
  /** Closes the notice of an import that has ended: after a save of the table it is out of date. */
  readonly forgetEnded: () => void;
}

export function useImportJob(entity: Entity): ImportInSheet {
  const { table } = entity;
  const [job, setJob] = useState(() => rememberedImport(table));
  const [isShown, setShown] = useState(false);
  const client = useQueryClient();
  useEffect(() => beginShowingImport(table), [table]);
  const remember = (id: number | null): void => {
    rememberImport(entity, id);
    setShown(false);
    setJob(id);
  };
  return {
    job,
    remember,
    isShown,
    markShown: () => setShown(true),
    forgetEnded: () => {
      const state = job === null ? undefined : client.getQueryData(importJobOptions(job).queryKey);
      if (state !== undefined && isOver(state)) remember(null);
    },
  };
}
