import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { LeaveGuard } from '../../../../platform/web/kit/LeaveGuard.tsx';

type Notify = (section: string, isDirty: boolean) => void;

const Unsaved = createContext<Notify>(() => {});

/** Asks before leaving the page while a section has unsaved input (NAV-24). */
export function UnsavedSections({ children }: { readonly children: ReactNode }): ReactNode {
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const notify = useCallback<Notify>((section, isDirty) => {
    setDirty((known) => {
      const others = known.filter((name) => name !== section);
      return isDirty ? [...others, section] : others;
    });
  }, []);
  const guard = useMemo(() => <LeaveGuard isDirty={dirty.length > 0} />, [dirty]);
  return (
    <Unsaved value={notify}>
      {guard}
      {children}
    </Unsaved>
  );
}

/** Reports whether a section has unsaved input. */
export function useUnsaved(section: string, isDirty: boolean): void {
  const notify = use(Unsaved);
  useEffect(() => {
    notify(section, isDirty);
    return () => notify(section, false);
  }, [notify, section, isDirty]);
}
