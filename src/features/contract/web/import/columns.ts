import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../../entity/kind.ts';
import type { Typing } from '../../../../entity/sheet/line.ts';
import { type Lookup, lookup } from '../../../../entity/sheet/lookup.ts';
import type { Column } from '../../../../entity/web/sheet/columns.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractFields, contractLineFields } from '../../fields.ts';
import { importedContract, importedNames } from '../../imported-rows.ts';
import { choosableQuery } from './choosable.ts';

type Name = (typeof importedNames)[number];

const { fields } = importedContract;
const declared = { ...contractLineFields, ...contractFields };

const tables = [...new Set(importedNames.flatMap((name) => fields[name]?.references ?? []))];

/** The text key of a column title; document fields have the same name everywhere. */
export function titleKey(name: string): string {
  if (name === 'supplier_id') return 'contract.partner';
  return name === 'total' ? 'document.line.net' : `field.${name}`;
}

export interface ImportColumns {
  readonly columns: readonly Column[];
  readonly typing: Typing;
}

/** The columns of the table with their choices; null until the choices are loaded. */
export function useImportColumns(seesPrices: boolean): ImportColumns | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const lookups = useLookups();
  return useMemo(() => {
    if (lookups === null) return null;
    const today = format.today();
    const readingOf = (name: string): Reading => {
      const options = lookups.get(name);
      return { language, today, decimals: 2, ...(options && { options }) };
    };
    const columns = importedNames.flatMap((name): readonly Column[] => {
      const field = fields[name];
      if (field === undefined || (field.price && !seesPrices)) return [];
      const offered = lookups.get(name);
      return [
        {
          name,
          title: t(titleKey(name)),
          field,
          width: widthOf(name),
          isNumber: field.kind.input === 'number',
          isRequired: field.required === true,
          isFixed: false,
          reading: readingOf(name),
          ...(offered && { lookup: offered }),
        },
      ];
    });
    return { columns, typing: { entity: importedContract, settings: { decimals: 2 }, readingOf } };
  }, [t, language, format, lookups, seesPrices]);
}

function widthOf(name: Name): number {
  const field = fields[name];
  if (name === 'name' || name === 'notes') return 260;
  return field?.references || field?.choices ? 190 : 130;
}

/** Lookups by column name. */
function useLookups(): ReadonlyMap<string, Lookup> | null {
  const { t } = useTranslation();
  const records = useQueries({
    queries: tables.map(choosableQuery),
    combine: (results) =>
      results.every(({ data }) => data !== undefined) ? results.map(({ data }) => data ?? []) : null,
  });
  return useMemo(() => {
    if (records === null) return null;
    const found = importedNames.flatMap((name): readonly (readonly [string, Lookup])[] => {
      const { references, choices } = fields[name] ?? {};
      if (references !== undefined) return [[name, lookup(records[tables.indexOf(references)] ?? [])]];
      if (choices === undefined) return [];
      const { labelKey } = declared[name];
      const nameOf = (value: string): string => (labelKey ? t(labelKey(value)) : value);
      return [[name, lookup(choices.map((value) => ({ value, name: nameOf(value) })))]];
    });
    return new Map(found);
  }, [records, t]);
}
