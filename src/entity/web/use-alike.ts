import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FieldProblem } from '../../base/refusal.ts';
import { fitting } from '../../graphql/search-where.ts';
import { gql } from '../../platform/web/api.ts';
import { alikeWarning } from '../alike.ts';
import type { Entity, Row } from '../entity.ts';

const typingPauseMs = 300;
/** More rows of one name are no news to the person. */
const maxCompared = 100;

/** Warns that another stored row may be the same as the edited one (VAL-29). */
export function useAlikeWarning(entity: Entity, id: number | null, values: Row): FieldProblem | undefined {
  const { table, alike = [] } = entity;
  const [name] = useDebouncedValue(String(values[alike[0] ?? ''] ?? '').trim(), typingPauseMs);
  const { data = [] } = useQuery({
    queryKey: ['entity', table, 'alike', name, id],
    enabled: name !== '',
    queryFn: async ({ signal }) => {
      const where = {
        _and: [{ active: { _eq: true } }, { id: { _neq: id ?? 0 } }, ...fitting(name, 'whole')],
      };
      const query = `query Alike($where: ${table}_bool_exp!) {
        rows: ${table}(where: $where, limit: ${maxCompared}) { active ${alike.join(' ')} } }`;
      const { rows } = await gql<{ rows: readonly Row[] }>(query, { where }, { signal });
      return rows;
    },
  });
  return alikeWarning(entity, values, data);
}
