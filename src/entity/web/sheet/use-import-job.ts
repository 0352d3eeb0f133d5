import { useState } from 'react';
import { useSession } from '../../../platform/web/session.ts';
import type { Entity } from '../../entity.ts';
import { rememberedImport, rememberImport } from './import-state.ts';

/** The import of a table started in this browser, also after the page was closed. */
export interface ImportInSheet {
  readonly job: number | null;
  readonly remember: (job: number | null) => void;
  /** Whether the table shows the imported rows. */
  readonly isShown: boolean;
  readonly markShown: () => void;
}

export function useImportJob({ table }: Entity): ImportInSheet {
  const userId = useSession()?.userId ?? 0;
  const [job, setJob] = useState(() => rememberedImport(userId, table));
  const [isShown, setShown] = useState(false);
  return {
    job,
    remember: (id) => {
      rememberImport(userId, table, id);
      setShown(false);
      setJob(id);
    },
    isShown,
    markShown: () => setShown(true),
  };
}
