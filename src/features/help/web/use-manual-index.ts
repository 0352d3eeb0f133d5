import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { seesOperatorArea } from '../../operator/access.ts';
import { type ManualPage, type ManualPageId, manualPages } from '../pages.ts';

/** The pages of the manual about what exists for the person (GEN-10, OP-11). */
export function useManualIndex(): readonly (ManualPage & { readonly id: ManualPageId })[] {
  const session = useSession();
  const modules = useProfile()?.modules;
  return manualPages.filter(
    ({ id, module }) =>
      (module === undefined || modules === undefined || modules.includes(module)) &&
      (id !== 'operator' || seesOperatorArea(session)),
  );
}
