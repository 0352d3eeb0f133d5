import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { choosableChoices } from '../../choosable-choices.ts';
import type { Entity } from '../../entity.ts';
import type { Field } from '../../field.ts';
import { type Lookup, lookup } from '../../sheet/lookup.ts';
import { ownTemplateOptions } from '../own-templates.ts';

import { type ChoosableRecord, choosableOptions } from './sheet-data.ts';

export interface Lookups {
  /** By the name of the field; undefined while loading. */
  readonly lookups: ReadonlyMap<string, Lookup> | undefined;
  /** The error of the last load; earlier data is kept. */
  readonly failure: Error | null;
}

/** The options of the columns of an entity. */
export function useLookups(
  entity: Entity,
  names: readonly string[],
  entities: ReadonlyMap<string, Entity>,
): Lookups {
  const { t } = useTranslation();
  const language = useLanguage();
  const tables = useMemo(
    () => [...new Set(names.flatMap((name) => entity.fields[name]?.references ?? []))],
    [entity, names],
  );
  const { answers, failure } = useQueries({
    queries: tables.map((table) => choosableOptions(table, entities.get(table))),
    combine: combined,
  });
  const ownTable = names
    .map((name) => entity.fields[name]?.ownTemplates)
    .find((table) => table !== undefined);
  const { data: own, error } = useQuery(ownTemplateOptions(ownTable));
  const lookups = useMemo(() => {
    if (answers === undefined || (ownTable !== undefined && own === undefined)) return undefined;
    const records = new Map(tables.map((table, place) => [table, answers[place] ?? []]));
    return new Map(
      names.flatMap((name) => {
        const field = entity.fields[name];
        if (field?.references)
          return [[name, lookup(chosenFrom(field, records.get(field.references) ?? []))]];
        if (field?.choices === undefined) return [];
        const choices = choosableChoices(
          { table: entity.table, name, field },
          (key) => t(key),
          language,
          own,
        );
        return [[name, lookup(choices)]];
      }),
    );
  }, [answers, tables, names, entity, t, language, own, ownTable]);
  return { lookups, failure: failure ?? error };
}

function combined(results: readonly UseQueryResult<readonly ChoosableRecord[]>[]) {
  const isComplete = results.every(({ data }) => data !== undefined);
  return {
    answers: isComplete ? results.map(({ data }) => data ?? []) : undefined,
    failure: results.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
  };
}

/** Rows that the reference cannot choose are known by name only. */
function chosenFrom({ among = {} }: Field, records: readonly ChoosableRecord[]): readonly ChoosableRecord[] {
  return records.map((record) => {
    const isAmong = Object.entries(among).every(([name, value]) => record.row[name] === value);
    return isAmong ? record : { ...record, isRetired: true };
  });
}
