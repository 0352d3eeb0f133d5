import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { Entity } from '../../entity.ts';
import { foundOptions } from './sheet-data.ts';
import type { SheetEditing } from './use-sheet.ts';

/**
 * Searches all rows of a table that has loaded only its first ones, and adds what is found (SHEET-20). Returns the number
 * of all rows that the search finds; undefined without a search or while it runs.
 */
export function useFoundRows(
  entity: Entity,
  seesPrices: boolean,
  isWhole: boolean,
  editing: SheetEditing,
): number | undefined {
  const text = editing.search.trim();
  const { data, error } = useQuery({
    ...foundOptions(entity, seesPrices, text),
    enabled: !isWhole && text !== '',
  });
  const add = useEffectEvent(() => {
    if (data !== undefined && text !== '') editing.addFound(data.rows);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each answer, and when the rows were reloaded.
  useEffect(() => add(), [data, editing.rows]);
  useEffect(() => {
    if (error !== null) toastFailure(error);
  }, [error]);
  return text === '' ? undefined : data?.total;
}
