import type { Module } from '../../../platform/modules.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { seesOperatorArea } from '../../operator/access.ts';
import { type ManualPage, type ManualPageId, manualPages } from '../pages.ts';

/** The manual's reader. */
export interface ManualReader {
  readonly session: ReturnType<typeof useSession>;
  /** Enabled modules; undefined while unknown. */
  readonly modules: readonly Module[] | undefined;
}

/** The manual pages of features that the reader has (GEN-10, OP-11). */
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

/** `manualIndex` for the logged-in person. */
export function useManualIndex(): ReturnType<typeof manualIndex> {
  return manualIndex({ session: useSession(), modules: useProfile()?.modules });
}
