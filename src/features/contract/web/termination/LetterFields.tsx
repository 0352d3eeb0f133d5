import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { type Language, languageFacts, languages } from '../../../../base/language.ts';
import { letterLanguage } from '../../../../document/letter/letter.ts';
import { download } from '../../../../platform/web/api.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { type LetterChannel, letterChannels } from '../../enumerations.ts';
import type { ContractDocument } from '../kind.ts';

/** The chosen letter; without a channel the notice is sent outside the product. */
export interface ChosenLetter {
  readonly channel: LetterChannel | null;
  readonly language: Language;
  readonly recipient: string;
}

/** The default letter of the notice dialogs, with the partner's language and address. */
export function useChosenLetter({ addressee }: ContractDocument, channel: LetterChannel | null) {
  const own = useLanguage();
  return useState<ChosenLetter>({
    channel,
    language: letterLanguage(null, addressee, own),
    recipient: addressee?.email ?? '',
  });
}

/** The letter as command input. */
export function letterInput({ channel, language, recipient }: ChosenLetter) {
  if (channel === null) return null;
  return { channel, language, recipient: channel === 'email' ? recipient.trim() || null : null };
}

export interface LetterFieldsProps {
  readonly document: ContractDocument;
  readonly letter: ChosenLetter;
  readonly onChange: (letter: ChosenLetter) => void;
  /** The days of the notice, as query parameters of the preview. */
  readonly days: Readonly<Record<string, Day | null>>;
  /** Whether the letter may be omitted. */
  readonly isOptional: boolean;
}

/** Inputs for the notice letter: whether to generate it, its language and its channel (CON-31). */
export function LetterFields({ document, letter, onChange, days, isOptional }: LetterFieldsProps): ReactNode {
  const { t } = useTranslation();
  const { channel, language, recipient } = letter;
  const channels = [...(isOptional ? (['own'] as const) : []), ...letterChannels].map((id) => ({
    id,
    name: t(`contract.letter.channel.${id}`),
  }));
  const spoken = languages.map((id) => ({ id, name: languageFacts[id].name }));
  return (
    <>
      <SearchSelect
        label={t('contract.letter.label')}
        required
        value={channels.find(({ id }) => id === (channel ?? 'own')) ?? null}
        options={channels}
        onChange={(option) =>
          onChange({ ...letter, channel: option === null || option.id === 'own' ? null : option.id })
        }
      />
      {channel === null ? null : (
        <SearchSelect
          label={t('contract.letter.language')}
          required
          value={spoken.find(({ id }) => id === language) ?? null}
          options={spoken}
          onChange={(option) => onChange({ ...letter, language: option?.id ?? language })}
        />
      )}
      {channel === 'email' ? (
        <TextField
          label={t('contract.letter.recipient')}
          required
          type="email"
          maxLength={254}
          value={recipient}
          error={recipient.trim() === '' ? t('contract.letter.no_address') : null}
          onChange={(text) => onChange({ ...letter, recipient: text })}
        />
      ) : null}
      {channel === null ? null : <PreviewButton document={document} language={language} days={days} />}
    </>
  );
}

/** Downloads a preview of the letter. */
function PreviewButton({
  document,
  language,
  days,
}: Pick<LetterFieldsProps, 'document' | 'days'> & Pick<ChosenLetter, 'language'>): ReactNode {
  const { t } = useTranslation();
  const query = new URLSearchParams({ lang: language });
  for (const [name, day] of Object.entries(days)) if (day !== null) query.set(name, day);
  const path = `/api/contract/${document.id}/notice-letter?${query}`;
  return (
    <Button
      variant="subtle"
      leftSection={<IconEye size={14} stroke={1.6} aria-hidden />}
      onClick={() => void download(path, `${t('contract.letter.label')}.pdf`).catch(toastFailure)}
    >
      {t('contract.letter.preview')}
    </Button>
  );
}
