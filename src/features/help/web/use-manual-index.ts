import type { Module } from '../../../platform/modules.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { seesOperatorArea } from '../../operator/access.ts';
import { type ManualPage, type ManualPageId, manualPages } from '../pages.ts';

/** For whom the manual is listed. */
export interface ManualReader {
  readonly session: ReturnType<typeof useSession>;
  /** Those that are switched on; undefined while nobody knows. */
  readonly modules: readonly Module[] | undefined;
}

/** The pages of the manual about what exists for the reader (GEN-10, OP-11). */
export function manualIndex({
  session,
  modules,
}: ManualReader): readonly (ManualPage & { readonly id: ManualPageId })[] {
  return manualPages.filter(
    ({ id, module }) =>
      (module === undefined || modules === undefined || modules.includes(module)) &&
      (id !== 'operator' || seesOperatorArea(session)),
  );
}

/** The same for the person who is logged in. */
export function useManualIndex(): ReturnType<typeof manualIndex> {
  return manualIndex({ session: useSession(), modules: useProfile()?.modules });
}
