import type { Entity, Tab, TabPart } from '../entity.ts';
import type { HasModule } from './use-modules.ts';

/** The non-empty tabs of enabled modules. */
export function shownTabs(
  entity: Entity,
  hasModule: HasModule,
  hands: Readonly<Record<string, unknown>>,
): readonly Tab[] {
  const isThere = (part: TabPart): boolean => !('hand' in part) || part.hand in hands;
  return entity.tabs.filter(({ module, parts }) => hasModule(module) && parts.some(isThere));
}

/** The tab that shows a problem; side parts belong to the first tab. */
export function tabOfProblem(tabs: readonly Tab[], path: string): string | undefined {
  const name = path.split('.')[0] ?? path;
  const shown = name === 'translations' ? 'name' : name;
  const holds = (part: TabPart): boolean =>
    ('field' in part && part.field === shown) || ('children' in part && part.children === shown);
  return (tabs.find(({ parts }) => parts.some(holds)) ?? tabs[0])?.name;
}
