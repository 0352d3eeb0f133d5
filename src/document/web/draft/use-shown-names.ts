import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { gql } from '../../../platform/web/api.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import {
  type NamedDraft,
  type NamedIds,
  type NamedTable,
  namedIds,
  type ShownNames,
  withShownNames,
} from './shown-names.ts';

/**
 * The draft with all names in the current language (I18N-07). References chosen before a language change, or kept in
 * the browser of a multilingual tenant, may have names in another language.
 */
export function useShownNames<Draft extends NamedDraft>(draft: Draft): Draft {
  const language = useLanguage();
  const isMultilingual = useProfile()?.isMultilingual ?? false;
  const [first] = useState(language);
  const [isSwitched, setSwitched] = useState(false);
  if (language !== first && !isSwitched) setSwitched(true);
  const ids = namedIds(draft);
  const isNamed = Object.values(ids).some((each) => each.length > 0);
  const isEnabled = isNamed && (isSwitched || isMultilingual);
  const { data: names } = useQuery({ ...shownNamesQuery(ids), enabled: isEnabled });
  return useMemo(() => (names === undefined ? draft : withShownNames(draft, names)), [draft, names]);
}

function shownNamesQuery(ids: NamedIds) {
  return queryOptions({
    queryKey: ['shown-names', ids],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ShownNames> => {
      const rows = await gql<Readonly<Record<NamedTable, readonly { id: number; name: string }[]>>>(
        `query ($department: [bigint!]!, $cost_center: [bigint!]!, $product_group: [bigint!]!) {
          department(where: { id: { _in: $department } }) { id name: shown_name }
          cost_center(where: { id: { _in: $cost_center } }) { id name: shown_name }
          product_group(where: { id: { _in: $product_group } }) { id name: shown_name }
        }`,
        { ...ids },
        { signal },
      );
      const byId = (table: NamedTable) => new Map(rows[table].map(({ id, name }) => [id, name]));
      return {
        department: byId('department'),
        cost_center: byId('cost_center'),
        product_group: byId('product_group'),
      };
    },
  });
}
