import { useProfile } from '../../platform/web/profile.ts';
import type { EntityModule } from '../entity.ts';

/** Whether a module is on (GEN-10); parts without a module are always shown. */
export type HasModule = (module: EntityModule | undefined) => boolean;

export function useModules(): HasModule {
  const profile = useProfile();
  return (module) => {
    if (module === undefined) return true;
    if (module === 'permissions') return profile?.hasPermissionGroups ?? false;
    return profile?.modules.includes(module) ?? false;
  };
}
