import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openableFiles } from '../../../../document/web/document.ts';
import { useDocumentFiles } from '../../../../document/web/head/use-document-file.ts';
import { procurementKind } from '../../kind.ts';
import { documentNumber, type ProcurementDocument } from '../document.ts';

/** Photos of damaged goods, attached to the order when the receipt is booked (MOB-05). */
export interface DamagePhotos {
  readonly names: readonly string[];
  readonly add: (file: File | null) => void;
  readonly remove: (name: string) => void;
  /** Uploads each photo once, and returns the words that name them in the comment of the receipt; null without any. */
  readonly send: () => Promise<string | null>;
  readonly isSending: boolean;
}

export function useDamagePhotos(document: ProcurementDocument): DamagePhotos {
  const { t } = useTranslation();
  const fileOf = useDocumentFiles<string>(procurementKind, document.id, true);
  const [names, setNames] = useState<readonly string[]>([]);
  const known = new Set([...openableFiles(document).map(({ name }) => name), ...names]);

  /** A camera gives all its photos the same name. */
  const nameOf = (file: File, place = 1): string => {
    const ending = /\.\w{1,5}$/.exec(file.name)?.[0] ?? '';
    const name = `${t('procurement.receive.damage_file', { number: documentNumber(document), place })}${ending}`;
    return known.has(name) ? nameOf(file, place + 1) : name;
  };
  return {
    names,
    add: (file) => {
      if (file === null) return;
      const name = nameOf(file);
      fileOf(name).choose(new File([file], name, { type: file.type }));
      setNames((before) => [...before, name]);
    },
    remove: (name) => setNames((before) => before.filter((one) => one !== name)),
    send: async () => {
      for (const name of names) await fileOf(name).send();
      return names.length === 0 ? null : t('procurement.receive.damage_said', { names: names.join(', ') });
    },
    isSending: names.some((name) => fileOf(name).isSending),
  };
}
