import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../platform/web/api.ts';
import type { RoleTemplate } from '../kinds/roles.ts';

/** The active templates in a table (ADM-21); without a table there are none. */
export function ownTemplateOptions(table: string | undefined) {
  return queryOptions({
    queryKey: ['own-templates', table],
    queryFn: async ({ signal }): Promise<readonly RoleTemplate[]> => {
      const answer = await gql<Readonly<Record<string, readonly RoleTemplate[]>>>(
        `query OwnTemplates { ${table}(where: { active: { _eq: true } }, order_by: { name: asc }) { name roles } }`,
        {},
        { signal },
      );
      return answer[table ?? ''] ?? [];
    },
    enabled: table !== undefined,
    staleTime: 60_000,
  });
}
