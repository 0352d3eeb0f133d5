import type { Entity, Tab, TabPart } from '../entity.ts';
import type { HasModule } from './use-modules.ts';

/** The tabs of switched-on modules in which there is something. */
export function shownTabs(
  entity: Entity,
  hasModule: HasModule,
  hands: Readonly<Record<string, unknown>>,
): readonly Tab[] {
  const isThere = (part: TabPart): boolean => !('hand' in part) || part.hand in hands;
  return entity.tabs.filter(({ module, parts }) => hasModule(module) && parts.some(isThere));
}

/** The tab on which a problem shows; what stands beside the first tab belongs to it. */
export function tabOfProblem(tabs: readonly Tab[], path: string): string | undefined {
  const name = path.split('.')[0] ?? path;
  const shown = name === 'translations' ? 'name' : name;
  const holds = (part: TabPart): boolean =>
    ('field' in part && part.field === shown) || ('children' in part && part.children === shown);
  return (tabs.find(({ parts }) => parts.some(holds)) ?? tabs[0])?.name;
}
